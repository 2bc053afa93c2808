"""Write the pages of the documentation that follow from the code: conventions, links, glossary and errata.

    python -m tools.reference            write the pages
    python -m tools.reference --check    say which pages are not what the code gives

What a page says of a rule, a term or an erratum is what the app says, out of the same catalogs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlencode

from tokviz import examples, features
from tokviz.algorithms import ALGORITHMS, Algorithm
from tokviz.examples.recipes import Erratum
from tokviz.knobs import Knob
from tokviz.state.form import AnyField, AnyForm, Choice, Number, Text
from tokviz.state.pages import PAGES
from tokviz.state.training import KnobValue
from tokviz.text_keys import (
    algorithm_key,
    erratum_printed_key,
    erratum_right_key,
    example_key,
    knob_choice_key,
    knob_empty_key,
    knob_key,
    preset_key,
)
from tokviz.trace import Rules
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog, load

features.add_pages()

ROOT = Path(__file__).resolve().parents[1]
UNUSED = "–"
GENERATED = "<!-- Written by `python -m tools.reference`. Change the code or the catalogs, then run it again. -->"

MEANINGS: Mapping[str, str] = {
    "alpha": "How sharply probabilities count when segmentations are drawn",
    "apply": "The program whose way of applying codes is followed",
    "at": "The position of the lattice that the forward pass has reached",
    "ids": "The ids that are sent there and back, with spaces between them",
    "lines": "Your own translations of a sentence, one on each line, after the language and a colon",
    "trip": "What is sent there and back: the text, `ids`, or each id of the vocabulary alone",
    "back": "How many tokens healing takes back from the end of the text",
    "open": "The view that is not folded away",
    "beside": "The second vocabulary",
    "challenge": "The challenge",
    "chat": "Your own messages, as a list in JSON of pairs: role and text",
    "context": "How many bytes before a byte the patches are cut by",
    "corpus": "Your own words or text; on `/bytes`, the corpus of the tokenizer",
    "do": "The second half of a page: `encode` on `/wordpiece`, `/parity` and `/superbpe`, `lattice` on `/unigram`",
    "draws": "How many segmentations are drawn",
    "dropout": "The share of merges that is left out, in percent",
    "glossaries": "Protected patterns of subword-nmt, one per line",
    "held": "The held-out text",
    "id": "The id of the entry that is looked up",
    "kind": "Entries of this kind only",
    "kinds": "The kinds of exercises, joined by a dot",
    "level": "How hard the exercises are; `up` gets harder",
    "longest": "The longest word that is encoded, in characters",
    "loop": "The order in which merges are applied",
    "marks": "Whether tokens keep the marks of their algorithm",
    "measure": "The measure that is drawn",
    "merges": "Training ends after so many merges",
    "n": "How many best segmentations are listed",
    "number": "The number of the exercise",
    "order": "How the entries are ordered",
    "page": "The page of a long list",
    "pattern": "The splitting pattern",
    "pre": "How the encoded text is split, where it differs from the training",
    "q": "What is looked for",
    "rules": "The convention; `source` is that of the example's source",
    "score": "The points so far",
    "script": "Entries of this script only",
    "length": "Entries of so many characters only; 0 for all, 12 for 12 and more",
    "seed": "The seed of what is drawn at random",
    "prompt": "Whether the text ends in the beginning of an answer",
    "separator": "What subword-nmt writes after a token inside a word",
    "size": "The size of each vocabulary",
    "smoothing": "How bytes that training has not seen after a context get a probability",
    "source": "Your own template",
    "split": "How text is split into words or pre-tokens",
    "starts": "The rule for the start of a patch",
    "step": "The step that is shown",
    "t": "The compared tokenizers, two to four",
    "template": "The template of a chat",
    "tokens": "The tokens that your template of a chat knows, such as `bos_token=<s>`",
    "text": "The text that is encoded",
    "threshold": "subword-nmt's least count of a token; on `/bytes`, the bits of entropy that patches are cut by",
    "token": "The token that is explained",
    "tokenizer": "The tokenizer",
    "training": "A training that removes tokens, as `/picky` writes it in a link",
    "view": "The open tab",
    "vocab": "Training ends at this size of the vocabulary",
    "vocabulary": "Whether subword-nmt's list of counts is applied",
    "from": "The tokenizer of BPE whose training goes on; none where it begins anew",
    "vs": "The convention that is compared with",
    "way": "How the search compares",
    "word": "The word, or the number of the pre-token",
}
"""Parameter of a link -> what it says. Those of the rules are named by the catalog."""

_LISTED_ONCE = ("split", "script")
_KNOB_VALUES: Mapping[str, str] = {
    "text": "text",
    "token": "text",
    "words": "words, separated by spaces",
    "flag": "`0`, `1`",
    "number": "a whole number",
    "positive": "a whole number from 1",
    "optional": "a whole number from 1, or empty",
    "share": "0 to 1",
    "decimal": "a number from 0.01",
    "numbers": "numbers from 0.01, separated by spaces",
}

EVERYWHERE: Mapping[str, str] = {
    "lang": "The language: `en` or `zh`",
    "predict": "`1`: the picture asks before it shows",
    "watch": "The step up to which the picture plays when the page opens; with `predict`, it asks from there on",
    "hide": "Parts of the page that are hidden, joined by a comma",
    "guide": "The lesson beside the page; `card` is the number of the card, `route` the plan of 45 or 90 minutes",
    "embed": "`true`: without sidebar and menus, for slides and course pages",
}
"""Parameter of every page -> what it says."""


def main() -> int:
    """Write the pages, or compare them with `--check`."""
    stale = [path for path, text in pages() if not path.is_file() or path.read_text("utf-8") != text]
    if "--check" in sys.argv[1:]:
        sys.stdout.writelines(f"{path.relative_to(ROOT)} is not what the code gives\n" for path in stale)
        return 1 if stale else 0
    for path, text in pages():
        path.write_text(text, "utf-8")
    return 0


def pages() -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of each page."""
    english, chinese = load("en"), load("zh")
    docs = ROOT / "docs"
    yield docs / "reference" / "conventions.md", _page(_conventions(english))
    yield docs / "reference" / "links.md", _page(_links(english))
    yield docs / "reference" / "glossary.md", _page(_glossary(english))
    yield docs / "explanation" / "errata.md", _page(_errata(english, _ERRATA_EN))
    yield docs / "explanation" / "errata.zh.md", _page(_errata(chinese, _ERRATA_ZH))


