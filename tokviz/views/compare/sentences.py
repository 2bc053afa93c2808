"""Sentences of a comparison: why tokenizers split a word differently, what they are called, which sizes they missed.

The reasons are the facts of :mod:`tokviz.compare.differences`. Sentences are plain text: what shows them has to keep
them from being read as Markdown. The lines of a word have its tokens by each tokenizer, and why not as another's. Names
are as short as can be told apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import regex

from tokviz import picky, unigram
from tokviz.compare.accounts import Added, ByMerges, LongestMatch, LookedUp, Other, Probability, Spaced, Unexplained
from tokviz.compare.alignment import Segmentation
from tokviz.compare.comparison import Compared, Comparison, Slot
from tokviz.compare.differences import Reason, between, opposites, word_with_space
from tokviz.compare.histories import Merge
from tokviz.compare.notation import neutral
from tokviz.compare.rare_merges import rare_merges
from tokviz.compare.reading import Split
from tokviz.compare.sides import Side
from tokviz.corpus.passages import Passage
from tokviz.errors import CorpusError
from tokviz.text_keys import algorithm_key, measure_key, preset_key
from tokviz.unigram.missing import Missing
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import short_names, shorten, visible
from tokviz.views.shared.language_names import language_name
from tokviz.views.shared.sentences import code_word, segments
from tokviz.views.shared.text_rows import WordLine, WordLines, WordLink
from tokviz.views.top_down.narration import subtraction

_GONE = {
    "left-out": "compare.gone.left-out",
    "not-in-text": "compare.gone.not-in-text",
    "whole-word": "compare.gone.whole-word",
    "too-long": "compare.gone.too-long",
    "digit": "compare.gone.digit",
    "signs": "compare.gone.signs",
    "scripts": "compare.gone.scripts",
    "not-repeated": "compare.gone.not-repeated",
    "too-rare": "compare.gone.too-rare",
    "too-light": "compare.gone.too-light",
}

_GONE_TIED = {
    "too-rare": "compare.gone.too-rare.tied",
    "too-light": "compare.gone.too-light.tied",
}

_SPACE = {
    ("puts", "start"): "compare.why.space.puts.start",
    ("puts", "after"): "compare.why.space.puts.after",
    ("puts", "here"): "compare.why.space.puts.here",
    ("puts-none", "start"): "compare.why.space.puts-none.start",
    ("puts-none", "after"): "compare.why.space.puts-none.after",
    ("puts-none", "here"): "compare.why.space.puts-none.here",
}

_MARKED = {
    "start": "compare.why.mark.start",
    "after": "compare.why.mark.after",
    "here": "compare.why.mark.here",
}

_APART = {"bytes": "compare.why.bytes", "characters": "compare.why.characters"}

_UNITS = {
    "whole": "compare.why.whole",
    "word": "compare.why.word",
    "character": "compare.why.character",
}

# -- why a word is split otherwise -------------------------------------------------------------------------------------


_MOST = 12  # tokens of a word are shown in full up to this many
_LENGTH = 24
_WORDS = 3  # of the corpus are named, of those that a missing piece is a part of
_FROM_RIGHT = regex.compile(r"[^\s,.;:()]*[\p{bidi_class=R}\p{bidi_class=AL}][^\s,.;:()]*")


def sentence(reason: Reason, name: str, say: Catalog) -> str:
    """Return the sentence about the tokenizer on the left: how it came to its split, in its own terms. name: its name.

    >>> from tokviz import Corpus, bpe, wordpiece
    >>> from tokviz.compare.differences import reason
    >>> from tokviz.compare.sizes import at_size
    >>> from tokviz.corpus.passages import Passage
    >>> from tokviz.views.shared.catalog import load
    >>> hug = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> tokenizer, other = at_size(bpe.train(hug, rules="course"), 10), at_size(wordpiece.train(hug), 10)
    >>> print(sentence(reason(Passage.alone("hugs"), other, tokenizer), "WordPiece", load("en")))
    WordPiece merges ##g + ##s at step 1 (score 1/20), in the end hu + ##gs at step 3 (score 1/15).
    """
    text = say("compare.why.end", clause=_clause(reason, name, cuts=reason.cut == "left", say=say))
    mark = reason.marks[0]
    if mark is None:
        return text
    text = "" if reason.kind == "inserted-space" else text
    where = _MARKED["here" if mark.before is None else "after" if mark.before else "start"]
    return say(where, name=name, mark=tokens([mark.token]), token=tokens([mark.before or ""])) + text


def _came_out(reason: Reason, name: str, account: Other, *, cuts: bool, say: Catalog) -> str:
    """Say what lies before or outside the algorithm."""
    if reason.kind in ("pre-tokenization", "superword"):
        return say("compare.why.split" if cuts else "compare.why.unsplit", name=name, words=tokens(account.words))
    gives = say("compare.why.gives", name=name, tokens=tokens(account.tokens) or "∅")
    match reason.kind:
        case "unknown":
            if account.limit is not None:
                length = max(map(len, account.words))
                return gives + say("compare.why.too-long", length=say.integer(length), limit=say.integer(account.limit))
            if not account.is_known:
                return gives + say("compare.why.unknown")
            if account.is_spelled:
                return gives + say("compare.why.spelled")
            # Nothing is unknown to either: a normalization made another text, in which the two don't correspond.
            if isinstance(reason.right, Other) and reason.right.is_known and not reason.right.is_spelled:
                return gives + say("compare.why.reads", words=tokens(account.words))
            return gives + say("compare.why.known")
        case "bytes" | "characters":
            return gives + say(_APART[reason.kind] if cuts else "compare.why.no-bytes")
        case "options":
            return gives + say("compare.why.options")
    return gives


def tokens(names: Iterable[str], separator: str = " ") -> str:
    """Write tokens for a sentence or a table: visible, and not too many.

    >>> tokens(["hug", "##s"]), tokens("abcdefghijklmnop")
    ('hug ##s', 'a b c d e f g h i j k … p')
    """
    shown = [shorten(visible(name), _LENGTH) for name in names]
    if len(shown) > _MOST:
        shown = [*shown[: _MOST - 1], "…", shown[-1]]
    return separator.join(shown)


def isolated(text: str) -> str:
    """Return a sentence in which each token from right to left stands for itself, so that tokens keep their order.

    >>> isolated("gives א ב") == "gives \u2068א\u2069 \u2068ב\u2069"
    True
    """
    marked: str = _FROM_RIGHT.sub("\u2068\\g<0>\u2069", text)
    return marked


def _clause(reason: Reason, name: str, *, cuts: bool, say: Catalog) -> str:
    """Say what one of them did there. cuts: whether it has a boundary where the other has none."""
    match reason.left:
        case ByMerges() as account:
            return _by_merges(name, account, cuts=cuts, say=say)
        case LongestMatch() as account:
            return _longest(name, account, say)
        case Probability() as account:
            return _likeliest(name, account, say)
        case LookedUp() as account:
            key = _UNITS[account.unit] if account.is_known else "compare.why.not-known"
            return say(key, name=name, token=tokens([account.token]))
        case Added() as account:
            key = "compare.why.added" if account.is_taken else "compare.why.not-added"
            return say(key, name=name, token=tokens([account.token]))
        case Unexplained() as account:
            key = "compare.why.rounded" if account.is_rounded else "compare.why.unexplained"
            return say(key, name=name, tokens=tokens(account.tokens), modeled=tokens(account.modeled))
        case Spaced() as account:
            return _spaced(reason.kind, name, account, say)
        case Other() as account:
            return _came_out(reason, name, account, cuts=cuts, say=say)


def _spaced(kind: str, name: str, account: Spaced, say: Catalog) -> str:
    """Say what it does with the spaces of the text, or where there is none."""
    split_text = tokens(account.tokens) or "∅"
    if kind == "no-white-token":
        return say("compare.why.white.no-token", name=name, white=tokens([account.white]), tokens=split_text)
    if kind == "white-space":
        some = "compare.why.white.left-out" if account.has_part else "compare.why.white.none"
        key = "compare.why.white.kept" if account.covers else some
        return say(key, name=name, white=tokens([account.white]), tokens=split_text)
    does = "puts" if account.puts else "puts-none"
    where = "here" if account.before is None else "after" if account.before else "start"
    return say(_SPACE[does, where], name=name, token=tokens([account.before or ""]), tokens=split_text)


def _by_merges(name: str, account: ByMerges, *, cuts: bool, say: Catalog) -> str:
    if account.crossing is not None:
        text = _joins(name, account.crossing, say) + _after(account, account.crossing, say)
        if account.made is not None and account.made != account.crossing:
            text += say("compare.why.joins.made", pair=_pair(account.made.pair), when=_when(account.made, say))
        return text
    if account.removed is not None and account.undone is not None:
        return say(
            "compare.why.removed",
            name=name,
            pair=_pair(account.undone.pair),
            when=_when(account.undone, say),
            token=tokens([account.removed.token]),
            step=account.removed.step + 1,
            pieces=tokens(account.removed.pieces),
        )
    text = "" if account.rival is None else _joins(name, account.rival, say)
    if cuts and account.apart is not None:
        apart = _apart(_pair(account.apart), account, say)
        return text + say("compare.why.then", apart=apart) if text else say("compare.why.keeps", name=name, apart=apart)
    return text or say("compare.why.one", name=name)


def _joins(name: str, merge: Merge, say: Catalog) -> str:
    key = "compare.why.joins.super" if merge.is_super else "compare.why.joins"
    return say(key, name=name, pair=_pair(merge.pair), when=_when(merge, say))


def _after(account: ByMerges, crossing: Merge, say: Catalog) -> str:
    """Say what made the merge across a place possible, beside its parts."""
    if account.back is not None:
        return say("compare.why.joins.back", token=tokens([account.back.token]), step=account.back.step + 1)
    if account.lift is not None:
        key = "compare.why.joins.lift" if crossing.step > account.lift else "compare.why.joins.lift.before"
        return say(key, step=account.lift + 1)
    return ""


def _apart(pair: str, account: ByMerges, say: Catalog) -> str:
    """Say that a pair is not merged, and how far the merges of this size go."""
    if account.has_parts:
        return say("compare.why.parts", pair=pair)
    if account.missed is not None:
        return say("compare.why.missed", pair=pair, when=_when(account.missed, say))
    if account.last is None:
        return say("compare.why.apart", pair=pair)
    last = _when(account.last, say)
    if account.later is None:
        return say("compare.why.never", pair=pair, last=last)
    return say("compare.why.later", pair=pair, when=_when(account.later, say), last=last)


def _longest(name: str, account: LongestMatch, say: Catalog) -> str:
    text = say("compare.why.longest", name=name, token=tokens([account.token]))
    if account.made is not None:
        text += say("compare.why.longest.made", pair=_pair(account.made.pair), when=_when(account.made, say))
    if account.longer is not None:
        text += say("compare.why.longest.longer", longer=tokens([account.longer]))
    if account.judged is not None:
        judged = account.judged
        key = "compare.why.longest.judged" if judged.count else "compare.why.longest.uncounted"
        if judged.count and judged.is_above:
            key = "compare.why.longest.judged.above"
        sum_of = subtraction(judged.count, judged.remains, say)
        text += say(key, sum=sum_of, threshold=judged.threshold)
    if account.by_merges is not None:
        text += say("compare.why.longest.merges", tokens=tokens(account.by_merges))
    return text


def _likeliest(name: str, account: Probability, say: Catalog) -> str:
    if account.missing:
        pieces = [_gone(missing, say) for missing in account.missing[:_MOST]]
        return say("compare.why.missing", name=name, pieces=say("compare.why.and").join(pieces))
    assert account.other is not None
    own = _sum(account.best, account.score, say)
    other = _sum(tuple(zip(account.pieces, account.scores, strict=True)), account.other, say)
    key = "compare.why.likelier"
    if account.is_tied:
        key = "compare.why.tied.single" if account.is_single else "compare.why.tied"
    return say(key, name=name, own=own, other=other)


def _gone(missing: Missing, say: Catalog) -> str:
    """Say what became of a piece that is not there."""
    piece, step = tokens([missing.piece]), say.integer((missing.step or 0) + 1)
    if words := missing.words[:_WORDS]:
        piece = say("compare.gone.part-of", piece=piece, words=say.listed([tokens([word]) for word in words]))
    values = {
        "piece": piece,
        "step": step,
        "cost": say.decimal(missing.cost or 0, 0),
        "limit": say.decimal(missing.limit or 0, 0),
        "room": missing.room,
    }
    match missing.reason:
        case "pruned":
            return _pruned(missing, piece, step, say)
        case "dropped" if not missing.limit:
            return say("compare.gone.dropped.zero", piece=piece, step=step)
        case "dropped":
            cost, limit = say.short(missing.cost or 0, 2), say.short(missing.limit or 0, 6)
            return say("compare.gone.dropped", piece=piece, step=step, cost=cost, limit=limit)
        case "too-rare" | "too-light" if missing.limit is None:
            return say("compare.gone.no-room", **values)
        case "too-rare" | "too-light" if missing.cost == missing.limit:
            return say(_GONE_TIED[missing.reason], **values)
    if missing.reason is not None:
        return say(_GONE[missing.reason], **values)
    return say("compare.gone", piece=piece)


def _pruned(missing: Missing, piece: str, step: str, say: Catalog) -> str:
    number = say.integer(missing.round)
    if missing.cost is None:
        return say("compare.gone.pruned.parts", piece=piece, round=number, step=step)
    cost = _nats(missing.cost, say)
    if missing.limit is None:
        return say("compare.gone.pruned.last", piece=piece, round=number, step=step, cost=cost)
    if math.isclose(missing.cost, missing.limit, abs_tol=1e-9):
        return say("compare.gone.pruned.tied", piece=piece, round=number, step=step, cost=cost)
    return say("compare.gone.pruned", piece=piece, round=number, step=step, cost=cost, limit=_nats(missing.limit, say))


def _nats(cost: float, say: Catalog) -> str:
    return say.short(cost, 3) if cost < 1000 else say.decimal(cost, 0)


def _sum(pieces: Sequence[tuple[str, float]], score: float, say: Catalog) -> str:
    """Write pieces with their logarithms, and the sum that is the logarithm of the whole."""
    if len(pieces) == 1:
        return f"{tokens([pieces[0][0]])} {say.decimal(score, 3)}"
    shown = pieces if len(pieces) <= _MOST else (*pieces[: _MOST - 1], ("…", 0.0))
    names = " ".join(tokens([piece]) for piece, _ in shown)
    parts = " ".join("…" if piece == "…" else say.decimal(value, 3) for piece, value in shown)
    return f"{names}: {parts.replace(' −', ' − ')} = {say.decimal(score, 3)}"


def _when(merge: Merge, say: Catalog) -> str:
    number = say.integer(merge.step + 1)
    if merge.is_by_token and isinstance(merge.worth, float):
        return say("compare.why.rank.score", score=say.short(merge.worth, 6))
    if merge.is_by_token:
        return say("compare.why.rank.token", rank=say.integer(merge.step))
    if merge.worth is None:
        return say("compare.why.rank", step=number)
    if merge.language:
        return say("compare.why.turn", step=number, language=language_name(merge.language, say), count=merge.worth)
    return say(measure_key(merge.measure.name, "when"), step=number, worth=say.value(merge.worth))


def _pair(pair: tuple[str, str]) -> str:
    return tokens(pair, " + ")


# -- the lines of a word -----------------------------------------------------------------------------------------------


def why_not(passage: Passage, tokenizers: Sequence[Compared], splits: Sequence[Split]) -> dict[int, Reason]:
    """Return reasons of different splits of a word: number of a tokenizer -> reason.

    The tokenizer is on the left of its reason. Raises TokvizError.
    """
    reasons = {}
    sides = [Side(passage, tokenizer.tokenizer) for tokenizer in tokenizers]
    for number, other in opposites(splits).items():
        why = between(sides[number], sides[other])
        if why is not None:
            reasons[number] = why
    return reasons


def word_lines(
    tokenizers: Sequence[Compared],
    splits: Sequence[Split],
    whys: Mapping[int, Reason],
    passage: Passage,
    say: Catalog,
    *,
    links: Sequence[Sequence[WordLink]],
    is_neutral: bool = False,
) -> WordLines:
    """Return the lines on a word below the rows.

    links: for each tokenizer where its line leads. is_neutral: whether tokens are written in one neutral notation.
    """
    lines: list[WordLine] = []
    for number, (tokenizer, split) in enumerate(zip(tokenizers, splits, strict=True)):
        written = [neutral(token, tokenizer.model).text or "∅" if is_neutral else token for token in split.tokens]
        lines.append(
            {
                "tokens": [shorten(visible(token)) for token in written] or ["∅"],
                "fact": isolated(sentence(whys[number], tokenizer.label, say)) if number in whys else "",
                "links": list(links[number]),
            }
        )
    word = word_with_space(passage, splits) or passage.written
    told = "compare.word.differs" if whys else "compare.word.same"
    if not whys and len({split.goes_on for split in splits}) > 1:
        told = "compare.word.same-inside"
    return {"head": segments(say(told, word=code_word(word))), "lines": lines}


# -- names -------------------------------------------------------------------------------------------------------------


_NAMED = ("picky:scaffold", "superbpe:boundless")
"""Presets that are algorithms with a name of their own."""


def _is_like(slot: Slot, other: Slot) -> bool:
    return slot.algorithm == other.algorithm and other.name not in _NAMED


def tokenizer_names(slots: Sequence[Slot], say: Catalog) -> tuple[str, ...]:
    """Return a name for each tokenizer, all different.

    >>> from tokviz.views.shared.catalog import load
    >>> tokenizer_names([Slot("bpe", "course"), Slot("bpe", "sennrich"), Slot("unigram", "course")], load("en"))
    ('BPE (Hugging Face course)', 'BPE (Sennrich et al. 2016)', 'Unigram')
    """
    names: list[str] = []
    files = [slot.files[0].name for slot in slots if slot.files]
    called = dict(zip(files, short_names(files), strict=True))
    for slot in slots:
        if not slot.is_trained:
            label = called[slot.files[0].name] if slot.files else say("compare.file")
        else:
            label = say.choice(preset_key, slot.preset) if slot.name in _NAMED else say(algorithm_key(slot.algorithm))
            if slot.name not in _NAMED and sum(_is_like(slot, other) for other in slots) > 1:
                label = say("compare.label", name=label, preset=say.choice(preset_key, slot.preset))
        number = sum(known.split(" · ")[0] == label for known in names)
        names.append(f"{label} · {number + 1}" if number else label)
    return tuple(names)


# -- all rows ----------------------------------------------------------------------------------------------------------


def summary_sentence(comparison: Comparison, say: Catalog) -> str:
    """Say how many words of the text are split differently; nothing of a text without words."""
    try:
        words = comparison.text_words
    except CorpusError:
        return ""
    if not words.occurrences:
        return say.count("compare.summary.same", words.total)
    if words.occurrences == words.total:
        return say.count("compare.summary.all", words.total)
    return say.count("compare.summary", words.total, differing=say.integer(words.occurrences))


def rare_merges_sentences(comparison: Comparison, say: Catalog) -> dict[int, str]:
    """Return the reason for the most tokens, by the number of the tokenizer; empty if none is known."""
    rare = rare_merges(comparison)
    if rare is None:
        return {}
    mean, other = (say.decimal(float(value), 1) for value in (rare.mean, rare.other_mean))
    if mean == other:  # as they are written
        return {}
    own, name = comparison.names[rare.number], comparison.names[rare.other]
    return {rare.number: say("compare.rare-merges", own=own, mean=mean, name=name, other=other)}


def unknown_sentences(segmentations: Sequence[Segmentation], say: Catalog) -> dict[int, str]:
    """Return, of each tokenizer with fewer tokens than another, how many characters its unknown tokens stand for, by
    its number; of those with more than one: another has a token or more for each.

    >>> from tokviz import wordpiece
    >>> from tokviz.compare.alignment import segment
    >>> from tokviz.views.shared.catalog import load
    >>> models = [wordpiece.Model(["[UNK]", "a"]), wordpiece.Model(["[UNK]", "a", "b", "##b", "##c"])]
    >>> unknown_sentences([segment("a abc bbc", model) for model in models], load("en"))
    {0: '2 unknown tokens stand for 6 characters, so the count is low.'}
    """
    most = max((len(segmentation.tokens) for segmentation in segmentations), default=0)
    told: dict[int, str] = {}
    for number, segmentation in enumerate(segmentations):
        unknown = [token for token in segmentation.tokens if token.kind == "unknown"]
        lengths = [length for token in unknown if (length := token.end - token.start) > 1]
        if lengths and len(segmentation.tokens) < most:
            told[number] = say.count("compare.unknown", len(lengths), characters=say.integer(sum(lengths)))
    return told


# -- sizes -------------------------------------------------------------------------------------------------------------


def other_sizes(compared: Iterable[Compared], say: Catalog) -> list[str]:
    """Return a sentence for each that was trained and did not come to the size that was its aim, and one for each that
    removed tokens; special tokens are not counted.

    >>> from tokviz.compare.comparison import ComparedCorpus, Engine, Slot
    >>> from tokviz.views.shared.catalog import load
    >>> engine = Engine(ComparedCorpus.of_example("hug", "whitespace"))
    >>> other_sizes([engine.tokenizer(Slot("unigram", "soft-em"), 14, "Unigram")], load("en"))[0][:45]
    'Unigram has 12, not 14: after step 10 there w'
    """
    lines = []
    for entry in compared:
        size, ever = entry.tokenizer.size, entry.tokenizer.ever_made
        if ever is not None and ever > size:
            lines.append(say("compare.size.removed", name=entry.label, size=size, ever=ever))
        if entry.possible is not None and size != entry.size:
            lines.append(
                say("compare.size.other", name=entry.label, size=size, asked=entry.size, why=_size_reason(entry, say))
            )
    return lines


def _size_reason(compared: Compared, say: Catalog) -> str:
    if isinstance(compared.tokenizer.trace, picky.Trace):
        again = compared.tokenizer.trace.kinds[: compared.tokenizer.steps].count("again")
        return say.count("compare.size.why.again", again)
    if compared.tokenizer.learned:
        return say("compare.size.why.merges")
    trace = compared.tokenizer.pruning
    if trace is None:
        return say("compare.size.why.top-down")
    special = compared.tokenizer.special
    sizes = [max(size - special, 0) for size in trace.sizes()[: compared.tokenizer.steps + 1]]
    if sizes[-1] > compared.size:
        return say("compare.size.why.full")
    enough = [k for k, size in enumerate(sizes) if size >= compared.size]
    if not enough:
        return say("compare.size.why.fewer", most=max(sizes))
    changes = say.listed(_size_changes(trace, range(enough[-1], compared.tokenizer.steps), say))
    return say("compare.size.why.pruning", step=enough[-1], size=sizes[enough[-1]], what=changes)


def _size_changes(trace: unigram.Trace, steps: range, say: Catalog) -> list[str]:
    """Say what took pieces out, and put them back, in some steps."""
    dropped = pruned = back = 0
    for k in steps:
        before, after = trace.scores(k).keys(), trace.scores(k + 1).keys()
        back += len(after - before)
        if trace.kinds[k] == "prune":
            pruned += len(before - after)
        else:
            dropped += len(before - after)
    least = trace.rules.minimum_expected
    changes = []
    if dropped and least:
        changes.append(say.count("compare.size.dropped", dropped, limit=say.short(least, 6)))
    elif dropped:
        changes.append(say.count("compare.size.dropped.zero", dropped))
    if pruned:
        changes.append(
            say.count("compare.size.pruned.share" if trace.rules.overshoot else "compare.size.pruned", pruned)
        )
    if back:
        changes.append(say.count("compare.size.back", back))
    return changes
