"""The sentences of each topic, on worked examples: the only place where their wording is tested.

A topic is a function that takes a catalog and yields pairs of what a sentence is about and the sentence. Its sentences
in each language are in a file beside this module. All other tests ask which text was said with which values, by
`tests.catalogs.KEYS`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, get_args

from tests.compare.tokenizers import HUG
from tests.unigram.conventions import HARD, SOFT
from tests.wording.commands import command_line
from tests.wording.texts import errors, notes, pages, pictures, tokenizers, vocabularies
from tokviz import bpe, examples, parity, picky, superbpe, unigram, wordpiece
from tokviz.bpe import Applier, Encoding, LongestFirst
from tokviz.compare.accounts import Account, Added, ByMerges, Marked, Other, Probability, Spaced, Unexplained
from tokviz.compare.comparison import ComparedCorpus, Comparison, Engine, Slot, opening_split
from tokviz.compare.differences import Reason, reason
from tokviz.compare.histories import Merge
from tokviz.compare.sizes import Tokenizer, at_size
from tokviz.corpus import Corpus, Language, LanguageCorpus
from tokviz.corpus.passages import Passage, Stretch
from tokviz.exercises import CHALLENGES, KINDS, about, check, check_function, make
from tokviz.exercises.task import Explanation
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.rules import TieBreak
from tokviz.merging.steps import Step
from tokviz.models.added_tokens import AddedToken
from tokviz.superbpe import boundless
from tokviz.superbpe.encoding import explain_line
from tokviz.superbpe.traces import AnyTrace
from tokviz.unigram.missing import Missing, MissingReason
from tokviz.views.compare.sentences import (
    other_sizes,
    rare_merges_sentences,
    sentence,
    summary_sentence,
    unknown_sentences,
)
from tokviz.views.encoding.decoding import spelling, walk_frames
from tokviz.views.encoding.longest_match import match_frames
from tokviz.views.encoding.lookup import longest_first_frames
from tokviz.views.encoding.merging import Frame, word_frames
from tokviz.views.encoding.replay import replay_frames
from tokviz.views.encoding.subword_nmt import apply_frames
from tokviz.views.exercises.wording import sentences as exercise_sentences
from tokviz.views.lattice import viterbi
from tokviz.views.lattice.fewest import needed, result
from tokviz.views.merges import narration as merges_narration
from tokviz.views.parity import narration as parity_narration
from tokviz.views.picky import narration as picky_narration
from tokviz.views.picture.questions import Question
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import as_text
from tokviz.views.superbpe import narration as superbpe_narration
from tokviz.views.superbpe.encoding import boundless_frames, line_frames
from tokviz.views.top_down import narration as top_down_narration
from tokviz.views.top_down.narration import next_kept
from tokviz.views.unigram import narration as unigram_narration

__all__ = ["TOPICS", "Said"]

Said = Iterator[tuple[str, str]]

SENNRICH = examples.load("sennrich").corpus


# -- merges of BPE and WordPiece ---------------------------------------------------------------------------------------


def merges(say: Catalog) -> Said:
    """Yield the reason for a pair, what its merge does, and why a training ends."""
    sennrich = bpe.train(SENNRICH, rules="sennrich")
    yield from _training("sennrich", sennrich, [1, 2, 3, 9, 15], say)
    yield from _training("hug by score", wordpiece.train(HUG), range(1, 10), say)
    yield from _training("hug by count", wordpiece.train(HUG, rules="huggingface"), [1, 5], say)
    yield from _training("hug by gain", wordpiece.train(HUG, rules="gain"), [1, 8], say)
    yield from _training("a pair that overlaps itself", _course({"aab": 4, "aaa": 5, "b": 1}), [1], say)
    yield from _training("a count of one", _course({"ab": 1}), [1], say)
    yield from _training("many words", _course({f"ab{i}": i for i in range(1, 10)}, merges=1), [1], say)
    yield from _training("many ties", _course({"abcdefghi": 1}, merges=1), [1], say)
    two = Corpus({"ab": 1, "cd": 1})
    for rule in get_args(TieBreak):
        yield from _step(f"ties: {rule}", bpe.train(two, rules=bpe.Rules(tie_break=rule)), 1, say)
    of_bytes: tuple[TieBreak, ...] = ("greatest-pair", "smallest-pair")
    for rule in of_bytes:
        yield from _step(f"ties of bytes: {rule}", bpe.train(two, rules=bpe.Rules("bytes", tie_break=rule)), 1, say)
    ends: dict[str, bpe.Trace] = {
        "no pair": _course({"a": 2}),
        "one merge": _course({"abc": 2}, merges=1),
        "so many merges": _course({"abcd": 2, "xy": 1}, merges=2),
        "a size": _course({"abcd": 2}, vocab_size=5),
        "a size below the alphabet": _course({"abcd": 2}, vocab_size=1),
        "the minimum count": bpe.train(Corpus({"ab": 1}), rules="subword-nmt"),
        "the longest token": bpe.train(Corpus({"abc": 1}), rules=bpe.Rules(max_token_length=3)),
    }
    for name, trace in ends.items():
        yield f"end: {name}", as_text(merges_narration.end(trace, say))


def _course(words: dict[str, int], **limits: Any) -> bpe.Trace:
    return bpe.train(Corpus(words), rules="course", **limits)


def _training(name: str, trace: MergeTrace[Any], numbers: Iterable[int], say: Catalog) -> Said:
    yield f"{name}, start", as_text(merges_narration.start(trace, say))
    for number in numbers:
        yield from _step(name, trace, number, say)
    yield f"{name}, end", as_text(merges_narration.end(trace, say))


def _step(name: str, trace: MergeTrace[Step], number: int, say: Catalog) -> Said:
    step = trace[number - 1]
    yield f"{name}, before merge {number}", as_text(merges_narration.upcoming(step, say))
    yield f"{name}, after merge {number}", as_text(merges_narration.done(step, say))
    yield f"{name}, after merge {number}, in short", as_text(merges_narration.done_in_short(step, say))


# -- merges in turns ---------------------------------------------------------------------------------------------------


def turns(say: Catalog) -> Said:
    """Yield the reason for a turn, what its merge does elsewhere, and why a training ends."""
    example = examples.load("two-languages").corpus_for("parity")

    def trained(name: str, corpus: Corpus, numbers: Iterable[int], **knobs: Any) -> Said:
        trace = parity.train(corpus, merges=8, rules=replace(parity.PRESETS["parity"], **knobs))
        yield f"{name}, start", as_text(parity_narration.start(trace, say))
        for number in numbers:
            step = trace[number - 1]
            yield f"{name}, before merge {number}", as_text(parity_narration.upcoming(step, say))
            yield f"{name}, after merge {number}", as_text(parity_narration.done(step, say))
        yield f"{name}, end", as_text(parity_narration.end(trace, say))

    yield from trained("by held-out text", example, [1, 2, 6])
    yield from trained("by training text", example, [1], turn="training")
    yield from trained("by ratio", example, [1], turn="ratio", ratio=(1.0, 2.0))
    yield from trained("global merges", example, [1, 3], global_merges=2)
    yield from trained("one language", Corpus({"low": 5}), [1])
    window: dict[str, Any] = {"variant": "window", "window_size": 2}
    long = LanguageCorpus([Language.of("A", {"aabb": 100}), Language.of("B", {"ccdd": 1})])
    yield from trained("a window", long, [3, 5], alpha=1.0, **window)
    yield from trained("all over their share", long, [3], alpha=0.1, **window)
    short = LanguageCorpus([Language.of("A", {"ab": 3}), Language.of("B", {"c": 1})])
    yield from trained("no turn is decided", short, [1], alpha=0.5, **window)
    yield from trained("the program of the authors", long, [1], alpha=0.4, joint_window=True, **window)


# -- questions before a step -------------------------------------------------------------------------------------------


def questions(say: Catalog) -> Said:
    """Yield the questions before a step of a training, and the words on each answer."""
    sennrich = bpe.train(SENNRICH, rules="sennrich")
    asked: list[tuple[str, Question | None]] = [
        ("a tie of three", merges_narration.next_merge(sennrich, 0, say)),
        ("no tie", merges_narration.next_merge(sennrich, 8, say)),
        ("a score", merges_narration.next_merge(wordpiece.train(HUG), 0, say)),
        ("a gain", merges_narration.next_merge(wordpiece.train(HUG, rules="gain"), 0, say)),
        ("a great tie", merges_narration.next_merge(_course({"abcdefghijkl": 2, "mn": 1}, merges=1), 0, say)),
    ]
    pruned = unigram.train(HUG, vocab_size=14, rules="course")
    several = unigram.train(HUG, vocab_size=10, rules=SOFT)
    library = unigram.train(HUG, vocab_size=8, rules="huggingface")
    asked += [
        ("a pruning of one", unigram_narration.next_pruned(pruned, 1, say)),
        ("a pruning of several", unigram_narration.next_pruned(several, 5, say)),
        ("a pruning without an estimate", unigram_narration.next_pruned(library, 5, say)),
    ]
    selected = wordpiece.train_top_down(HUG, vocab_size=24, rules="tf-text")
    asked += [(f"top-down, step {k + 1}", next_kept(selected, k, say)) for k in (3, 25, 26)]
    in_turns = parity.train(examples.load("two-languages").corpus_for("parity"), merges=8)
    pair = parity_narration.next_merge(in_turns, 5, say)
    asked += [("a turn", pair and pair.first), ("the pair of a turn", pair)]
    for name, question in asked:
        if question is None:
            continue
        yield f"{name}, question", as_text(question.text)
        for part, told in (("hint", question.hint), ("answer", question.answer), ("rule", question.rule)):
            if told:
                yield f"{name}, {part}", as_text(told)
        for option in question.options:
            label = as_text(option.label)
            yield f"{name}, {label}", as_text(option.told)
            if option.wrong:
                yield f"{name}, {label} is wrong", as_text(option.wrong)


# -- WordPiece: the longest match --------------------------------------------------------------------------------------


def wordpiece_encoding(say: Catalog) -> Said:
    """Yield the search of WordPiece for the tokens of a word."""
    hug = wordpiece.Model(["[UNK]", "b", "h", "p", "##g", "##n", "##s", "##u", "##gs", "hu", "hugs"])
    for word in ("bugs", "bum", "mug", "bs", "b"):
        yield from _frames(word, match_frames(hug.explain(word), say))
    mask = wordpiece.Model(["[MASK]", "a"], added=(AddedToken(0, "[MASK]"),))
    yield from _frames("[MASK]", match_frames(mask.explain("[MASK]"), say))
    short = wordpiece.Model(["[UNK]", "a", "##a"], max_word_length=3)
    yield from _frames("too long: aaaa", match_frames(short.explain("aaaa"), say))
    unmarked = wordpiece.Model(["a", "b"], prefix="")
    yield from _frames("without a mark: ab", match_frames(unmarked.explain("ab"), say))
    single = wordpiece.Model(["b"])
    for word in ("m", "b"):
        yield from _frames(f"without [UNK]: {word}", match_frames(single.explain(word), say, has_unknown=False))


def _frames(name: str, frames: Iterable[Frame]) -> Said:
    for number, frame in enumerate(frames):
        for kind, said in frame.said:
            yield f"{name}, {number}, {kind}", as_text(said)


# -- WordPiece from the top down ---------------------------------------------------------------------------------------


def top_down(say: Catalog) -> Said:
    """Yield the texts of a training from the top down: counts, kept tokens, its end."""
    trace = wordpiece.train_top_down(HUG, vocab_size=24, rules="tf-text")
    yield "start", as_text(top_down_narration.start(trace, say))
    for number in (1, 2, 3, 4, 5):
        yield f"before step {number}", as_text(top_down_narration.upcoming(trace[number - 1], say))
        yield f"after step {number}", as_text(top_down_narration.done(trace[number - 1], say))
    yield "end", as_text(top_down_narration.end(trace, say))


# -- across words ------------------------------------------------------------------------------------------------------


def across_words(say: Catalog) -> Said:
    """Borders that fall, merges across them, pairs that are passed over, supermerges, and how the log encodes."""
    lines = Corpus({"by the way": 2, "by the sea": 1, "on the way": 1})
    signs = Corpus({"in the US: the US\n": 1, "in the US: the EU\n": 1, "é,é": 2})
    lesson = replace(superbpe.PRESETS["superbpe-lesson"], transition=18)
    trainings: dict[str, AnyTrace] = {
        "lesson": superbpe.train(lines, vocab_size=22, rules=lesson),
        "two words": superbpe.train(lines, vocab_size=22, rules=replace(lesson, max_token_words=2)),
        "colon": superbpe.train(signs, rules=lesson),
        "boundless": boundless.train(lines, merges=12),
    }
    for name, trace in trainings.items():
        for k in range(len(trace) + 1):
            for place, told in enumerate(superbpe_narration.said(trace, k, say)):
                yield f"{name}, {k} steps, {'next' if place else 'done'}", as_text(told)
        asked = superbpe_narration.next_pair(trace, len(trace) - 1, say)
        if asked is not None:
            yield f"{name}, question", as_text(asked.text)
            for option in asked.options:
                if option.wrong is not None:
                    yield f"{name}, wrong, {' '.join(option.names)}", as_text(option.wrong)
    for number, frame in enumerate(boundless_frames(boundless.train(lines, merges=9).model(), "by the way", say)):
        for place, (_, told) in enumerate(frame.said):
            yield f"encoding by the way, state {number}, {place}", as_text(told)
    model = trainings["lesson"].model()
    assert isinstance(model, superbpe.Model)
    for line in ("on the way", "on xthe way"):
        for number, frame in enumerate(line_frames(model, explain_line(model, line), say)):
            for place, (_, told) in enumerate(frame.said):
                yield f"encoding {line}, state {number}, {place}", as_text(told)


# -- Unigram -----------------------------------------------------------------------------------------------------------


def removals(say: Catalog) -> Said:
    """Merges, the tests of their parts, removals and returns, and a word that is encoded by the log."""
    lesson = Corpus({"abc": 9, "ab": 1, "abd": 3})
    twice = Corpus({"bbaaa": 6, "a": 8, "aabb": 3})
    trainings = {
        "at 0.5": picky.train(lesson, rules=picky.Rules(threshold=0.5)),
        "at 0.9": picky.train(lesson, rules="picky"),
        "scaffolds": picky.train(lesson, rules="scaffold"),
        "made again": picky.train(twice, rules="picky-0.6", merges=9),
        "at least": picky.train(Corpus({"abc": 3, "ab": 3}), rules=picky.Rules(threshold=0.5, above="at-least")),
        "below": picky.train(lesson, rules=picky.Rules(threshold=0.9, above="at-least"), merges=3),
    }
    for name, trace in trainings.items():
        for k in range(len(trace)):
            yield f"{name}, before step {k + 1}", as_text(picky_narration.upcoming(trace[k], say))
            yield f"{name}, after step {k + 1}", as_text(picky_narration.done(trace[k], say))
        yield f"{name}, end", as_text(picky_narration.end(trace, say))
    for token in trainings["at 0.5"].removed():
        told = picky_narration.why_removed(trainings["at 0.5"], token, len(trainings["at 0.5"]), say)
        yield f"why {token} is gone", as_text(told or ())
    for token in ("▁ab", "▁abd"):
        yield f"why {token} is there", as_text(picky_narration.why_kept(trainings["at 0.5"], token, say))
    for name, trace in trainings.items():
        for k in (2, 4):
            asked = picky_narration.next_event(trace, k, say)
            if asked is not None and not asked.pairs:
                yield f"{name}, question before step {k + 1}", as_text(asked.text)
                yield f"{name}, answer before step {k + 1}", as_text(asked.answer)
    for name in ("at 0.5", "scaffolds"):
        for number, frame in enumerate(replay_frames(trainings[name].model(), "abcab", say)):
            for _, told_ in frame.said:
                yield f"{name}, encoding abcab, state {number}", as_text(told_)


def unigram_training(say: Catalog) -> Said:
    """Yield the texts on EM and pruning, on the corpus of the course."""
    course = unigram.PRESETS["course"]
    trainings: list[tuple[str, str | unigram.Rules, int, list[int]]] = [
        ("course", "course", 10, [1, 2, 3, 9]),
        ("course with a pass", replace(course, passes=1), 10, [2]),
        ("course, scaled", replace(course, renormalize=True), 10, [1, 2]),
        ("soft", SOFT, 10, [2, 3, 6, 15]),
        ("hard", HARD, 11, [2, 3, 5]),
        ("huggingface", "huggingface", 8, [1, 6, 11]),
        ("sentencepiece", "sentencepiece", 12, [1, 6, 7]),
        ("nothing but characters", "course", 2, []),
        ("larger than all seeds", SOFT, 200, []),
        ("for ever", replace(unigram.PRESETS["huggingface"], pruned_share=0.0), 7, []),
    ]
    for name, rules, size, numbers in trainings:
        trace = unigram.train(HUG, vocab_size=size, rules=rules)
        yield f"{name}, start", as_text(unigram_narration.start(trace, say))
        for number in numbers:
            yield f"{name}, before step {number}", as_text(unigram_narration.upcoming(trace[number - 1], say))
            yield f"{name}, after step {number}", as_text(unigram_narration.done(trace[number - 1], say))
            for tie in unigram_narration.ties(trace, number, say):
                yield f"{name}, ties after step {number}", as_text(tie)
        yield f"{name}, end", as_text(unigram_narration.end(trace, say))


def unigram_encoding(say: Catalog) -> Said:
    """Yield the filling of Viterbi's table, and the way back through it."""
    model = unigram.train(HUG, vocab_size=10, rules="course").model(1)
    for word in ("unhug", "pug", "hugs", "mm"):
        yield from _frames(word, viterbi.word_frames(model.explain(word), say))
    crossing = unigram.Model({"a": 0.9, **dict.fromkeys(["b", "c", "d", "ab", "bcd", "aa"], 0.01)})
    for made, word in ((model, "unhug"), (model, "hugs"), (model, "hg"), (crossing, "abcd"), (crossing, "aaaa")):
        fewest = unigram.Fewest(made.lattice(word))
        for part in (*result(fewest, say), needed(fewest, fewest.left_out(), say)):
            yield f"fewest tokens: {word}", as_text(part)


