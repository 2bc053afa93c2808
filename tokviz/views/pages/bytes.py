"""The views of `/bytes`: characters, bytes, pre-tokens and tokens of a text in rows, then each of them, the merges of a
pre-token, a sentence in two languages, and the patches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tokviz.entropy_patches import MAX_ORDER, SMOOTHINGS, START_RULES, Segmented, segment
from tokviz.examples import OWN
from tokviz.memory import Memory, digest
from tokviz.pretokenize import ALTERNATIVES
from tokviz.state.bytes import FORM, THRESHOLDS, TWINS, BytesState, byte_model_of, twin_lengths
from tokviz.text_keys import split_key
from tokviz.views import added_files, byte_level
from tokviz.views import entropy_patches as patches
from tokviz.views.added_files import ShownText
from tokviz.views.byte_level import SplitText, split_text, text_rows_payload
from tokviz.views.encoding.merging import drawn_word, word_payload
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import as_code, code, segments
from tokviz.views.shared.tables import FilledTable
from tokviz.views.shows import (
    Ask,
    Bars,
    Choice,
    Code,
    Flow,
    Fold,
    Given,
    Grid,
    Number,
    Page,
    Pick,
    Picture,
    Rows,
    Show,
    Text,
    explained,
    heading,
    told,
)
from tokviz.views.tokenizers import alternatives
from tokviz.views.tokenizers.alternatives import ALTERNATIVE_KEYS
from tokviz.views.twins import twins as twin_bars

MAX_STEPS_BYTES = 400
"""A pre-token of up to this many bytes is shown merge by merge."""
_HEIGHT = 300  # pixels, of a table
_WHOLE = 10**6  # characters: nothing of a token is cut
_MOST_PATCHES = 200  # as chips

_STARTS = {
    "global": "bytes.patches.starts.global",
    "rise": "bytes.patches.starts.rise",
}

_SMOOTHINGS = {
    "witten-bell": "bytes.patches.smoothing.witten-bell",
    "add-one": "bytes.patches.smoothing.add-one",
}


# -- the text and its parts --------------------------------------------------------------------------------------------


def rows(seen: SplitText, _: Ask) -> Iterator[Show]:
    """Yield characters, bytes, pre-tokens and tokens on one axis; a press there sets what is shown below."""
    name = ("text rows", *seen.key, seen.say.language)
    payload = seen.memory.kept("view", name, _rows_payload, seen)
    picked = {"pretoken": ("word", f"{seen.state.word}"), "token": ("token", f"{seen.state.token}")}
    yield Rows("rows", payload, picked)


def _rows_payload(seen: SplitText) -> str:
    return payload_json(text_rows_payload(seen.pieces, seen.tokens, len(seen.model.merges), seen.say))


def twins(seen: SplitText, _: Ask) -> Iterator[Show]:
    """Yield the number of tokens of a sentence in two languages.

    The merges were trained on either.
    """
    say = seen.say
    yield _title(say, "bytes.twins")
    yield Text(("\n".join(TWINS.values()),), "caption")
    bars = twin_bars(twin_lengths(seen.state, seen.memory), say)
    yield Bars(say.listed([f"{bar.name}: {bar.text}" for bar in bars]), bars)


def characters(seen: SplitText, _: Ask) -> Iterator[Show]:
    """Yield the number of characters and bytes, and each of them."""
    shown, say = seen.state.shown, seen.say
    size = say.count("bytes.count.bytes", len(shown.encode("utf-8", "surrogatepass")))
    yield _title(say, "bytes.characters.title")
    yield told(say, "bytes.characters", characters=say.count("bytes.count.characters", len(shown)), bytes=size)
    table = seen.memory.kept("view", ("characters", digest(shown)), byte_level.characters, shown)
    yield _folded(say("bytes.table.characters"), say("bytes.characters.title"), table)


def pretokens(seen: SplitText, _: Ask) -> Iterator[Show]:
    """Yield the pre-tokens, and the alternatives of the pattern that made them."""
    pieces, say, pattern = seen.pieces, seen.say, seen.state.pattern
    total = say.count("bytes.count.pretokens", len(pieces))
    yield _title(say, "bytes.pretokens.title")
    yield told(say, "bytes.pretokens.cut", pattern=say.choice(split_key, pattern), pretokens=total)
    table = byte_level.pretokens(alternatives.named(pieces, say))
    yield _folded(say("bytes.table.pretokens"), say("bytes.pretokens.title"), table)
    used = Counter(name for _, name in pieces)
    lines = []
    for number, (name, expression) in enumerate(ALTERNATIVES[pattern].items(), start=1):
        matched = say.count("bytes.count.pretokens", used[name])
        line = say("bytes.alternative-line", name=say(ALTERNATIVE_KEYS[name]), pretokens=matched)
        lines.append(Text(segments(f"{number}. {line}\n{as_code(expression, _WHOLE)}")))
    yield Fold(say("bytes.alternatives"), tuple(lines), "alt_route")


def merges(seen: SplitText, ask: Ask) -> Iterator[Show]:
    """Yield a pre-token merge by merge, unless it is too long."""
    model, state, say = seen.model, seen.state, seen.say
    yield _title(say, "bytes.merges.title")
    if len(model.merges) < state.merges:
        yield told(say, "bytes.fewer-merges", "caption", merges=say.count("count.merges", len(model.merges)))
    labels = tuple(_token(piece) for piece, _ in seen.pieces)
    number = int(ask(Pick("word", say("bytes.pick.word"), f"{state.word}", labels)))
    piece, alternative = seen.pieces[number - 1]
    word = byte_level.word_of(piece, model)
    size = len(model.rules.segment(word))
    yield told(
        say,
        "bytes.pretoken",
        number=number,
        pretoken=code(piece),
        alternative=say(ALTERNATIVE_KEYS[alternative]),
        bytes=say.count("bytes.count.bytes", size),
    )
    if size > MAX_STEPS_BYTES:
        yield told(say, "bytes.long-pretoken", "info", limit=MAX_STEPS_BYTES)
        return
    trace = model.explain(word)
    payload = payload_json(word_payload(trace, say, drawn_word(trace, len(model.merges), say)))
    yield Picture("picture", payload, step=state.step, last=len(trace))


def tokens(seen: SplitText, ask: Ask) -> Iterator[Show]:
    """Yield a token's bytes, what they say by themselves, and the characters that it has only a part of."""
    say, made = seen.say, seen.tokens
    size, merged = say.integer(len(seen.model.vocabulary)), say.count("count.merges", len(seen.model.merges))
    yield _title(say, "bytes.tokens.title")
    yield told(say, "bytes.tokens", tokens=say.count("bytes.count.tokens", len(made)), size=size, merges=merged)
    labels = tuple(f"{_token(token.token)} · {token.id}" for token in made)
    number = int(ask(Pick("token", say("bytes.pick.token"), f"{seen.state.token}", labels)))
    token = made[number - 1]
    yield told(
        say,
        "bytes.token",
        number=number,
        token=code(token.token),
        id=token.id,
        pretoken=token.pretoken + 1,
        hex=as_code(token.raw.hex(" ").upper(), _WHOLE),
        decimal=as_code(" ".join(map(str, token.raw)), _WHOLE),
        text=code(token.text),
    )
    for cut in byte_level.cuts(seen.state.shown, token):
        yield told(say, "bytes.cut", "warning", inside=cut.inside, total=cut.total, character=code(cut.character))
    yield Grid(say("bytes.tokens.title"), byte_level.byte_table(token.raw), height=_HEIGHT)


