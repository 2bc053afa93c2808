"""Conclusions of the notes for teachers: every sentence is a claim with a predicate here, or says why it has none; as
`tests/test_guides_claims.py` has it for the cards."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from tiktoken.load import load_tiktoken_bpe
from tokenizers.pre_tokenizers import ByteLevel

from tests import guides_of_newer as newer
from tests import guides_of_texts as of
from tests import test_guides_claims as cards
from tests.guides_of_texts import DOES, Cited, Claims
from tests.test_guides_claims import compared, hug, newest, pieces_now, pieces_seen, pruned, scored
from tests.unigram.conventions import SOFT
from tokviz import bpe, examples, guides, recorded, unigram, wordpiece
from tokviz.compare.three_vocabularies import RUNNER
from tokviz.corpus import Corpus
from tokviz.exercises.answers import close, read_bytes, read_number
from tokviz.exercises.probabilities import best_path
from tokviz.location import site
from tokviz.texts import templates


def pointwise(one: wordpiece.Candidate) -> float:
    """Return the logarithm of a pair's count over its count by chance."""
    symbols, pairs = scored().occurrences(0), scored().pairs(0)
    by_chance = math.prod(symbols[symbol] / sum(symbols.values()) for symbol in one.pair)
    return math.log(one.count / sum(pairs.values()) / by_chance)


def best(word: str, *, with_piece: str = "", without: str = "\0") -> float:
    """The probability of a word's best segmentation in which a piece is, or does not."""
    paths = pruned().model(1).lattice(word).nbest(99)
    return max(path.probability for path in paths if without not in path.pieces and (with_piece in (*path.pieces, "")))


WHY: Claims = {
    "words of this week": DOES,
    "Let them vote": DOES,
    "Earlier translation systems": Cited("Sennrich et al.", 2016),
    "compounds often need several": Cited("Sennrich et al.", 2016),
    "that is why words have 1.00": lambda: (
        of.held_out("runner", "words", 34).tokens == of.held_out("runner", "words", 34).words
        and of.of_text("runner")[1].encode("words", 34, "talks") == (None,)
    ),
    "words have 44 entries, all that there are": lambda: (
        of.of_text("runner")[1].members("words", 115) == 44 == len(RUNNER.train)
        and of.held_out("runner", "words", 115).unknown == 7
    ),
    "what a model could learn": DOES,
    "name three kinds of words": Cited("Sennrich et al.", 2016),
    "starts from all 256 bytes": lambda: (
        len(cards.over_bytes("lighthouse").vocabulary(0)) == 256
        and {*cards.encoded("🦙 茶 \0", "tea")} <= set(cards.over_bytes("tea").vocabulary())
    ),
    "give their reason": DOES,
}

TOKENS: Claims = {
    "The three tokenizers of this lesson": lambda: (
        {card.query["tokenizer"] for card in guides.load("tokens").cards}
        == {"gpt", "bert", "t5"}
        < {path.stem for path in (site() / "assets" / "tokenizers").glob("*.json")}
    ),
    "They work like those": lambda: (
        list(of.pretokens("gpt", of.NAIVE)) == of.split_by("cl100k", of.NAIVE)
        and of.tokens("bert", "Café")[0] == "[CLS]"
        and of.pretokens("t5", "ﬁne") == ("▁fine",)
        and all(len(of.real(name).vocabulary) < 10_000 for name in ("gpt", "bert", "t5"))  # theirs have 30,000 and more
    ),
    "Lowercasing leaves fewer": lambda: (
        len({word.lower() for word in of.of_text("lighthouse")[0].train}) < len(of.of_text("lighthouse")[0].train)
        and of.tokens("bert", "Bush, US") == of.tokens("bert", "bush, us")
    ),
    "the Mac, HFS Plus": Cited("Apple", 2004),
    "where this does harm": DOES,
    "the space in front": lambda: (
        of.split_by("gpt2", "the light") == ["the", " light"] and of.tokens("gpt", " light the")[0] == "Ġlight"
    ),
    "began with a capital": DOES,
    "has no such token": lambda: (
        "[CLS]" not in of.real("gpt").vocabulary and of.tokens("gpt", "[CLS]") == ("[", "C", "L", "S", "]")
    ),
    "ends a turn": DOES,
    "the lost capital": DOES,
    "Ask for the digits from the left": DOES,
    "have that they use": DOES,
}