# -- BPE: merges on a word ---------------------------------------------------------------------------------------------


def bpe_encoding(say: Catalog) -> Said:
    """Yield the splits of a word by merges, by subword-nmt and by longest match.

    Also how tokens are read back.
    """
    sennrich = bpe.train(SENNRICH, merges=10).model()
    for word in ("lowest", "xyz", "newest"):
        yield from _frames(word, word_frames(sennrich.explain(word), say))
    yield from _frames("dropout: lowest", word_frames(sennrich.explain("lowest", 0.99, random.Random(1)), say))
    course = bpe.PRESETS["course"]
    repeated = bpe.Model((("a", "b"),), ("a", "b", "ab"), course)
    yield from _frames("a pair twice: ababac", word_frames(repeated.explain("ababac"), say))
    doubled = bpe.Model((("a", "a"), ("aa", "aa")), ("a", "aa", "aaaa"), course)
    yield from _frames("in two places: aaaaa", word_frames(doubled.explain("aaaaa"), say))
    whole = replace(bpe.ENCODINGS["tiktoken"], rank_by="pair")
    known = bpe.Model((("l", "o"),), ("l", "o", "w", "lo", "low"), course, whole)
    yield from _frames("a whole word: low", word_frames(known.explain("low"), say))
    dropping = bpe.Model((("l", "o"),), ("l", "o", "lo"), course, Encoding(unknown="drop"))
    for word in ("lxox", "😀xy"):
        yield from _frames(f"dropped symbols: {word}", word_frames(dropping.explain(word), say))
    scored = bpe.Model((), (*"est", "es", "st"), course, bpe.ENCODINGS["sentencepiece"], scores={"es": 0.0, "st": 0.0})
    yield from _frames("equal scores: est", word_frames(scored.explain("est"), say))
    attached = bpe.train(SENNRICH, merges=10, rules="subword-nmt").model()
    applier, separate = Applier.from_model(attached), Applier.from_model(sennrich)
    walks: list[tuple[str, Applier, str]] = [
        ("a vocabulary", replace(applier, vocabulary={"lo@@", "w@@", "est"}), "lowest"),
        ("an empty piece", replace(separate, vocabulary={"low@@", "est@@"}), "lowest"),
        ("glossaries", replace(applier, glossaries=["NYC", r"\d+", "zzz"]), "newestNYC2024x"),
        ("a piece of no merge", replace(applier, vocabulary={"zz"}), "xy"),
        ("no separator", replace(applier, separator=""), "lowest"),
        ("one character", applier, "x"),
    ]
    for name, one, word in walks:
        yield from _frames(f"subword-nmt, {name}: {word}", apply_frames(one.explain(word), one.separator, say))
    read = bpe.train(Corpus({"low": 5}), merges=2, rules="minbpe").model(pretokenizer="gpt2")
    for model, tokens in ((read, read.encode("low 中")), (sennrich, ["low", "</w>"])):
        spell = partial(spelling, rules=model.rules, pretokenizer=model.pretokenizer)
        walk = walk_frames(tokens, lambda first, _, model=model: model.decode(first), spell, say)  # type: ignore[misc]
        yield from _frames(f"read back: {' '.join(tokens)}", walk)
    longest = LongestFirst(["est</w>", "high", "low", "es", "st"])
    for word in ("lowest", "xlow"):
        frames = longest_first_frames(longest.explain(word), [word], longest, say)
        yield from _frames(f"longest first: {word}", frames)


