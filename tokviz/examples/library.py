"""The worked examples: corpora of papers, textbooks and tutorials, what their sources printed, and our own prose.

An example is data. It says which rules its source follows and what the source printed, and which of that is wrong; it
never makes an algorithm print it. Titles, explanations and the sentences of errata are in the translation catalogs
under the example's key. Nothing here trains anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType

from tokviz import parity, picky, superbpe, unigram, wordpiece
from tokviz.bpe import PRESETS, Rules
from tokviz.corpus import Corpus, Language, LanguageCorpus
from tokviz.errors import CorpusError
from tokviz.examples.recipes import Erratum, Example, FirstSight, LanguageText, Published, Recipe
from tokviz.location import site
from tokviz.merging.steps import Pair

_PROSE = site() / "assets" / "prose"


def _steps(text: str) -> tuple[tuple[Pair, int | Fraction | None], ...]:
    """Read 'e s 9 · es t 9' or '##g ##s 1/20' (a number is optional, and ␣ stands for a space)."""
    steps: list[tuple[Pair, int | Fraction | None]] = []
    for part in text.split("·"):
        left, right, *number = part.split()
        worth = Fraction(number[0]) if number and "/" in number[0] else int(number[0]) if number else None
        steps.append(((left.replace("␣", " "), right), worth))
    return tuple(steps)


def _with_bpe(name: str, corpus: Corpus, recipe: Recipe, text: str | None = None) -> Example:
    return Example(name, MappingProxyType({"bpe": recipe}), corpus, () if text is None else (text,))


_COPIED = "A widely copied tutorial on the corpus of the paper"
_MINBPE = "minbpe README (karpathy/minbpe 1acefe8)"
_TRANSFORMERS = "Hugging Face Transformers documentation, Summary of the tokenizers"


def _sennrich() -> Example:
    rules = PRESETS["sennrich"]
    printed = (
        "e s 9 · es t 9 · est </w> 9 · l o 7 · lo w 7 · n e 6 · ne w 6 · new est</w> 6 · low </w> 5 · w i 3 · wi d 3 · "
        "wid est</w> 3 · low e 2 · lowe r 2 · lower </w> 2"
    )
    return Example(
        name="sennrich",
        counts=Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3}),
        recipes=MappingProxyType(
            {
                "bpe": Recipe(
                    source=(
                        "Sennrich, Haddow, Birch: Neural Machine Translation of Rare Words with Subword Units. ACL 2016"
                    ),
                    rules=rules,
                    published=(Published(rules, _steps(printed), _COPIED),),
                    errata=(Erratum("sennrich-grows", is_note=True, source=_COPIED),),
                ),
                # With pieces of two letters each word needs several, so that the first pruning has losses to compare.
                "unigram": Recipe(
                    source="tokviz", rules=replace(unigram.PRESETS["soft-em"], max_piece_length=2), vocab_size=15
                ),
            }
        ),
    )


def _parts() -> Example:
    """Return the worked example of removals: `▁ab` is removed at a half, and comes back for the words that need it."""
    rules = replace(picky.PRESETS["picky"], threshold=0.5)
    recipe = Recipe(source="tokviz", rules=rules)
    return Example("parts", MappingProxyType({"picky": recipe}), Corpus({"abc": 9, "ab": 1, "abd": 3}))


def _kentucky() -> Example:
    """Return a long word with the parts that only it has: 10 of 12 merges leave a part that no word needs any more.

    It opens where the halves of Kentucky are tested: `ucky` is left once, in lucky, and is removed there, too.
    """
    rules = replace(picky.PRESETS["picky"], threshold=0.9)
    recipe = Recipe(source="tokviz", rules=rules, merges=12, opens_at=12)
    return Example(
        "kentucky", MappingProxyType({"picky": recipe}), Corpus({"Kentucky": 12, "token": 5, "lucky": 1, "key": 4})
    )


def _follow() -> Example:
    first_seen = replace(PRESETS["sennrich"], end_of_word_attached=True, minimum_count=2)
    trace = (
        "l o 8 · w e 8 · lo w</w> 6 · n e 6 · ne we 6 · newe s 6 · newes t</w> 6 · w i 3 · wi d 3 · wid e 3 · "
        "wide s</w> 3 · lo we 2 · lowe r</w> 2"
    )
    codes = (
        "w e 8 · l o 8 · we s 6 · wes t</w> 6 · n e 6 · ne west</w> 6 · lo w</w> 6 · w i 3 · wi d 3 · wid e 3 · "
        "wide s</w> 3 · we r</w> 2 · lo wer</w> 2"
    )
    return _with_bpe(
        "follow",
        Corpus({"low": 5, "lower": 2, "newest": 6, "wides": 3, "follow": 1}),
        Recipe(
            source="A widely copied tutorial on subword-nmt; codes checked with subword-nmt 0.3.8",
            rules=first_seen,
            published=(Published(first_seen, _steps(trace)), Published(PRESETS["subword-nmt"], _steps(codes))),
            errata=(
                Erratum("follow-first-merge", step=1),
                Erratum("follow-two-lists", is_note=True),
                Erratum("follow-corpus", is_note=True),
                Erratum("follow-version", is_note=True),
                Erratum("follow-encode", is_note=True),
            ),
        ),
    )


def _hug() -> Example:
    rules = PRESETS["course"]
    score = wordpiece.PRESETS["course"]
    return Example(
        name="hug",
        counts=Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}),
        recipes=MappingProxyType(
            {
                "bpe": Recipe(
                    source="Hugging Face course, chapter 6.5",
                    rules=rules,
                    published=(Published(rules, _steps("u g 20 · u n 16 · h ug 15")),),
                ),
                "wordpiece": Recipe(
                    source="Hugging Face course, chapter 6.6",
                    rules=score,
                    published=(Published(score, _steps("##g ##s 1/20 · h ##u 1/36 · hu ##g 1/15")),),
                    errata=(
                        Erratum("hug-wordpiece-counts", step=0, source="A tutorial on the words of the course"),
                        Erratum("hug-wordpiece-tie", step=2),
                        Erratum("hug-wordpiece-others", step=2),
                        Erratum("hug-wordpiece-third", step=3),
                        Erratum("hug-wordpiece-hugs", step=4, word="hugs"),
                        Erratum("wordpiece-score", is_note=True),
                        Erratum("wordpiece-library", is_note=True),
                    ),
                ),
                "unigram": Recipe(
                    source="Hugging Face course, chapter 6.7",
                    rules=unigram.PRESETS["course"],
                    vocab_size=10,
                    # Real EM, and no whole words among the seeds: these would win at once.
                    first_sight=FirstSight(
                        "soft-em", replace(unigram.PRESETS["soft-em"], seeds="strict-substrings"), vocab_size=9
                    ),
                    errata=(
                        Erratum("hug-unigram-pug", step=1),
                        Erratum("hug-unigram-ties", step=1),
                        Erratum("hug-unigram-first", step=1, is_note=True),
                        Erratum("hug-unigram-free", step=1, is_note=True),
                        Erratum("hug-unigram-renormalized", step=1, is_note=True),
                        Erratum("hug-unigram-un", is_note=True),
                        Erratum(
                            "hug-unigram-summary",
                            source=_TRANSFORMERS,
                        ),
                        Erratum("unigram-estimates", is_note=True),
                        Erratum("unigram-characters", is_note=True),
                    ),
                ),
            }
        ),
    )


def _jurafsky() -> Example:
    rules = Rules(end_of_word="_")
    return _with_bpe(
        "jurafsky",
        Corpus({"low": 5, "lowest": 2, "newer": 6, "wider": 3, "new": 2}),
        Recipe(
            source="Jurafsky, Martin: Speech and Language Processing, 3rd edition, drafts before 2025, chapter 2",
            rules=rules,
            merges=8,
            published=(Published(rules, _steps("e r · er _ · n e · ne w · l o · lo w · new er_ · low _")),),
        ),
    )


def _jurafsky_2025() -> Example:
    rules = PRESETS["course"]
    return _with_bpe(
        "jurafsky-2025",
        Corpus({" new": 2, " renew": 2, "set": 1, " reset": 1}),
        Recipe(
            source="Jurafsky, Martin: Speech and Language Processing, 3rd edition, draft of 2025, chapter 2",
            rules=rules,
            merges=8,
            published=(Published(rules, _steps("n e · ne w · ␣ r · ␣r e · ␣ new · ␣re new · s e · se t")),),
        ),
        text="set new new renew reset renew",
    )


def _aaabdaaabac() -> Example:
    rules = PRESETS["minbpe"]
    return _with_bpe(
        "aaabdaaabac",
        Corpus({"aaabdaaabac": 1}),
        Recipe(
            source=f"Wikipedia, Byte-pair encoding; {_MINBPE}",
            rules=rules,
            merges=3,
            published=(Published(rules, _steps("a a · a b · aa ab")),),
            errata=(
                Erratum("aaab-tie", step=2, is_note=True, source="Wikipedia, Byte-pair encoding"),
                Erratum("aaab-readme", step=2, source=_MINBPE),
                Erratum("aaab-readme-third", step=3, source=_MINBPE),
            ),
        ),
        text="aaabdaaabac",
    )


def _course() -> Example:
    sentences = (
        "This is the Hugging Face Course.",
        "This chapter is about tokenization.",
        "This section shows several tokenizer algorithms.",
        "Hopefully, you will be able to understand how they are trained and generate tokens.",
    )
    rules = replace(PRESETS["course"], special_tokens=("<|endoftext|>",))
    score = wordpiece.PRESETS["course"]
    merges = (
        "Ġ t · i s · e r · Ġ a · Ġt o · e n · T h · Th is · o u · s e · Ġto k · Ġtok en · n d · Ġ is · Ġt h · Ġth e · "
        "i n · Ġa b · Ġtoken i"
    )
    scored = (
        "a ##b · ##f ##u · F ##a · Fa ##c · ##c ##t · ##fu ##l · ##ful ##l · ##full ##y · T ##h · c ##h · ##h ##m · "
        "ch ##a · cha ##p · chap ##t · ##t ##hm · H ##u · Hu ##g · Hug ##g · s ##h · t ##h · i ##s · ##thm ##s · "
        "##z ##a · ##za ##t · ##u ##t"
    )
    return Example(
        name="course",
        recipes=MappingProxyType(
            {
                "bpe": Recipe(
                    source="Hugging Face course, chapter 6.5",
                    rules=rules,
                    vocab_size=50,
                    pretokenizer="gpt2-bytes",
                    published=(Published(rules, _steps(merges)),),
                    errata=(Erratum("course-size", is_note=True, source="A tutorial with the code of the course"),),
                ),
                "wordpiece": Recipe(
                    source="Hugging Face course, chapter 6.6",
                    rules=score,
                    vocab_size=70,
                    pretokenizer="bert",
                    published=(Published(score, _steps(scored)),),
                    errata=(Erratum("wordpiece-score", is_note=True), Erratum("wordpiece-library", is_note=True)),
                ),
                "unigram": Recipe(
                    source="Hugging Face course, chapter 6.7",
                    rules=replace(unigram.PRESETS["course"], seeds="substrings"),
                    vocab_size=100,
                    pretokenizer="metaspace",
                    errata=(
                        Erratum("course-unigram-plus-one", step=1),
                        Erratum("course-unigram-size"),
                        Erratum("unigram-estimates", is_note=True),
                        Erratum("unigram-characters", is_note=True),
                    ),
                ),
            }
        ),
        documents=sentences,
    )


def _prose(name: str, files: str, pretokenizer: str, rules: str = "subword-nmt", merges: int = 200) -> Example:
    """Return an example of texts of our own; `files` are their names without suffix."""
    recipe = Recipe("tokviz", PRESETS[rules], merges, pretokenizer=pretokenizer)
    return Example(name, MappingProxyType({"bpe": recipe}), documents=("".join(map(_read, files.split())),))


def _read(name: str) -> str:
    try:
        return (_PROSE / f"{name}.txt").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CorpusError("prose-missing", file=f"{name}.txt") from None


def _two_languages() -> Example:
    """Return the smallest example in which the turn changes its mind: a long text, and a short one in longer words."""
    english = Language.of("English", {"low": 5, "lower": 2, "newest": 6, "widest": 3}, {"low": 1, "newest": 1})
    german = Language.of("German", {"neu": 2, "neues": 3}, {"neues": 2, "neuer": 1})
    recipe = Recipe("tokviz", parity.PRESETS["parity"], merges=8)
    return Example("two-languages", MappingProxyType({"parity": recipe}), LanguageCorpus([english, german]))


def _unequal_languages() -> Example:
    """Return texts of unequal length in three languages: plain BPE would spend most merges on the longest.

    It opens where plain BPE has parted the languages, and Spanish has the longest text by itself.
    """
    english, german, spanish = map(_at_the_market, ("English", "German", "Spanish"))
    more = "\n".join(map(_read, ("english-kitchen", "english-lighthouse")))
    texts = (replace(english, text=f"{english.text}\n{more}"), german, spanish)
    return _with_languages("unequal-languages", texts, merges=120, opens_at=28)


def _four_languages() -> Example:
    """Return a short text in four languages, with the same sentences as dev text in each."""
    names = ("English", "German", "Spanish", "Chinese")
    return _with_languages("four-languages", tuple(map(_at_the_market, names)), merges=60)


def _at_the_market(language: str) -> LanguageText:
    return LanguageText(language, *_read(f"market-{language.lower()}").split("\n\n", 1))


def _with_languages(name: str, languages: tuple[LanguageText, ...], merges: int, opens_at: int = 0) -> Example:
    recipe = Recipe("tokviz", parity.PRESETS["parity"], merges, pretokenizer="words", opens_at=opens_at)
    texts = tuple(one.text for one in languages)
    return Example(name, MappingProxyType({"parity": recipe}), documents=texts, languages=languages)


_ENGLISH = "english-lighthouse english-kitchen english-printer english-year english-questions"
_CHINESE = "chinese-tea chinese-type chinese-city chinese-questions chinese-train"


def _by_the_way() -> Example:
    """Four lines, of which three end alike: short enough to see every border, and to count superwords by hand."""
    rules = replace(superbpe.PRESETS["superbpe-lesson"], transition=18)
    return Example(
        name="by-the-way",
        counts=Corpus({"by the way": 2, "by the sea": 1, "on the way": 1}),
        documents=("by the way", "by the way", "by the sea", "on the way"),
        recipes=MappingProxyType({"superbpe": Recipe("tokviz", rules, merges=11, pretokenizer="lines")}),
    )


_AT_THE_END = (
    "at the end of the day the light at the end of the pier went out",
    "in the middle of the night the light at the end of the pier went on",
    "at the end of the road a dog sat in the middle of the road",
    "in the middle of the day the boats came in one by one",
    "one by one the boats went out at the end of the night",
    "the dog sat at the end of the pier in the middle of the day",
)


def _at_the_end() -> Example:
    """Six lines of common phrases: most words are one token when the borders fall, where the example opens."""
    rules = replace(superbpe.PRESETS["superbpe-lesson"], transition=72)
    recipe = Recipe("tokviz", rules, merges=63, pretokenizer="lines", opens_at=51)
    return Example(
        name="at-the-end",
        counts=Corpus(dict.fromkeys(_AT_THE_END, 1)),
        documents=_AT_THE_END,
        recipes=MappingProxyType({"superbpe": recipe}),
    )


_LOADERS: Mapping[str, Callable[[], Example]] = MappingProxyType(
    {
        "sennrich": _sennrich,
        "follow": _follow,
        "hug": _hug,
        "jurafsky": _jurafsky,
        "jurafsky-2025": _jurafsky_2025,
        "aaabdaaabac": _aaabdaaabac,
        "parts": _parts,
        "kentucky": _kentucky,
        "by-the-way": _by_the_way,
        "at-the-end": _at_the_end,
        "course": _course,
        "lighthouse": lambda: _prose("lighthouse", "english-lighthouse", "words"),
        "kitchen": lambda: _prose("kitchen", "english-kitchen", "words"),
        "zug": lambda: _prose("zug", "german-zug", "words"),
        "tea": lambda: _prose("tea", "chinese-tea", "words", "course", 70),
        "english": lambda: _prose("english", _ENGLISH, "gpt2", "course", 900),
        "chinese": lambda: _prose("chinese", _CHINESE, "gpt2", "course", 722),
        "unequal-languages": _unequal_languages,
        "two-languages": _two_languages,
        "four-languages": _four_languages,
    }
)

NAMES: tuple[str, ...] = tuple(_LOADERS)
"""The names of the examples, in the order in which they are offered."""


def names() -> tuple[str, ...]:
    """Return the names of all examples, in the order in which they are offered.

    >>> names()[:3]
    ('sennrich', 'follow', 'hug')
    """
    return NAMES


@cache
def load(name: str) -> Example:
    """Return the example of that name.

    Raises CorpusError for an unknown name.

    >>> load("hug").corpus_for("unigram")["pug"]
    5
    """
    if name not in _LOADERS:
        raise CorpusError("example-unknown", value=name, choices=", ".join(NAMES))
    return _LOADERS[name]()
