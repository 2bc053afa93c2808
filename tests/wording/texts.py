"""Topics of texts that are filled in here, with values like those that they have in the app."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter

from tokviz.errors import TokvizError, readable
from tokviz.views.shared.catalog import Catalog

__all__ = ["errors", "notes", "pages", "pictures", "tokenizers", "vocabularies"]

Said = Iterator[tuple[str, str]]

# -- errors and notes: all that there are ------------------------------------------------------------------------------

_NUMBERS = frozenset({"columns", "expected", "fields", "first", "id", "least", "line", "memory", "met", "most", "next"})
_NUMBERS |= {"number", "offset", "place", "position", "second", "seconds", "size", "step", "total", "words"}
"""Names of details that are numbers in most errors; all others are said by their names."""


def errors(say: Catalog) -> Said:
    """Yield each error, with 1,234 for its numbers and 4,321 for what is over a limit."""
    for code, details in _details(say, "error."):
        yield code, TokvizError(code, **details).sentence(say.templates)


def notes(say: Catalog) -> Said:
    """Yield each note on a corpus or on a tokenizer's file."""
    for prefix in ("note.", "file."):
        for code, details in _details(say, prefix):
            yield prefix + code, say.templates[prefix + code].format(**readable(details, say.templates))


def _details(say: Catalog, prefix: str) -> Iterator[tuple[str, dict[str, object]]]:
    for key, template in say.templates.items():
        if key.startswith(prefix):
            code = key.removeprefix(prefix)
            numbers = _NUMBERS | {"value"} if code.startswith("limit-") else _NUMBERS
            names = [name for _, name, _, _ in Formatter().parse(template) if name]
            details: dict[str, object] = {name: 1234 if name in numbers else f"[{name}]" for name in names}
            if "met" in details:
                details["met"] = 4321
            yield code, details


# -- texts of pages and pictures: those that other tests ask for -------------------------------------------------------

_Values = Mapping[str, object]
"""Name -> a value, or a text with its own values: `("count.times", {"n": 9})`."""


def _said(say: Catalog, key: str, values: _Values) -> str:
    filled = {name: _said(say, *value) if isinstance(value, tuple) else value for name, value in values.items()}
    return say(key, **filled)


def _filled(say: Catalog, texts: tuple[tuple[str, _Values], ...]) -> Said:
    for key, values in texts:
        yield key, _said(say, key, values).strip()