# -- comparisons -------------------------------------------------------------------------------------------------------


def compare(say: Catalog) -> Said:
    """Yield the reasons why two tokenizers split a word differently, and why one has another size."""
    words = bpe.train(HUG, rules="course")  # makes every word a token
    whole_words = at_size(words, len(words.vocabulary()))
    soft, huggingface, course = (unigram.PRESETS[name] for name in ("soft-em", "huggingface", "course"))
    no_seeds = [
        (replace(soft, max_piece_length=3), "hugs"),
        (huggingface, "pun"),
        (replace(course, seeds="substrings", seed_size=12), "hugs"),
        (replace(soft, seed_size=8), "bun"),
        (replace(huggingface, seed_size=8), "hug"),
        (replace(soft, seed_size=3), "bun"),
    ]
    for number, (rules, word) in enumerate(no_seeds, 1):
        made = at_size(unigram.train(HUG, vocab_size=20, rules=rules), 20)
        yield f"no seed {number}: {word}", _reason(word, made, whole_words, say)
    hug, bug = wordpiece.Model(["hug", "##s", "[UNK]"]), wordpiece.Model(["bug", "##s"])
    yield "unknown", _reason("bugs", Tokenizer(hug), Tokenizer(bug), say)
    yield "known", _reason("bugs", Tokenizer(bug), Tokenizer(hug), say)
    yield "longest match", _reason("hugs", Tokenizer(hug), Tokenizer(wordpiece.Model(["hugs"])), say)
    cut, together = _splitting("words"), _splitting("whitespace")
    letters = Tokenizer(bpe.Model((), ("Ã", "©"), pretokenizer="gpt2-bytes"))
    yield "pre-tokenization, apart", _reason("a-b", cut, together, say)
    yield "pre-tokenization, together", _reason("a-b", together, cut, say)
    yield "bytes", _reason("é", letters, together, say)
    yield "characters", _reason("é", together, letters, say)
    trained = {
        "BPE": at_size(bpe.train(HUG, rules="course"), 10),
        "WordPiece": at_size(wordpiece.train(HUG), 10),
        "Unigram": at_size(unigram.train(HUG, vocab_size=10, rules="soft-em"), 10),
        "Unigram on parts of words": at_size(unigram.train(HUG, vocab_size=10, rules=SOFT), 10),
        "single characters": Tokenizer(wordpiece.Model(["h", "p", "##u", "##n", "##ug", "##s", "hugs", "[UNK]"])),
    }
    for name, tokenizer in trained.items():
        for word in ("hugs", "pun"):
            for other, against in trained.items():
                if told := _reason(word, tokenizer, against, say):
                    yield f"{name} beside {other}: {word}", told
    for why in get_args(MissingReason):
        for limit in (None, 7.0):
            missing = Missing("qz", 3, why, round=2, cost=7.0, limit=limit, room=40)
            account = Probability(-1.0, None, ("qz",), (missing,))
            told = sentence(Reason("missing-piece", None, None, account, account), "A", say)
            yield f"missing: {why}, {'with' if limit else 'without'} a limit", told
    part = Missing("night", 5, "pruned", round=1, cost=0.0, limit=0.0, words=("nights", "nightfall"))
    account = Probability(-1.0, None, ("night",), (part,))
    yield "missing: part of other words", sentence(Reason("missing-piece", None, None, account, account), "A", say)
    yield from _reasons_of_files(say)
    yield from _whole_text(say)
    tokens, alone = ("lo", "w"), ("l", "ow")
    facts: dict[str, Account] = {
        "other tokens than our model": Unexplained(tokens, alone),
        "other tokens in a text": Unexplained(tokens, alone, is_rounded=True),
        "tied in single precision": Probability(
            -3.0, -3.0, alone, (), (("lo", -1.0), ("w", -2.0)), (-1.5, -1.5), is_single=True
        ),
    }
    for name, fact in facts.items():
        yield name, sentence(Reason("unexplained", None, None, fact, fact), "A", say)
    yield from _newer_reasons(say)
    sizes = [
        ("lighthouse", Slot("picky", "picky"), 100),
        ("lighthouse", Slot("picky", "picky-0.6"), 274),
        ("hug", Slot("wordpiece", "tf-text"), 15),
        ("hug", Slot("unigram", "soft-em"), 14),
        ("course", Slot("unigram", "course"), 100),
        ("sennrich", Slot("unigram", "huggingface"), 10),
    ]
    for example, slot, size in sizes:
        engine = Engine(ComparedCorpus.of_example(example, opening_split(example)))
        for told in other_sizes([engine.tokenizer(slot, size, "A")], say):
            yield f"size of {slot.algorithm} on {example}: {size}", told


