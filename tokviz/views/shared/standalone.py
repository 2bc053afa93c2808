"""What pages to take away have in common: one HTML file that opens from disk, says where it comes from, and may fetch
nothing.

The page around with its policy for the browser (``templates/page.html``), and what is told of a training: corpus,
source, rules. The pages themselves are made in :mod:`tokviz.views.takeaway.export`,
:mod:`tokviz.views.takeaway.worksheet` and :mod:`tokviz.views.takeaway.report`.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, fields
from hashlib import sha256

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, Algorithm, Rules
from tokviz.corpus import Corpus
from tokviz.examples import OWN
from tokviz.trace import Trace
from tokviz.views.shared.catalog import LANGUAGES, Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.rendering import render, source

__all__ = ["About", "about", "of_training", "page", "policy", "rules_text"]

_MAX_WORDS = 12  # of the corpus are named


@dataclass(frozen=True)
class About:
    """What a page says of itself: its title, and settings with their names, in the reader's language."""

    title: str
    settings: tuple[tuple[str, str], ...] = ()


def of_training(trace: Trace, say: Catalog, example: str = OWN, split: str = "") -> About:
    """Return what there is to say of a training: algorithm, corpus, source, words, rules, language.

    example: the name of a worked example, or `OWN`. split: the pre-tokenizer, if there was a choice.
    """
    algorithm = trace.algorithm
    name = say.choice("example", example)
    told = [(say("takeaway.corpus"), name)]
    if example != OWN and algorithm in examples.load(example).recipes:
        told.append((say("takeaway.source"), examples.load(example).recipes[algorithm].source))
    told.append((say("takeaway.words"), _words(trace.corpus, say)))
    if split:
        told.append((say("control.split"), say.choice("split", split)))
    told.append((say("control.rules"), rules_text(ALGORITHMS[algorithm], trace.rules, say)))
    return about(say("takeaway.title", algorithm=say(f"takeaway.algorithm.{algorithm}"), corpus=name), told, say)


def about(title: str, told: Sequence[tuple[str, str]], say: Catalog) -> About:
    """Return what a page says of itself, its language last.

    >>> from tokviz.views.shared.catalog import load
    >>> about("hugs", [], load("zh")).settings
    (('语言', '简体中文'),)
    """
    return About(title, (*told, (say("language.label"), LANGUAGES[say.language])))


def rules_text(algorithm: Algorithm, rules: Rules, say: Catalog) -> str:
    """Return the preset that `rules` are, or the one nearest to them and what differs.

    >>> from tokviz import bpe
    >>> from tokviz.views.shared.catalog import load
    >>> rules_text(ALGORITHMS["bpe"], bpe.Rules(end_of_word="_"), load("en"))
    'Sennrich et al. 2016 (paper); End-of-word mark: _'
    """
    changed = {
        name: [one.name for one in fields(rules) if getattr(rules, one.name) != getattr(preset, one.name)]
        for name, preset in algorithm.presets.items()
        if type(preset) is type(rules)
    }
    nearest = min(changed, key=lambda name: len(changed[name]))
    parts = [say.choice("preset", nearest)]
    for field in changed[nearest]:
        value = getattr(rules, field)
        if isinstance(value, bool):
            text = say("takeaway.on" if value else "takeaway.off")
        elif isinstance(value, tuple):
            text = " ".join(map(visible, value)) or "–"
        else:
            text = "–" if value in (None, "") else say.choice(f"knob.{field}", visible(str(value)))
        parts.append(say("takeaway.setting", name=say.choice("knob", field), value=text))
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


def page(name: str, title: str, say: Catalog, script: str = "", **values: object) -> str:
    """Return a complete page: the template ``{name}.html`` with the style sheet of that name, filled with `values`.

    script: a module that the page ends with.
    """
    style = source(f"{name}.css")
    return render(f"{name}.html", say, title=title, style=style, policy=policy(script), script=script, **values)


def _words(corpus: Corpus, say: Catalog) -> str:
    shown = [f"{shorten(visible(word), 40)} {say.integer(count)}" for word, count in list(corpus.items())[:_MAX_WORDS]]
    listed = say("list.comma").join(shown)
    if len(corpus) <= _MAX_WORDS:
        return listed
    return say("takeaway.words.more", listed=listed, words=say.count("count.other-words", len(corpus) - _MAX_WORDS))