_RULE: tuple[str, _Values] = ("reason.rule.first-seen.present", {})
_OTHER_RULE: tuple[str, _Values] = ("reason.rule.greatest-pair.present", {})
_PAGES: tuple[tuple[str, _Values], ...] = (
    ("scores.by-count", {}),
    ("scores.bpe.same", {"pair": "`p ##u`", "count": ("count.times", {"n": 17})}),
    (
        "measure.score.bpe-other",
        {"pair": "`##u ##g`", "count": ("count.times", {"n": 20}), "rank": 3, "value": "20 / (36 × 20) = 1/36"}
        | {"winner": "`##g ##s`", "winner_count": ("count.times", {"n": 5})},
    ),
    (
        "measure.score.bpe-tied",
        {"pair": "`p ##u`", "count": ("count.times", {"n": 17}), "value": "17 / (17 × 36) = 1/36", "rule": _RULE}
        | {"winner": "`h ##u`", "winner_count": ("count.times", {"n": 15})},
    ),
    (
        "versus.measures.at-once",
        {
            "mine": "A",
            "theirs": "B",
            "left": "`##g ##s`",
            "right": "`##u ##g`",
            "my_measure": ("measure.score.name", {}),
            "their_measure": ("measure.count.name", {}),
        },
    ),
    (
        "versus.tie.at-once",
        {"tied": "`l o`, `w e`", "mine": "A", "my_rule": _RULE, "left": "`l o`"}
        | {"theirs": "B", "their_rule": _OTHER_RULE, "right": "`w e`"},
    ),
    ("plain-algorithm.leaves-out", {"knobs": ("knob.minimum_count", {})}),
    ("top-down.outcome.kept.at-least", {"sum": "12", "threshold": 11, "token": "`pun`"}),
    ("erratum.hug-wordpiece-third.right", {}),
    ("erratum.hug-wordpiece-tie.right", {}),
    ("encode.unknown.bytes", {"characters": "`z`"}),
    ("encode.unknown.keep", {"characters": "`z`"}),
    ("encode.unknown.unk", {"characters": "`z`", "unk": "`[UNK]`"}),
    ("wordpiece.upload.in-use", {"name": "vocab.txt"}),
    ("compare.range", {"now": ("count.tokens", {"n": 10}), "smallest": 7, "largest": 16}),
    ("compare.range.instead", {"now": ("count.tokens", {"n": 12}), "asked": 14}),
    ("compare.rows.cut", {"shown": 3, "total": 1234}),
    ("compare.marks.begins", {"mark": "▁"}),
    ("compare.marks.ends", {"mark": "</w>"}),
    ("compare.marks.goes-on", {"mark": "##"}),
    ("compare.marks.bytes", {}),
    (
        "compare.lines.alt",
        {
            "measure": ("compare.measure.fertility", {}),
            "values": ("compare.lines.end", {"name": "A", "first": "4.0", "small": 10, "last": "2.0", "large": 1000}),
        },
    ),
    ("compare.why.white.kept", {"name": "A", "white": "⏎", "tokens": "Ċ low"}),
    ("compare.why.white.left-out", {"name": "B", "white": "⏎", "tokens": "low"}),
    ("compare.why.space.puts.after", {"name": "A", "token": "<s>", "tokens": "<s> ▁low"}),
    ("compare.why.space.puts-none.after", {"name": "B", "token": "<s>", "tokens": "<s> low"}),
    ("why.word", {"word": "`runner`", "count": ("count.times", {"n": 14}), "place": 2, "all": 44}),
    ("why.arithmetic", {"alphabet": 17, "merges": 18, "sum": 35}),
    ("why.own", {}),
    ("why.own.never", {"characters": "q, z", "word": "`quizzing`"}),
    ("bytes.sample", {}),
    ("bytes.pattern", {}),
    ("bytes.pick.token", {}),
    ("bytes.alternative.digits-in-threes", {}),
    ("check.row.follows", {"name": ("preset.sennrich", {})}),
    ("check.unreadable.pair", {"number": 2, "found": "es t x"}),
    ("check.vocabulary.leaves", {"name": ("preset.course", {})}),
    ("exercise.unreadable.pairs", {"wanted": 2, "found": 1}),
    ("homework.signature.unchecked", {}),
    ("chart.save.none", {}),
    ("guide.label.return", {}),
    ("train.running", {"words": ("count.words", {"n": 5})}),
    ("site.written", {"pages": "3", "size": "0.1", "folder": "public"}),
    ("cli.check.case", {"corpus": "low 5, lower 2"}),
    ("cli.check.endless", {"seconds": "0.5"}),
    ("cli.check.gone", {}),
)
_PICTURES: tuple[tuple[str, _Values], ...] = (
    ("picture.candidates", {"number": 4}),
    ("picture.candidates.over", {}),
    ("measure.count.rule", {}),
    ("picture.vocabulary", {"start": "11", "merges": ("count.merges", {"n": 3}), "size": 14, "used": 10}),
    ("picture.vocabulary.gone", {"symbols": "est"}),
    ("picture.label.symbol_made", {"symbol": "est", "number": 2, "parts": "es t"}),
    ("picture.label.symbol_occurs", {"count": 9, "sum": "newest 6 + widest 3"}),
    ("picture.label.words_part", {"shown": 20, "total": 217}),
    ("picture.parting", {"mine": "a", "left": "`e s`", "theirs": "b", "right": ("picture.parting.none", {})}),
    ("picture.parting.go", {"number": 1}),
    ("picture.parting.never", {}),
    ("predict.label.chose", {"symbol": "n"}),
    ("predict.label.shown", {}),
    ("predict.label.tied", {}),
    ("predict.rule.arcs", {"tied": 2}),
    ("encode.picture.pairs", {"number": 1}),
    ("encode.picture.known", {"n": 2}),
    ("encode.picture.left", {}),
    ("encode.picture.label.symbol_dropped", {"symbol": "z"}),
    ("lattice.picture.arc_name", {"piece": "ugs", "begin": 1, "end": 4, "probability": "5/210"}),
    ("lattice.picture.is_path", {}),
    ("lattice.picture.arc_hidden", {"piece": "hu", "begin": 2, "end": 4, "probability": "15/210", "cost": "2.6391"}),
    (
        "lattice.picture.path",
        {"pieces": "un hug", "share": "70.7%", "sum": "0.0076935", "cost": "5.2136", "product": "16/210 × 15/210"},
    ),
    ("unigram.prune.unused", {"piece": "pu"}),
    ("unigram.prune.by-split", {"piece": "hug", "parts": "h ug", "sum": "15 × 5.7261 = 85.8920"}),
    ("unigram.why.word", {"word": "hug", "count": ("count.times", {"n": 10}), "paths": "4", "ways": "hug 82.9%"}),
    ("top-down.picture.counted", {"token": "hug", "count": 15}),
    ("top-down.picture.taken", {"taken": 5, "by": "hugs 5"}),
    ("top-down.picture.left", {"remains": 10, "threshold": 11, "outcome": ("top-down.picture.gone", {})}),
)
_TOKENIZERS: tuple[tuple[str, _Values], ...] = (
    ("tokenizers.differs", {"library": "tokenizers 9.9", "at": 2, "ours": "lo w", "theirs": "l ow"}),
    ("tokenizers.differs.id", {"library": "tokenizers 9.9", "at": 2, "token": "lo", "ours": 4, "theirs": 7}),
    ("tokenizers.pattern.text", {"pattern": r"`\s+`"}),
    ("tokenizers.pattern.unmet", {"pattern": r"`\s+`"}),
    ("lookup.known", {"part": "`low`", "id": 7}),
    ("lookup.unknown", {"part": "`xyz`", "unknown": "`[UNK]`", "id": 3}),
    ("lookup.joined", {"part": "`▁z`", "unknown": "`<unk>`"}),
    ("lookup.symbol", {"part": "`oxx`", "id": 5}),
    ("lookup.bytes", {"part": "`é`", "bytes": "`<0xC3> <0xA9>`"}),
)
_VOCABULARIES: tuple[tuple[str, _Values], ...] = (
    ("vocabulary.change.rounding", {}),
    ("vocabulary.change.id", {"token": "Ġthe", "old": 262, "new": 279}),
    ("vocabulary.change.merge.merge-removed", {"number": 476, "pair": "Ġli + ght"}),
    ("vocabulary.used.result", {"tokens": 9, "used": 7, "unused": 1150, "share": "99.4%"}),
)


def pages(say: Catalog) -> Said:
    """Yield the texts of pages beside their pictures."""
    return _filled(say, _PAGES)


def pictures(say: Catalog) -> Said:
    """Yield the texts of pictures on what is pointed at, and their headings."""
    return _filled(say, _PICTURES)


def tokenizers(say: Catalog) -> Said:
    """Yield the texts on files beside their libraries, and on words looked up."""
    return _filled(say, _TOKENIZERS)


def vocabularies(say: Catalog) -> Said:
    """Yield the changes between two vocabularies, and a text's use of one."""
    return _filled(say, _VOCABULARIES)