def _whole_text(say: Catalog) -> Said:
    """Yield the texts on a whole text: words that differ, and the most tokens."""
    engine = Engine(ComparedCorpus.of_example("hug", opening_split("hug")))
    two = tuple(engine.tokenizer(Slot(name, "course"), 10, name) for name in ("bpe", "wordpiece"))
    for text in ("p hug", "pun pug", "p p", "pun", "p"):
        compared = Comparison(engine, two, text)
        yield f"words that differ: {text}", summary_sentence(compared, say)
        for told in rare_merges_sentences(compared, say).values():
            yield f"rare merges: {text}", told
    for text in ("mug hugs", "mug mug hugs"):
        compared = Comparison(engine, two, text)
        for told in unknown_sentences(compared.segmentations, say).values():
            yield f"unknown tokens: {text}", told


def _reasons_of_files(say: Catalog) -> Said:
    """Yield the reasons that only files bring along.

    They are spaces that are put in, added tokens, normalization, bytes for unknowns.
    """
    result = (ByMerges((), Merge(0, ("a", "b"), None)), ByMerges((), apart=("a", "b")))
    for before in ("", "<s>", None):
        told = Reason("not-merged", Fraction(1), "right", *result, (Marked("▁", before), None))
        yield f"a space as a token, after {before!r}", sentence(told, "A", say)
    by_token = ByMerges((), Merge(300, ("a", "b"), None, is_by_token=True))
    yield "rank of a token", sentence(Reason("not-merged", Fraction(1), "right", by_token, result[1]), "A", say)
    scored = ByMerges((), Merge(3, ("a", "b"), -20.0, is_by_token=True))
    yield "score of a token", sentence(Reason("not-merged", Fraction(1), "right", scored, result[1]), "A", say)
    lost, found = Other(("lower",), ("[UNK]",), is_known=False, limit=4), Other(("cafÃ©",), ("c", "af", "Ã©"))
    yield "too many characters", sentence(Reason("unknown", Fraction(1), "right", lost, found), "A", say)
    yield "a normalized text", sentence(Reason("unknown", Fraction(1), "right", found, found), "A", say)
    for is_taken in (True, False):
        added = Added("<s>", is_taken)
        yield f"added token: {is_taken}", sentence(Reason("added-token", Fraction(1), "right", added, added), "A", say)
    spelled = Other(("é",), ("<0xC3>", "<0xA9>"), is_known=True, is_spelled=True)
    yield "bytes for a character", sentence(Reason("unknown", Fraction(1), "left", spelled, spelled), "A", say)
    several = Other(("fi",), ("f", "i"))
    yield "several characters", sentence(Reason("characters", Fraction(1, 2), "left", several, several), "A", say)
    for covers, has_part in ((True, True), (False, True), (False, False)):
        spaced = Spaced(("a",), white="  ", covers=covers, has_part=has_part)
        told = Reason("white-space", Fraction(0), "left", spaced, spaced)
        yield f"white space: all {covers}, part {has_part}", sentence(told, "A", say)