def _page(parts: Iterable[str]) -> str:
    title, _, rest = "\n".join(parts).partition("\n")
    return f"{title}\n\n{GENERATED}\n{rest.rstrip()}\n"


# -- conventions -------------------------------------------------------------------------------------------------------


def _conventions(say: Catalog) -> Iterator[str]:
    yield """# Conventions and their rules

Two programs of one algorithm can learn different tokens: they break ties, mark words or stop in different ways. tokviz
calls such a set of rules a convention. Each table lists the conventions of one algorithm and the rules in which they
differ, or all rules of a single convention. A dash: the convention has no such rule. The line below the table names the
rules that are the same in all conventions.

Not in the tables is how a text is split into words before training: you choose it on each page. Programs differ in it,
too."""
    for name, algorithm in ALGORITHMS.items():
        by_rules: dict[type, list[str]] = {}
        for preset, rules in algorithm.presets.items():
            by_rules.setdefault(type(rules), []).append(preset)
        for presets in by_rules.values():
            title = _TITLES.get(presets[0]) or say(algorithm_key(name))
            yield from _convention_table(title, algorithm, presets, say)


_TITLES = {"tf-text": "WordPiece, top-down", "boundless": "BoundlessBPE"}
"""The first convention of an algorithm that is offered under the name of another -> the heading of its table."""


def _convention_table(title: str, algorithm: Algorithm, presets: Sequence[str], say: Catalog) -> Iterator[str]:
    """Yield the table of the rules in which conventions differ, or of all rules of a single one; and the others."""
    yield from ("", f"## {title}", "")
    rules = {preset: algorithm.presets[preset] for preset in presets}
    first = rules[presets[0]]
    knobs = [knob for knob in algorithm.knobs if hasattr(first, knob.field)]
    cells = {knob: [_cell(knob, each, say) for each in rules.values()] for knob in knobs}
    used = [knob for knob in knobs if set(cells[knob]) != {UNUSED}]
    alike = [knob for knob in used if len(set(cells[knob])) == 1 < len(presets)]
    differing = [knob for knob in used if knob not in alike]
    names = [f"{say(preset_key(preset))} (`{preset}`)" for preset in presets]
    rows = zip(names, *(cells[knob] for knob in differing), strict=True)
    yield from _table(["convention", *(say(knob_key(knob.field)) for knob in differing)], rows)
    if alike:
        listed = (f"{say(knob_key(knob.field))}: {cells[knob][0]}" for knob in alike)
        yield from ("", f"The same in all: {'; '.join(listed)}.")


def _cell(knob: Knob, rules: Rules, say: Catalog) -> str:
    """Return a rule of a convention as a cell of a table."""
    return _value(knob, getattr(rules, knob.field), say) if knob.is_used(rules) else UNUSED


def _value(knob: Knob, value: object, say: Catalog) -> str:
    """Return a value of a rule as a cell of a table."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in (None, ()):
        key = knob_empty_key(knob.field)
        return say(key) if key in say else "none"
    if value == "":
        return "none"
    if isinstance(value, tuple):
        return " ".join(f"`{one}`" for one in value)
    key = knob_choice_key(knob.field, f"{value}")
    return say(key) if key in say else f"`{value}`"


# -- links -------------------------------------------------------------------------------------------------------------


def _links(say: Catalog) -> Iterator[str]:
    yield """# Links

