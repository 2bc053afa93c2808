"""Sentences on a step of a parity-aware BPE training: the turn and its reason, then the pair and its reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isnan

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.reasons import reason_of
from tokviz.merging.steps import Pair, Step
from tokviz.parity import Trace, Turn
from tokviz.parity.questions import next_turn
from tokviz.parity.turns import Score
from tokviz.views.merges import narration as merges
from tokviz.views.parity.lines import has_plain, plain_beside
from tokviz.views.picture.questions import OptionTexts, Question, present
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.language_names import language_name
from tokviz.views.shared.reasons import tie_rule, why
from tokviz.views.shared.sentences import Sentence, code, code_pair, plain, segments

_MAX_NAME = 16  # characters of a language's name that are shown

_FIRST = {
    "dev": "parity.turn.dev",
    "training": "parity.turn.training",
    "ratio": "parity.turn.ratio",
}
_FIRST_OF_REST = {
    "dev": "parity.turn.dev.rest",
    "training": "parity.turn.training.rest",
    "ratio": "parity.turn.ratio.rest",
}

_COUNTED = ("parity.pair.short", "parity.pair.short.tied")
_COUNTED_IN_ALL = ("parity.pair.all", "parity.pair.all.tied")
_ENDED = {
    "dev": "parity.end.dev",
    "training": "parity.end.training",
}

_ENDED_EQUAL = {
    "dev": "parity.end.dev.equal",
    "training": "parity.end.training.equal",
}

_STOPPED = {
    "all_exhausted": "parity.stopped.all_exhausted",
    "turn_not_decided": "parity.stopped.turn_not_decided",
    "all_over_share": "parity.stopped.all_over_share",
}


def name_of(trace: Trace, language: int, say: Catalog) -> str:
    """Return the name of a language; of a plain corpus, which has none, another word for it."""
    return language_name(trace.languages[language].name, say, _MAX_NAME) or say("parity.one-language")


def start(trace: MergeTrace[Step], say: Catalog) -> Sentence:
    """Return the state before the first merge."""
    languages = _own(trace).languages
    if len(languages) == 1:
        return merges.start(trace, say)
    words = counts_text(_own(trace), [language.total for language in languages], say)
    beside = say("parity.start.plain") if has_plain(_own(trace)) else ""
    return plain(say("parity.start", words=words) + beside)


def said(trace: Trace, k: int, say: Catalog) -> tuple[Sentence, ...]:
    """Say what the last of k merges did, and what the next one will do."""
    return (
        done(trace[k - 1], say) if k else start(trace, say),
        upcoming(trace[k], say) if k < len(trace) else end(trace, say),
    )


def done(step: Step, say: Catalog, tied: Sequence[Pair] = ()) -> Sentence:
    """Say what a merge did, and how often in which languages. tied: as in :func:`upcoming`."""
    trace = _own(step.trace)
    if len(trace.languages) == 1:
        return merges.done_in_short(step, say, tied)
    language, counts = trace.turns[step.index], trace.counts_by_language(step.index)
    pair, token = code_pair(*step.pair), code(step.token)
    values = {"number": step.index + 1, "pair": pair, "token": token, "counts": counts_text(trace, counts, say)}
    without = [i for i, count in enumerate(counts) if not count]
    if without:
        text = say("parity.done.some", **values, without=_listed(trace, without, say))
    else:
        text = say("parity.done", **values)
    if language is not None:
        text += say("parity.done.turn", language=name_of(trace, language, say))
    return segments(text)


def upcoming(step: Step, say: Catalog, tied: Sequence[Pair] = ()) -> Sentence:
    """Say whose turn it is, why, and which of its pairs wins. tied: the first of the pairs that are as good, the winner
    before the others, where they are known."""
    trace = _own(step.trace)
    turn = trace.turn(step.index)
    text = turn_text(trace, turn, say)
    text += say("parity.pair", why=why(reason_of(step, tied), say))
    return segments(text + _elsewhere(trace, step, say))


def upcoming_in_short(step: Step, say: Catalog) -> Sentence:
    """Say which language chooses, why, and how often its pair occurs, without the pairs that tie."""
    trace = _own(step.trace)
    turn, size = trace.turn(step.index), trace.tie_sizes[step.index]
    keys = _COUNTED_IN_ALL if turn.language is None else _COUNTED
    text = turn_text(trace, turn, say)
    values = {"pair": code_pair(*step.pair), "times": say.count("count.times", step.count)}
    if size == 1:
        return segments(text + say(keys[0], **values))
    tied, rule = say.count("picture.pairs", size), tie_rule(trace.rules.tie_rule, say)
    return segments(text + say(keys[1], **values, tied=tied, rule=rule))


def end(trace: MergeTrace[Step], say: Catalog) -> Sentence:
    """Say how long the texts are at the end, and why training ended where it did."""
    return (*plain(result(_own(trace), say)), *stop(_own(trace), say))


def stop(trace: Trace, say: Catalog) -> Sentence:
    """Say why training ended where it did."""
    if trace.stopped in _STOPPED:
        window = say.count("count.turns", trace.rules.window_size)
        return plain(say(_STOPPED[trace.stopped], merges=say.count("count.merges", len(trace)), window=window))
    return merges.end(trace, say)


def result(trace: Trace, say: Catalog) -> str:
    """Say how long the texts are at the end, and how long under plain BPE; nothing where training came to a halt,
    these are no lengths, or nothing is merged by a language."""
    beside = plain_beside(trace)
    is_told = trace.stopped not in _STOPPED and any(turn is not None for turn in trace.turns)
    if not is_told or trace.measure not in _ENDED or beside is None:
        return ""
    lengths, plain_lengths = trace.lengths(), counts_text(trace, beside.lengths(), say)
    if len(set(lengths)) == 1:
        length = say.count("count.length", lengths[0])
        return say(_ENDED_EQUAL[trace.measure], length=length, plain=plain_lengths)
    return say(_ENDED[trace.measure], lengths=counts_text(trace, lengths, say), plain=plain_lengths)


def turn_text(trace: Trace, turn: Turn, say: Catalog) -> str:
    """Say whose turn it is and why, for :func:`~tokviz.views.shared.sentences.segments`."""
    if turn.is_global:
        return say("parity.turn.global", number=turn.index + 1, globals=trace.rules.global_merges)
    if turn.language is None:
        return ""
    number, name = turn.index + 1, name_of(trace, turn.language, say)
    text = ""
    if turn.attempts:
        text += say("parity.turn.attempts", languages=_listed(trace, turn.attempts, say))
    if len(trace.languages) == 1:
        return text + say("parity.turn.alone", number=number)
    if turn.is_over:
        return text + say("parity.turn.over", number=number, language=name)
    if turn.passed_over:
        text += say("parity.turn.passed-over", languages=_listed(trace, turn.passed_over, say))
    keys = _FIRST_OF_REST if turn.passed_over or turn.exhausted else _FIRST  # of these one may be longer
    score = score_text(trace, turn.scores[turn.language], say)
    text += say(keys[trace.measure], number=number, language=name, score=score)
    if turn.tied:
        text += say("parity.turn.tied", languages=_listed(trace, turn.tied, say), language=name)
    return text


def score_text(trace: Trace, score: Score, say: Catalog) -> str:
    """Write what the turn of a language is decided by: a length with its unit, or a rate against its target."""
    return number_text(trace, score, say) if trace.measure == "ratio" else say.count("count.length", int(score))


def number_text(trace: Trace, score: Score, say: Catalog) -> str:
    """Write the same without its unit."""
    if trace.measure != "ratio":
        return say.integer(int(score))
    return "–" if isnan(score) else say.decimal(score, 3)


def _elsewhere(trace: Trace, step: Step, say: Catalog) -> str:
    """Say how often the pair of a step occurs in the other languages, where there are others."""
    language = trace.turns[step.index]
    counts = trace.counts_by_language(step.index)
    if language is None or len(counts) == 1:
        return ""
    others = {i: count for i, count in enumerate(counts) if i != language and count}
    if not others:
        return say("parity.elsewhere.none")
    return say("parity.elsewhere", counts=counts_text(trace, counts, say, without=language))


def _listed(trace: Trace, languages: Iterable[int], say: Catalog) -> str:
    """Return the names of several languages as a sentence lists them."""
    return say.listed([name_of(trace, language, say) for language in languages])


def counts_text(trace: Trace, counts: Sequence[int], say: Catalog, without: int | None = None) -> str:
    """List how often something occurs in each language that has it."""
    return say("list.comma").join(
        say("parity.count-in", language=name_of(trace, i, say), count=count)
        for i, count in enumerate(counts)
        if count and i != without
    )


def next_merge(trace: Trace, k: int, say: Catalog) -> Question | None:
    """Ask which pair of the language that chooses is merged after `k` merges, and before that which language it
    is, where several could be; None at the end."""
    question = merges.next_merge(trace, k, say)
    turn = trace.turn(k)
    if question is None or turn.language is None or len(trace.languages) == 1:
        return question
    name = name_of(trace, turn.language, say)
    text, reason = plain(say("parity.ask.merge", number=k + 1, language=name)), turn_text(trace, turn, say)
    return replace(question, text=text, hint=segments(reason), first=_next_turn(trace, turn, say))


def _next_turn(trace: Trace, turn: Turn, say: Catalog) -> Question | None:
    """Ask which language has a turn; None where only one could."""
    asked = next_turn(trace, turn.index)
    if len(asked.options) < 2:
        return None

    def score(language: int) -> str:
        return score_text(trace, turn.scores[language], say)

    def missed(language: int) -> Sentence:
        wrong = "predict.wrong.turn.passed" if language in turn.passed_over else "predict.wrong.turn"
        return plain(say(wrong, language=name_of(trace, language, say), score=score(language)))

    texts = OptionTexts[int](
        order=lambda language: language,
        label=lambda language: plain(name_of(trace, language, say)),
        told=lambda language: plain(score(language)),
        missed=missed,
    )
    question = present(asked, texts, say, segments(turn_text(trace, turn, say)), beside=0)
    return replace(question, hides=("say", "spans", "turn"))


def _own(trace: MergeTrace[Step]) -> Trace:
    assert isinstance(trace, Trace)
    return trace