def _newer_reasons(say: Catalog) -> Said:
    """Yield the reasons of algorithms that take turns, remove tokens, or join words."""
    languages = examples.load("two-languages").corpus
    turns, plain = parity.train(languages), at_size(bpe.train(languages, rules="course"), 18)
    for word in ("newest", "low", "neues"):
        yield f"turns: {word}", _reason(word, at_size(turns, 18), plain, say)
    removing = picky.train(Corpus({"abc": 9, "ab": 1, "abd": 3}), rules=picky.Rules(threshold=0.5))
    letters = Tokenizer(bpe.Model((), ("a", "b", "d", "e")))
    joined = at_size(bpe.train(Corpus({"abd": 3, "ba": 2}), rules="course"), 9)
    yield "a token was removed", _reason("abd", Tokenizer(removing.model(5), removing, 5), joined, say)
    yield "a token came back", _reason("abe", Tokenizer(removing.model(7), removing, 7), letters, say)
    missing = picky.train(
        Corpus({"bbc": 8, "bbaac": 1, "bcaba": 5}), rules=picky.Rules(threshold=0.2, size_counts="tokens")
    )
    yield "the two met too late", _reason("ba", Tokenizer(missing.model(17), missing, 17), joined, say)
    lines = examples.load("by-the-way").corpus_for("superbpe")
    words = Tokenizer(bpe.Model((), ("b",), pretokenizer="words"))
    lifted, boundlessly = superbpe.train(lines, rules="superbpe-lesson"), boundless.train(lines, merges=8)
    way = Passage("by the way", Stretch(6, 7, 10, 10))
    for name, tokenizer in (
        ("superword", Tokenizer(lifted.model(), lifted, len(lifted))),
        ("supermerge", at_size(boundlessly, 264, "lines")),
    ):
        for side, (left, right) in {name: (tokenizer, words), f"{name}, the other": (words, tokenizer)}.items():
            why = reason(way, left, right)
            assert why is not None
            yield side, sentence(why, "A", say)
    across = ByMerges((), Merge(2, ("3", "4"), 5), lift=6)
    yield "an earlier merge across", sentence(Reason("superword", None, None, across, across), "A", say)
    parts = ByMerges((), apart=("Ġthe", "Ġ"), has_parts=True)
    yield "parts of words", sentence(Reason("not-merged", None, "left", parts, parts), "A", say)