The address of a page says all that it shows: example or text, rules, size and step. A link leaves out what the example
opens with. A value that cannot be read is ignored, and the page says so. Names and values are the same in every
language. **Share**, beside the title of a page, makes the link for you."""
    yield from ("", "## On every page", "")
    yield from _table(("parameter", "meaning"), ((f"`{name}`", meaning) for name, meaning in EVERYWHERE.items()))
    for page in PAGES:
        for form in (page.form, page.second_half.form if page.second_half else None):
            if form is not None and (form.fields or form.names != ("all",)):
                yield from _link_table(f"/{page.address}" + (f"?do={form.do}" if form.do else ""), form, say)
    kinds = {field.name: field.kind for page in PAGES for field in page.form.fields}
    for name in _LISTED_ONCE:
        kind = kinds[name]
        assert isinstance(kind, Choice)
        yield from ("", f"## Values of `{name}`", "", _listed(value for value in kind.values if value))


def _link_table(address: str, form: AnyForm, say: Catalog) -> Iterator[str]:
    yield from ("", f"## `{address}`", "")
    opening = ((f"`{form.key}`", "What the page opens with", _listed(form.names)),) if form.names != ("all",) else ()
    fields = ((f"`{field.name}`", _meaning(field, say), _values(field)) for field in form.fields)
    yield from _table(("parameter", "meaning", "values"), (*opening, *fields))


def _meaning(field: AnyField, say: Catalog) -> str:
    return say(knob_key(field.kind.knob.field)) if isinstance(field.kind, KnobValue) else MEANINGS[field.name]


def _values(field: AnyField) -> str:
    """Return the values that a parameter takes."""
    match field.kind:
        case _ if field.name in _LISTED_ONCE:
            return f"[see below](#values-of-{field.name})"
        case Choice(values=values):
            names = [name for name in values if name]
            steps = len(names) > 6 and all(name.replace(".", "", 1).isdigit() for name in names)
            return f"`{names[0]}` to `{names[-1]}` in steps" if steps else _listed(names)
        case Number(least=least, most=most):
            return f"{least:,} to {most:,}"
        case Text(most=most):
            return f"text, at most {most:,} characters"
        case KnobValue(knob=knob):
            return _listed(knob.choices) if knob.choices else _KNOB_VALUES[knob.kind]
    return "as **Share** writes it"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


# -- glossary ----------------------------------------------------------------------------------------------------------


def _glossary(say: Catalog) -> Iterator[str]:
    yield """# Glossary

The terms of the pages, in the order in which one builds on another. The page **Glossary** of the app has the same list
in English and Chinese."""
    for term in glossary.load().values():
        yield from ("", f"**{term.called('en')}** ({term.called('zh')}): {term.plain('en')}")


# -- errata ------------------------------------------------------------------------------------------------------------

_ERRATA_EN = """# Errata: what well-known tutorials get wrong

Courses, tutorials and readmes print worked examples, and some of the numbers are wrong. tokviz shows what was printed,
what is right, and the arithmetic. It never bends a computed value to a printed one. Each entry ends with the link of
the page and step that show it; put the address of your app before it. [简体中文](errata.zh.md)"""

_ERRATA_ZH = """# 勘误：知名教程错在哪里

教程、文章和自述文件里印着算好的例子，其中有些数是错的。tokviz 写明原来印的是什么、正确的是什么，以及怎样算出来。
算出的值从不迁就印出的值。每一条末尾的链接打开能看到它的那一页、那一步，前面请加上你的应用的地址。[English](errata.md)"""


def _errata(say: Catalog, opening: str) -> Iterator[str]:
    yield opening
    told = set()
    for name in examples.NAMES:
        for algorithm, recipe in examples.load(name).recipes.items():
            errata = [one for one in recipe.errata if one.key not in told]
            told |= {one.key for one in errata}
            if errata:
                title = say("takeaway.setting", name=say(example_key(name)), value=say(algorithm_key(algorithm)))
                yield from ("", f"## {title}")
                for source in sorted({one.source for one in errata}):  # that of the recipe first
                    yield from ("", f"*{source or recipe.source}*")
                    for is_note in (False, True):
                        entries = [one for one in errata if (one.source, one.is_note) == (source, is_note)]
                        if entries and is_note:
                            yield from ("", f"### {say('erratum.note')}")
                        for one in entries:
                            yield from _erratum(name, algorithm, one, say)


def _erratum(example: str, algorithm: str, erratum: Erratum, say: Catalog) -> Iterator[str]:
    query = {"example": example} | ({} if erratum.step is None else {"step": str(erratum.step)})
    if say.language != "en":
        query["lang"] = say.language
    link = f"`/{algorithm}?{urlencode(query)}`"
    right = say(erratum_right_key(erratum.key))
    printed = erratum_printed_key(erratum.key)
    if printed in say:
        yield from (
            "",
            f"- **{say('erratum.printed')}** {say(printed)}",
            f"  **{say('erratum.right')}** {right} {link}",
        )
    else:
        yield from ("", f"- {right} {link}")


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heading)} |"
    yield f"|{'---|' * len(heading)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


if __name__ == "__main__":
    sys.exit(main())