BPE: Claims = {
    "Read the four words": lambda: len(newest().corpus) == 4,
    "what the mark is for": lambda: all(
        symbols[-1] == "</w>" and "</w>" not in symbols[:-1] for symbols in newest().words(0).values()
    ),
    "Let the room vote": DOES,
    "Three pairs are right": lambda: len(newest()[0].tied) == 3,
    "one of the rarer pairs": lambda: min(newest().pairs(0).values()) < newest()[0].count,
    "After the third merge": lambda: newest()[2].token == "est</w>",
    "it was the most frequent pair": lambda: newest()[2].count == max(newest().pairs(2).values()),
    "the order of a Python dictionary": lambda: (
        (pairs := dict(cards.recounted(newest(), 0))) == newest().pairs(0)
        and max(pairs, key=lambda pair: pairs[pair]) == newest()[0].pair
        and max(reversed(pairs), key=lambda pair: pairs[pair]) != newest()[0].pair
    ),
    "has promised it since version 3.7": Cited("Python", 2018),
    "The second trainer is subword-nmt": lambda: guides.load("bpe").cards[3].query["vs"] == "subword-nmt",
    "one splits `lowest` into": lambda: (
        cards.first_wins().model().encode("lowest") == ["lowe", "s", "t</w>"]
        and cards.greatest_wins().model().encode("lowest") == ["lo", "west</w>"]
    ),
    "which of the two is right": DOES,
    "Spacing around punctuation": lambda: cards.with_comma().decode(cards.with_comma().encode("low,")) == "low ,",
    "The corpus began with 95 symbols": lambda: (cards.long(0), cards.long(10)) == (95, 28),
    "Overlaps save less": lambda: (
        cards.overlapping().pairs(0)["a", "a"] == 3
        and len(cards.overlapping().words(0)["aaaa"]) - len(cards.overlapping().words(1)["aaaa"]) == 2
    ),
    "without any mark": DOES,
    "has every symbol it made": lambda: (
        all(len(symbols) == 1 for symbols in newest().words(15).values())
        and {step.token for step in newest()} <= set(newest().vocabulary(15))
        and len(newest().vocabulary(15)) == 11 + 15 == 26
    ),
    "comes back to it": lambda: guides.load("consequences").cards[7].query == {"example": "sennrich", "step": "15"},
    "answers that count inside the word": DOES,
    "Only the order of the list": lambda: all(
        newest().model().encode(word) == of.replayed((*word, "</w>"), newest().merges)
        for word in ("lowest", "newer", "wider")
    ),
    "Have them work on paper": DOES,
    "for compressing files": Cited("Gage", 1994),
}

WORDPIECE: Claims = {
    "the end mark of BPE": lambda: (
        all(symbols[-1] == "</w>" for symbols in newest().words(0).values())
        and all(
            [one.startswith("##") for one in symbols] == [False, *[True] * (len(symbols) - 1)]
            for symbols in scored().words(0).values()
        )
    ),
    "which of the candidates is meant": DOES,
    "the score of another point": DOES,
    "pointwise mutual information": lambda: (
        len({round(math.log(one.score) - pointwise(one), 9) for one in scored().candidates(0)}) == 1
    ),
    "Under this score": lambda: (
        max(scored().pairs(0), key=scored().pairs(0).__getitem__) == ("##u", "##g") not in scored().merges
    ),
    "Say for each position": DOES,
    "which is worse": DOES,
    "The course prints 1/15": lambda: (
        {one.pair: one.score for one in scored().candidates(2)}["hu", "##g"] == Fraction(10, 15 * 15) == Fraction(2, 45)
        and any("1/15" in text for key, text in templates("en").items() if key == "erratum.hug-wordpiece-tie.printed")
    ),
    "Praise the course": DOES,
    "follows the one of BERT": Cited("TensorFlow", 2026),
    "BERT's own code can't be compared": Cited("Devlin et al.", 2018),
    "takes each symbol to be": lambda: all(
        math.isclose(cards.change_by_hand(*trace[0].pair), trace.likelihood_change(0))
        for trace in (scored(), cards.counted(), cards.by_gain())
    ),
    "You can type a fraction": lambda: read_number("1/20") == read_number("0.05") == (Fraction(1, 20),),
}