def decoded(seen: SplitText, _: Ask) -> Iterator[Show]:
    """Yield the text that decoding its tokens gives."""
    say = seen.say
    text = seen.model.decode([token.token for token in seen.tokens])
    key = "bytes.decoded.same" if text == seen.state.shown else "bytes.decoded.other"
    yield _title(say, "bytes.decoded.title")
    yield told(say, key, tokens=say.count("bytes.count.tokens", len(seen.tokens)))
    yield Code(text)


# -- patches -----------------------------------------------------------------------------------------------------------


def patched(seen: SplitText, ask: Ask) -> Iterator[Show]:
    """Yield the patches of the text: their knobs, the patches, the curve that cuts them, and a table of all bytes."""
    say = seen.say
    yield _title(say, "bytes.patches.title")
    yield explained(say, "bytes.patches.caption")
    chosen = _choose(seen.state, ask, say)
    cut = _cut(chosen, seen.memory)
    size = len(cut.positions)
    yield told(
        say,
        "bytes.patches",
        patches=say.count("bytes.count.patches", len(cut.patches)),
        bytes=say.count("bytes.count.bytes", size),
        tokens=say.count("bytes.count.tokens", len(seen.tokens)),
    )
    chips = tuple(patches.patch_chips(cut))
    yield Flow(say("bytes.patches.title"), chips[:_MOST_PATCHES], len(chips))
    first = 0
    if size > patches.MAX_SHOWN:
        last = size - patches.MAX_SHOWN + 1
        first = int(ask(Number("patches_from", say("bytes.patches.from"), "1", 1, last))) - 1
    yield patches.curve(cut.positions[first : first + patches.MAX_SHOWN], chosen.starts, chosen.threshold, say)
    title = say("bytes.patches.table")
    yield Fold(title, (Grid(title, patches.positions_table(cut.positions, say), height=_HEIGHT),), "table_rows")