def _reason(word: str, left: Tokenizer, right: Tokenizer, say: Catalog) -> str:
    why = reason(Passage.alone(word), left, right)
    return sentence(why, "A", say) if why else ""


def _splitting(pretokenizer: str) -> Tokenizer:
    return Tokenizer(bpe.Model((("a", "-"), ("a-", "b")), ("a", "-", "b", "é", "a-", "a-b"), pretokenizer=pretokenizer))


# -- exercises ---------------------------------------------------------------------------------------------------------


def exercises(say: Catalog) -> Said:
    """Yield the questions, hints and solutions of tasks, and the words on answers.

    Functions are answers, too.
    """
    for kind in KINDS:
        task = make(kind, 1, 2)
        yield f"{kind}, task", _exercise((task.prompt,), say)
        for number, hint in enumerate(task.hints, 1):
            yield f"{kind}, hint {number}", _exercise((hint,), say)
        yield f"{kind}, why", _exercise(task.because, say)
        yield f"{kind}, unreadable", _exercise(check(task, "").said, say)
        other = make(kind, 2, 2).solution
        if other not in task.accepted:
            yield f"{kind}, wrong", _exercise(check(task, other).said, say)
    tie = about("next-merge", corpus=SENNRICH, rules="course", k=4)
    yield "next-merge, a tie", _exercise(check(tie, "w est").said, say)
    for name in CHALLENGES:
        task = about("find-corpus", challenge=name)
        yield f"{name}, task", _exercise((task.prompt,), say)
        yield f"{name}, met", _exercise(check(task, task.solution).said, say)
        yield f"{name}, not met", _exercise(check(task, task.get("corpus")).said, say)
    for name, function in _FUNCTIONS.items():
        yield f"a function that {name}", _exercise(check_function("bpe.train", function).said, say)