UNIGRAM: Claims = {
    "Draw the direction": lambda: (
        list(newest().sizes()) == sorted(newest().sizes())
        and list(pruned().pieces_left[1:]) == sorted(pruned().pieces_left[1:], reverse=True)
    ),
    "The seeds are all parts": lambda: (
        all(cards.whole_words_are_seeds(name) for name in ("huggingface", "sentencepiece"))
        and pruned().probabilities(1).keys()
        == {w[i:j] for w in hug() for i in range(len(w)) for j in range(i + 1, len(w) + 1) if j - i < len(w)}
    ),
    "17 × 20 over 210 squared": lambda: (
        (pieces_seen("p"), pieces_seen("ug")) == (17, 20)
        and math.isclose(best("pug"), 17 * 20 / 210**2)
        and close(read_number("17 × 20 / 210^2")[0], Fraction(17 * 20, 210**2))
    ),
    "Half a per cent off": lambda: close(1.004, Fraction(1)) and not close(1.006, Fraction(1)),
    "one very rare piece": lambda: unigram.Model({"ab": 0.0001, "a": 0.5, "b": 0.4999}).encode("ab") == ["a", "b"],
    "The best path to the end": lambda: (
        pieces_now(pruned(), "unhug")[0] == ("un", "hug") and (pieces_seen("un"), pieces_seen("hug")) == (16, 15)
    ),
    "far too many segmentations": lambda: (
        unigram.Model({"a" * n: 1 / 40 for n in range(1, 41)}).lattice("a" * 40).number_of_paths == 2**39
    ),
    "An expected count need not be whole": lambda: 8 < 10 * cards.share_of("hug", "hug") < 9,
    "The share is the probability": lambda: all(
        math.isclose(lattice.share(path), path.probability / sum(one.probability for one in lattice.nbest(99)))
        for lattice in cards.lattices()
        for path in lattice.nbest(99)
    ),
    "= 9.7664": lambda: (
        [f"{cards.share_of(word, 'hug'):.4f}" for word in ("hug", "hugs")] == ["0.8286", "0.2960"]
        and f"{cards.soft().of(1, unigram.Expect).counts['hug']:.4f}" == "9.7664"
    ),
    "never fall": lambda: all(
        before < after + 1e-9
        for corpus in (hug(), newest().corpus)
        for before, after in pairwise(
            unigram.train(corpus, rules=replace(SOFT, passes=n), vocab_size=999).log_likelihood() for n in (1, 2, 3)
        )
    ),
    "is true for any corpus": Cited("Dempster, Laird and Rubin", 1977),
    "`un` occurs 16 times": lambda: pieces_seen("un") == 16 == sum(n for word, n in hug().items() if "un" in word),
    "just as good": lambda: all(
        math.isclose(best(word, with_piece="un"), best(word, without="un")) for word in hug() if "un" in word
    ),
    "They can't all be removed": lambda: not cards.free_pieces(3) >= cards.free_pieces(1) - cards.gone_first(),
    "about a quarter in one round": lambda: all(
        unigram.PRESETS[name].pruned_share == 0.25 and unigram.PRESETS[name].passes > 0
        for name in ("huggingface", "sentencepiece")
    ),
    "dropout": Cited("Provilkov et al.", 2020),
    "Ties are accepted": lambda: (
        {(task := best_path(model=pruned().model(1), word="pug")).solution, *task.others} == {("p", "ug"), ("pu", "g")}
    ),
}

BYTES: Claims = {
    "five before E9": lambda: ord("é") - ord("ä") == 5 == "é".encode()[-1] - "ä".encode()[-1],
    "Hexadecimal": lambda: read_bytes("C3 A4")[0] == read_bytes("c3a4")[0] == "ä".encode(),
    "the family is 18 numbers": lambda: len(cards.FAMILY.encode()) == 18,
    "a tokenizer without bytes does": DOES,
    "fill the vocab.json": lambda: {"Ġ", *"æĺ¥"} <= set(ByteLevel.alphabet()),
    "The files of tiktoken": lambda: "b64decode" in inspect.getsource(load_tiktoken_bpe),
    "one pre-token per line": DOES,
    "Without any pattern": lambda: any(
        " " in one.strip() for one in bpe.train(Corpus({"of the day of the sea of the": 1}), merges=6).tokens
    ),
    "has `这` only once": lambda: (
        (examples.load("tea").text or "").count("这") == 1
        and len(cards.encoded("这", "tea")) == 2
        and len(cards.encoded("这", "tea", None)) == 1
    ),
    "shows the first token alone": DOES,
    "A chat program should wait": DOES,
    "The sentence is from": lambda: (
        recorded.load("english", "gpt-2").sentence.text
        == "All human beings are born free and equal in dignity and rights."
    ),
    "Many services charge": Cited("Ahia et al.", 2023),
    "The bytes set the worst case": lambda: (
        all(of.in_bytes(text, name) <= len(text.encode()) for text in of.TWINS for name in ("lighthouse", "tea"))
        and all(
            of.in_bytes(text, own) < of.in_bytes(text, other) == len(text.encode())
            for text, own, other in zip(of.TWINS, ("lighthouse", "tea"), ("tea", "lighthouse"), strict=True)
        )
    ),
    "Without a fallback": lambda: of.tokens("bert", "尊")[1:-1] == ("[UNK]",),
    "Choose the BERT-style tokenizer": DOES,
    "look how it begins": lambda: (
        ord("ö") - ord("ï") == 7
        and "ö".encode()[:1] == "ï".encode()[:1]
        and "ï" in guides.load("bytes").cards[8].query["text"]
    ),
}

