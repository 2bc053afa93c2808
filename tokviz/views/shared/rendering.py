"""HTML from the folder ``templates``, the only place with any, and pages without a server.

What a template is given is escaped as it is written, unless the template says that it is safe; a name that it is not
given is an error. A page to keep opens from disk, says where it comes from, and may fetch nothing. Jinja is imported
when the first template is filled in: a browser tab, which loads it over the network, fills in none until a page is
kept.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, Algorithm, Rules, Unit
from tokviz.corpus import Corpus
from tokviz.examples import OWN
from tokviz.frontend import style
from tokviz.text_keys import OTHERS, example_key, knob_choice_key, knob_key, preset_key, split_key, training_key
from tokviz.trace import Trace
from tokviz.views.shared.catalog import LANGUAGES, Catalog
from tokviz.views.shared.display import shorten, visible

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = [
    "About",
    "about",
    "about_training",
    "environment",
    "policy",
    "render",
    "rules_text",
    "source",
    "standalone_page",
]

# -- templates ---------------------------------------------------------------------------------------------------------


_PACKAGE = "tokviz.views"


@cache
def environment() -> Environment:
    """Return the environment of the templates: where they are, and how they are read."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    created = Environment(
        loader=PackageLoader(_PACKAGE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    created.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    return created


def render(template: str, say: Catalog, **values: object) -> str:
    """Return the template, filled in. It may also ask `say` for sentences.

    Half characters (surrogates) become question marks, so that the HTML can be written as UTF-8.
    """
    html = environment().get_template(template).render(say=say, **values)
    return html.encode("utf-8", "replace").decode("utf-8")


def source(name: str) -> str:
    """Return a file of the templates' folder as it is.

    >>> source("lessons/bpe.svg").startswith("<svg")
    True
    """
    loader = environment().loader
    assert loader
    return loader.get_source(environment(), name)[0]


# -- pages to keep -----------------------------------------------------------------------------------------------------


_COUNTED: Mapping[Unit, str] = {"word": "takeaway.words", "line": "takeaway.lines"}
_MAX_WORDS = 12  # of the corpus are named


@dataclass(frozen=True)
class About:
    """The title of a page, and settings with their names, in the reader's language."""

    title: str
    settings: tuple[tuple[str, str], ...] = ()


def about_training(trace: Trace, say: Catalog, example: str = OWN, split: str = "") -> About:
    """Return the facts on a training.

    They are the algorithm, corpus, source, words, rules and language; the tokenizer that it goes on from, if any.

    example: the name of a worked example, or `OWN`. split: the pre-tokenizer, if there was a choice.
    """
    algorithm = trace.algorithm
    name = say.choice(example_key, example)
    facts = [(say("takeaway.corpus"), name)]
    start = getattr(trace, "pipeline", None)
    if start is not None:
        facts.append((say("control.start"), start.name))
    elif example != OWN and algorithm in examples.load(example).recipes:
        facts.append((say("takeaway.source"), examples.load(example).recipes[algorithm].source))
    unit = ALGORITHMS[algorithm].unit
    facts.append((say(_COUNTED[unit]), _words(trace.corpus, unit, say)))
    if split and start is None:
        facts.append((say("control.split"), say.choice(split_key, split)))
    facts.append((say("control.rules"), rules_text(ALGORITHMS[algorithm], trace.rules, say)))
    return about(say("takeaway.title", algorithm=say(training_key(algorithm)), corpus=name), facts, say)


def about(title: str, facts: Sequence[tuple[str, str]], say: Catalog) -> About:
    """Return the facts on a page, its language last.

    >>> from tokviz.views.shared.catalog import load
    >>> about("hugs", [], load("zh")).settings
    (('语言', '简体中文'),)
    """
    return About(title, (*facts, (say("language.label"), LANGUAGES[say.language])))


def rules_text(algorithm: Algorithm, rules: Rules, say: Catalog) -> str:
    """Return the preset that `rules` are, or the one nearest to them and what differs.

    >>> from tokviz import bpe
    >>> from tokviz.views.shared.catalog import load
    >>> rules_text(ALGORITHMS["bpe"], bpe.Rules(end_of_word="_"), load("en"))
    'Sennrich et al. 2016; End-of-word mark: _'
    """
    changed = {
        name: [field.name for field in fields(rules) if getattr(rules, field.name) != getattr(preset, field.name)]
        for name, preset in algorithm.presets.items()
        if type(preset) is type(rules)
    }
    nearest = min(changed, key=lambda name: len(changed[name]))
    parts = [say.choice(preset_key, nearest)]
    for field in changed[nearest]:
        value = getattr(rules, field)
        if isinstance(value, bool):
            text = say("takeaway.on" if value else "takeaway.off")
        elif isinstance(value, tuple):
            text = " ".join(visible(part) if isinstance(part, str) else f"{part:g}" for part in value) or "–"
        else:
            text = "–" if value in (None, "") else say.choice(partial(knob_choice_key, field), visible(str(value)))
        parts.append(say("takeaway.setting", name=say.choice(knob_key, field), value=text))
    return say("list.semicolon").join(parts)


def policy(script: str = "") -> str:
    """Say what the browser may do with a page: use its style and run this one script; fetch, send or frame nothing.

    >>> policy()
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    """
    allowed = ["default-src 'none'", "style-src 'unsafe-inline'", "base-uri 'none'", "form-action 'none'"]
    if script:
        digest = b64encode(sha256(script.encode("utf-8")).digest()).decode("ascii")
        allowed.insert(2, f"script-src 'sha256-{digest}'")
    return "; ".join(allowed)


def standalone_page(name: str, title: str, say: Catalog, script: str = "", **values: object) -> str:
    """Return a complete page: the template ``{name}.html``, filled with `values`, and its sheet of ``takeaway/``.

    script: a module that the page ends with.
    """
    sheet = style(f"takeaway/{name}.css")
    return render(f"{name}.html", say, title=title, style=sheet, policy=policy(script), script=script, **values)


def _words(corpus: Corpus, unit: Unit, say: Catalog) -> str:
    shown = [f"{shorten(visible(word), 40)} {say.integer(count)}" for word, count in list(corpus.items())[:_MAX_WORDS]]
    listed = say("list.comma").join(shown)
    if len(corpus) <= _MAX_WORDS:
        return listed
    return say("takeaway.words.more", listed=listed, words=say.count(OTHERS[unit], len(corpus) - _MAX_WORDS))