def _exercise(lines: Iterable[Explanation], say: Catalog) -> str:
    return as_text(exercise_sentences(lines, say))


def _learned(counts: dict[str, int], merges: int, rules: str | bpe.Rules = "course") -> list[tuple[str, str]]:
    return bpe.train(Corpus(counts), merges=merges, rules=rules).merges


_FUNCTIONS: dict[str, Callable[..., object]] = {
    "is right": _learned,
    "lets the last pair win": lambda counts, merges: _learned(counts, merges, bpe.Rules(tie_break="last-seen")),
    "has another convention": lambda counts, merges: _learned(counts, merges, "sennrich"),
    "stops": lambda counts, merges: _learned(counts, 3),
    "makes too many merges": lambda counts, merges: _learned(counts, 99)[:12],
    "returns nothing": lambda counts, merges: None,
    "returns triples": lambda counts, merges: [("a", "b", "c")],
    "merges what is not there": lambda counts, merges: [("x", "y")],
}


# -- all ---------------------------------------------------------------------------------------------------------------


TOPICS: dict[str, Callable[[Catalog], Said]] = {
    "merges": merges,
    "turns": turns,
    "questions": questions,
    "bpe_encoding": bpe_encoding,
    "wordpiece_encoding": wordpiece_encoding,
    "unigram": unigram_training,
    "removals": removals,
    "unigram_encoding": unigram_encoding,
    "across_words": across_words,
    "compare": compare,
    "exercises": exercises,
    "command_line": command_line,
    "errors": errors,
    "notes": notes,
    "pages": pages,
    "pictures": pictures,
    "tokenizers": tokenizers,
    "vocabularies": vocabularies,
    "top_down": top_down,
}