COMPARE: Claims = {
    "Ask of any comparison": DOES,
    "Show a row": DOES,
    "from `nights` and `nightfall`": lambda: (
        [word for word in of.STORY if "night" in word] == ["nights", "nightfall"]
        and cards.on_prose("bpe").encode("night") == ["night"]
    ),
    "on the board": DOES,
    "need not become tokens": lambda: (
        max(hug(), key=lambda word: hug()[word]) == "pun" and compared()["WordPiece"].encode("pun") != ["pun"]
    ),
    "A mark makes two symbols": lambda: (
        [one in scored().symbols(0) for one in ("u", "##u", "p", "##p")] == [False, True, True, False]
        and compared()["WordPiece"].encode("unhug") == ["[UNK]"]
    ),
    "a tokenizer that knows nothing": lambda: (
        all(wordpiece.Model(["[UNK]"]).encode(word) == ["[UNK]"] for word in cards.new_words())
        and min(cards.rate(name, cards.new_words()) for name in compared()) > 1
    ),
    "If the answers differ": DOES,
}

CONSEQUENCES: Claims = {
    "Let them ask": DOES,
    "changes counting a lot": Cited("Zhang et al.", 2024),
    "even where each item is one token": Cited("Yehudai et al.", 2024),
    "Ask for other errors": DOES,
    "has single digits": lambda: (
        all(len(one) == 1 for one in of.texts_of("numbers", "llama-2") if one.strip("▁").isdigit())
        and [one.name for one in recorded.tokenizers()].index("llama-2") >= 10
    ),
    "which texts the tokenizer of their own model": DOES,
    "Hindi shows it most": lambda: (
        max(of.LANGUAGE_SENTENCES, key=lambda one: of.length_of(one, "gpt-2") / of.length_of(one, "gpt-4o")) == "hindi"
    ),
    "watch the last token go": lambda: (
        of.tokens("gpt", "out at the ")[:-1] == of.tokens("gpt", "out at the") and of.tokens("gpt", "the ")[-1] == "Ġ"
    ),
    "SolidGoldMagikarp": Cited("Rumbelow and Watkins", 2023),
    "how to choose": lambda: guides.load("consequences").next == "choosing",
}

CHOOSING: Claims = {
    "Hover over the token": DOES,
    "remember to train their rows": DOES,
    "a sentence of their own domain": DOES,
    "the paper gives 270M": Cited("Conneau et al.", 2020),
    "For BERT, the paper gives 30,000 tokens": Cited("Devlin et al.", 2019),
    "In this architecture, so many rows": lambda: f"{30_000 * 768 / of.parameters(30_000):.1%}" == "21.1%",
    "matters more for a phone": DOES,
    "unknown words is zero": lambda: all(of.is_known_over_bytes(text, of.STORY) for text in ("quiet", "🦙", "茶\0")),
    "would choose size 60": DOES,
    "either of them leaves 24": lambda: (
        of.greedy().tie_sizes == (1, 2)
        and {of.symbols_left(of.greedy().merges[0], pair) for pair in of.greedy()[1].tied} == {24}
    ),
    "try other sentences": DOES,
    "check first": DOES,
}

ALL: Mapping[str, Claims] = {
    "why": WHY,
    "tokens": TOKENS,
    "bpe": BPE,
    "wordpiece": WORDPIECE,
    "unigram": UNIGRAM,
    "bytes": BYTES,
    "compare": COMPARE,
    "consequences": CONSEQUENCES,
    "choosing": CHOOSING,
    "newer": newer.NOTES,
}
HELD = [(name, phrase) for name, claims in ALL.items() for phrase, said in claims.items() if callable(said)]


def sentences(name: str) -> list[str]:
    """Return the sentences of a lesson's English notes."""
    notes = (card.notes["en"] for card in guides.load(name).cards)
    return [one for note in notes for one in re.split(r"(?<=[.?!]) (?=[A-Z`])", note)]


@pytest.mark.parametrize("name", guides.ORDER)
def test_every_sentence_has_its_say(name: str) -> None:
    """Each sentence holds one phrase of the table, and each phrase is in one sentence."""
    said = sentences(name)
    assert {phrase: n for phrase in ALL[name] if (n := sum(phrase in one for one in said)) != 1} == {}
    assert [one for one in said if sum(phrase in one for phrase in ALL[name]) != 1] == []


@pytest.mark.parametrize(("name", "phrase"), HELD)
def test_what_a_note_concludes_is_so(name: str, phrase: str) -> None:
    claim = ALL[name][phrase]
    assert callable(claim)
    assert claim()


@pytest.mark.parametrize("name", guides.ORDER)
def test_languages_note_the_same(name: str) -> None:
    """The same tokens in quotes."""
    for card in guides.load(name).cards:
        english, chinese = (re.findall(r"`[^`]*`", card.notes[language]) for language in ("en", "zh"))
        assert sorted(english) == sorted(chinese), card.title