def _choose(state: BytesState, ask: Ask, say: Catalog) -> BytesState:
    """Return the state with the knobs as the visitor has set them; they are in one row."""

    def choose(name: str, label: str, about: str, options: Mapping[str, str], *, is_scale: bool = False) -> str:
        opening = FORM.text(state, name)
        pairs = tuple(options.items())
        return ask(Choice(name, say(label), opening, pairs, is_scale=is_scale, help=say(about), row="patch_knobs"))

    starts: dict[str, str] = {name: say(_STARTS[name]) for name in START_RULES}
    bits = {f"{value:g}": say.decimal(value, 2) for value in THRESHOLDS}
    contexts = {f"{size}": say.integer(size) for size in range(MAX_ORDER + 1)}
    smoothings: dict[str, str] = {name: say(_SMOOTHINGS[name]) for name in SMOOTHINGS}
    chosen = {
        "starts": choose("starts", "bytes.patches.starts", "bytes.patches.starts.help", starts),
        "threshold": choose(
            "threshold", "bytes.patches.threshold", "bytes.patches.threshold.help", bits, is_scale=True
        ),
        "context": choose("context", "bytes.patches.context", "bytes.patches.context.help", contexts, is_scale=True),
        "smoothing": choose("smoothing", "bytes.patches.smoothing", "bytes.patches.smoothing.help", smoothings),
    }
    return FORM.put(state, chosen)


def _cut(state: BytesState, memory: Memory) -> Segmented:
    """Return the text in patches; the threshold has no part in the model of bytes."""
    shown = digest(state.shown)
    counted = (state.corpus, shown if state.corpus == OWN else "", state.context, state.smoothing)
    model = memory.kept("view", ("byte model", *counted), byte_model_of, state)
    raw = state.shown.encode("utf-8", "surrogatepass")
    key = ("patches", *counted, shown, state.starts, f"{state.threshold}")
    return memory.kept("view", key, segment, raw, model, state.starts, state.threshold)


# -- files -------------------------------------------------------------------------------------------------------------


def files(seen: SplitText, _: Ask) -> Iterator[Show]:
    """Yield the files that features make of the text."""
    for shows in added_files.of_bytes(ShownText(seen.pieces, seen.model, seen.state.pattern), seen.say):
        yield from shows


def _has_files(seen: SplitText) -> bool:
    return next(files(seen, Given()), None) is not None


# -- small parts -------------------------------------------------------------------------------------------------------


def _title(say: Catalog, key: str) -> Text:
    return heading(say, key, key)


def _folded(title: str, name: str, table: FilledTable) -> Fold:
    """Return a table that the rows show already; open where a lesson speaks of it."""
    return Fold(title, (Grid(name, table, height=_HEIGHT),), "table_rows", is_open_in_lessons=True)


def _token(symbol: str) -> str:
    return shorten(visible(symbol))


PAGE: Page[BytesState, SplitText] = Page(
    form=FORM,
    seen=split_text,
    views={
        "rows": ("bytes.rows.label.rows", rows),
        "twins": ("bytes.twins", twins),
        "characters": ("bytes.characters.title", characters),
        "pretokens": ("bytes.pretokens.title", pretokens),
        "picture": ("bytes.merges.title", merges),
        "tokens": ("bytes.tokens.title", tokens),
        "decoded": ("bytes.decoded.title", decoded),
        "patches": ("bytes.patches.title", patched),
        "files": ("tab.files", files),
    },
    where={"files": _has_files},
)
