"""The picture of a function that was checked: the right steps, up to the first one that the function does not make.

There it shows what the function did beside what is right: the pair that it merged, framed in the words and among the
candidates, and in place of what comes next the sentence that says why that is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, cast

from tokviz import bpe, unigram, wordpiece
from tokviz.exercises.checking import Checked, right_model, right_trace
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Pair, Step
from tokviz.model import Encoder
from tokviz.text_keys import preset_key
from tokviz.views.algorithms import views_of
from tokviz.views.exercises.wording import sentences
from tokviz.views.merges.candidates import step_candidates
from tokviz.views.merges.picture import candidate_row
from tokviz.views.picture.payload import MarkedChips
from tokviz.views.picture.records import encoded
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.rendering import About, about
from tokviz.views.tokenizers.work import pretoken_picture


@dataclass(frozen=True)
class CheckedPicture:
    """The picture of a function that differs. step: where it does. parts: its payloads, which end one step later, with
    what is right: at the end of a picture nothing comes next, so nothing could be beside it."""

    parts: tuple[Mapping[str, Any], ...]
    step: int
    about: About


def checked_picture(checked: Checked, say: Catalog) -> CheckedPicture | None:
    """Return the picture of what was found; None where nothing differs, and where there is nothing to step through: the
    function raised an error or returned no merges and no tokens, or it is a pass of EM.

    >>> from tokviz.exercises import check_function
    >>> from tokviz.views.shared.catalog import load
    >>> found = checked_picture(check_function("bpe.train", lambda counts, merges: [("s", "t")]), load("en"))
    >>> found.step, found.parts[0]["frames"][0]["candidates"]["other"]["note"]["long"]
    (0, 'your function')
    """
    if checked.passed or checked.case is None or not checked.returned:
        return None
    trace = right_trace(checked)
    if trace is not None:
        merges = cast("tuple[Pair, ...]", checked.returned)
        step = next((k for k, pair in enumerate(trace.merges[: len(merges)]) if pair != merges[k]), None)
        step = min(len(merges), len(trace)) if step is None else step
        built = views_of(trace).picture.payload(trace, range(min(step + 1, len(trace)) + 1), say)
        if step < len(merges):
            show_pair(built, trace, merges[step], step, say, say("cli.check.show.yours"))
        return _ended([built], step, checked, say)
    model = right_model(checked)
    if model is None:
        return None
    tokens = cast("tuple[str, ...]", checked.returned)
    parts, _ = pretoken_picture(cast("Encoder", model), checked.case.word, say)
    return _ended(parts, _differs(model, checked.case.word, tokens), checked, say)


def _ended(parts: Sequence[dict[str, Any]], step: int, checked: Checked, say: Catalog) -> CheckedPicture:
    """Return payloads that end after a step at which the remarks on the function take the place of what comes next."""
    kept, last = [], min(step + 1, parts[0]["total"])
    for part in parts:
        frames = part["frames"][: max(0, last + 1 - part["first"])]
        if not frames:
            break
        if 0 <= (place := step - part["first"]) < len(frames):
            said = [frames[place]["say"][0], {"kind": "next", "text": sentences(checked.said, say)}]
            frames = [*frames[:place], {**frames[place], "say": said}, *frames[place + 1 :]]
        kept.append({**part, "frames": frames, "total": last, "search": False})
    title = say("cli.check.show.title", name=checked.name, rules=say.choice(preset_key, checked.rules))
    assert checked.case is not None
    listed = ", ".join(f"{visible(word)} {count}" for word, count in checked.case.corpus.items())
    return CheckedPicture(tuple(kept), step, about(title, [(say("takeaway.words"), listed)], say))


# -- trainers ----------------------------------------------------------------------------------------------------------


def show_pair(built: dict[str, Any], trace: MergeTrace[Step], pair: Pair, step: int, say: Catalog, yours: str) -> None:
    """Add the reader's pair to a frame of a picture beside the one that is merged: to the candidates, and as frames in
    the words. A pair that is not in the words is left out. yours: what it is called."""
    built["picture"]["parting"] = {"step": step, "told": say("picture.parting.go", number=step + 1)}
    frame = built["frames"][step - built["first"]]
    every = next(step_candidates(trace, range(step, step + 1), len(trace.pairs(step))), None)
    found = next((one for one in every.best if one.pair == pair), None) if every else None
    if found is None:
        return
    places = {chip["text"]: place for place, chip in enumerate(built["tokens"])}
    row = encoded(candidate_row(trace, found, lambda symbol: places[visible(symbol)], say))
    frame["candidates"]["other"] = {"row": row, "note": {"long": yours, "short": yours, "told": yours}}
    wanted = [row["left"], row["right"]]
    for group in frame["groups"]:
        for place, number in enumerate(group["rows"]):
            group["spans"] += encoded(_spans(built["rows"][number]["symbols"], wanted, place))


def _spans(symbols: Sequence[int], wanted: Sequence[int], place: int) -> list[MarkedChips]:
    spans: list[MarkedChips] = []
    free = 0
    for start, pair in enumerate(pairwise(symbols)):
        if start >= free and list(pair) == wanted:
            spans.append(MarkedChips(place, start, 2, "other"))
            free = start + 2
    return spans


# -- encoders ----------------------------------------------------------------------------------------------------------


def _differs(model: object, word: str, tokens: Sequence[str]) -> int:
    """Return the last step of a word after which the tokens of a function are still possible."""
    match model:
        case bpe.Model():
            encoding = model.explain(word)
            states = [*(step.symbols for step in encoding), encoding.tokens]
            wanted = _ends(tokens)
            possible = [k for k, symbols in enumerate(states) if wanted <= _ends(symbols)]
            return max(possible, default=0) + bool(encoding.dropped)
        case wordpiece.Model():
            matched = model.explain(word)
            pairs = zip(matched.found, tokens, strict=False)
            return next((k for k, (right, found) in enumerate(pairs) if right != found), len(matched))
        case unigram.Model():
            path = model.explain(word).path.arcs
            pairs_of_path = zip(path, tokens, strict=False)
            return next((arc.end for arc, found in pairs_of_path if arc.piece != found), len(word))
    return 0


def _ends(symbols: Sequence[str]) -> set[int]:
    """Return after how many letters symbols end."""
    return set(accumulate(map(len, symbols)))
