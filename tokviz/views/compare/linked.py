"""A comparison as a link asks for it: its corpus, the tokenizers that can be made of that, and the text that all
split."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tokviz.compare.comparison import FEWEST, Compared, Comparison, Engine, Slot, held_out, opening_text
from tokviz.compare.sizes import SizeRange, common_sizes, usual_size
from tokviz.errors import TokvizError
from tokviz.memory import File, Memory
from tokviz.state.compare import CompareState, compared_corpus
from tokviz.views.compare.sentences import tokenizer_names
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import error_text, note_text


def linked_comparison(state: CompareState, memory: Memory, say: Catalog) -> tuple[Comparison, tuple[str, ...]]:
    """Return the comparison, and what is to be said of its corpus and of tokenizers that cannot be made. Raises
    TokvizError where fewer than two can."""
    engine = Engine(compared_corpus(state, memory), memory)
    notes = [note_text(code, details, say) for code, details in engine.source.notes]
    if engine.source.of is not None:
        notes.append(say("compare.beginning", shown=engine.source.text.length, total=engine.source.of))
    tokenizers = tuple(_tokenizers(engine, state, notes, say))
    if len(tokenizers) < FEWEST:
        raise TokvizError("tab-compare", why=" ".join(notes) or say("compare.too-few"))
    text = state.text if state.text.strip() else opening_text(engine.source.text)
    return Comparison(engine, tokenizers, text, held_out(state.held)), tuple(notes)


def _tokenizers(engine: Engine, state: CompareState, notes: list[str], say: Catalog) -> Iterator[Compared]:
    """Yield the tokenizers that can be made and split the corpus and the text; say of the others why not."""
    slots = list(map(_slot, state.tokenizers))
    named_slots = list(zip(slots, tokenizer_names(slots, say), strict=True))
    ranges: dict[str, SizeRange | None] = {}
    for slot, name in named_slots:
        try:
            ranges[name] = engine.possible(slot)
        except TokvizError as error:
            notes.append(say("compare.cannot", name=name, why=error_text(error, say)))
    trained = [possible for possible in ranges.values() if possible is not None]
    size = state.size or (usual_size(*common_sizes(trained)[:2]) if trained else 0)
    for slot, name in named_slots:
        if name not in ranges:
            continue
        try:
            tokenizer = engine.tokenizer(slot, size, name)
            engine.reading(tokenizer, engine.source.text)
            engine.segmentation(tokenizer, state.text)
        except TokvizError as error:
            notes.append(say("compare.cannot", name=name, why=error_text(error, say)))
        else:
            yield tokenizer


def _slot(name: str) -> Slot:
    """Return the slot of a name. That of a file, "file:mine.json", is opened by the memory, which knows the file."""
    slot = Slot.of(name)
    return slot if slot.is_trained else replace(slot, files=(File(slot.preset, slot.preset, b""),))
