"""The same sentence in several languages as bars: its bytes, and its tokens by known models and by one tokenizer more.

The sentence is the visitor's own, or the first of the Universal Declaration of Human Rights in eight languages, as the
United Nations publish it in each of them. The splits of that by known models are recorded, so that no vocabulary is
needed for them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tokviz import recorded
from tokviz.files.pipeline import Pipeline
from tokviz.views.shared.bars import NamedBar
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import DataTable
from tokviz.views.shared.display import visible
from tokviz.views.shared.palette import HUES
from tokviz.views.tokenizers.options import SAMPLE_KEYS
from tokviz.views.vocabularies.charts import beside

LANGUAGES = ("english", "german", "spanish", "russian", "chinese", "japanese", "arabic", "hindi")
"""The names of the recorded sentences."""
MODELS = ("gpt-2", "gpt-4", "gpt-4o")
"""Known models of three generations, the oldest first."""
MOST_LINES = 30
"""So many lines of translations are read."""
_MOST_NAME = 24  # characters of the name of a language
_NAMED = re.compile("([:：])")


@dataclass(frozen=True)
class Costs:
    """Language -> how many tokens the sentence is, of a tokenizer with this name; the first language is the one that
    others are compared with. lost: the languages of which it does not know all, so that few tokens there mean little.
    """

    name: str
    tokens: Mapping[str, int]
    lost: tuple[str, ...] = ()

    @property
    def first(self) -> str:
        """The language that others are compared with."""
        return next(iter(self.tokens))

    @property
    def dearest(self) -> str:
        """The language with most tokens among those of which nothing is lost, the first of several; the one that others
        are compared with if there is none."""
        whole = (name for name in self.tokens if name not in self.lost or name == self.first)
        return max(whole, key=self.tokens.__getitem__)

    @property
    def ratio(self) -> float:
        """The tokens of that language for each one of the first."""
        return self.tokens[self.dearest] / self.tokens[self.first]


def translations(lines: str) -> Mapping[str, str]:
    """Return language -> its sentence, out of lines as a visitor writes them; the recorded sentences without any. A
    line without a name before a colon has its number for a name.

    >>> dict(translations("Welsh: Bore da\\nKia ora"))
    {'Welsh': 'Bore da', '2': 'Kia ora'}
    >>> tuple(translations(" ")) == LANGUAGES
    True
    """
    texts: dict[str, str] = {}
    for number, line in enumerate([line.strip() for line in lines.splitlines() if line.strip()][:MOST_LINES], start=1):
        name, colon, text = _NAMED.split(line, 1) if _NAMED.search(line) else ("", "", line)
        if not (colon and name.strip() and text.strip() and len(name.strip()) <= _MOST_NAME):
            name, text = f"{number}", line
        name = name.strip()
        texts[name if name not in texts else f"{name} {number}"] = text.strip()
    return texts or _recorded()


def costs_by(tokenizer: Pipeline, name: str, texts: Mapping[str, str]) -> Costs:
    """Count the tokens of each sentence by a tokenizer, without special ones. Raises TokvizError."""
    unknown, tokens, lost = tokenizer.unknown, {}, []
    for language, text in texts.items():
        ids = tokenizer.encode(text, special=False).ids
        tokens[language] = len(ids)
        if unknown is not None and unknown[0] in ids:
            lost.append(language)
    return Costs(name, tokens, tuple(lost))


def costs_of(model: str) -> Costs:
    """Count the recorded tokens of a known model.

    >>> costs_of("gpt-2").tokens["hindi"], costs_of("gpt-4o").tokens["hindi"]
    (139, 25)
    """
    recordeds = {name: recorded.load(name, model) for name in LANGUAGES}
    title = recordeds[LANGUAGES[0]].tokenizer.title
    return Costs(title, {name: len(one.tokens) for name, one in recordeds.items()})


def languages_table(costs: tuple[Costs, ...], texts: Mapping[str, str], say: Catalog) -> DataTable:
    """Return a row for each language: a bar for its bytes and one for its tokens by each tokenizer, on one scale."""
    size = {name: len(text.encode()) for name, text in texts.items()}
    series = {say("tokenizers.languages.bytes"): size, **{one.name: one.tokens for one in costs}}
    hues = (None, *HUES)  # bytes are gray
    bars = {
        title: {
            _called(name, say): NamedBar(_called(name, say), number, say.integer(number), hue=hues[place])
            for name, number in numbers.items()
        }
        for place, (title, numbers) in enumerate(series.items())
    }
    return beside(say("tokenizers.languages"), say("column.language"), bars)


def verdict_on_languages(costs: Costs, say: Catalog) -> str:
    """Say in which language a tokenizer needs most tokens, of those that it knows whole, and how many times as many as
    in the first; nothing if it does not know that whole, or there is no other."""
    first, dearest = costs.first, costs.dearest
    if first in costs.lost or len(costs.tokens) < 2:
        return ""
    if dearest == first:
        key = "tokenizers.languages.least.whole" if costs.lost else "tokenizers.languages.least"
        return say(key, name=costs.name, first=_called(first, say), tokens=costs.tokens[first])
    return say(
        "tokenizers.languages.most.whole" if costs.lost else "tokenizers.languages.most",
        name=costs.name,
        language=_called(dearest, say),
        tokens=costs.tokens[dearest],
        least=costs.tokens[first],
        first=_called(first, say),
        ratio=say.decimal(costs.ratio, 1),
    )


def losses(costs: Costs, say: Catalog) -> str:
    """Say of which languages a tokenizer does not know all; nothing if there is none."""
    if not costs.lost:
        return ""
    languages = say("list.comma").join(_called(name, say) for name in costs.lost)
    return say("tokenizers.languages.lost", name=costs.name, languages=languages)


def _called(name: str, say: Catalog) -> str:
    if name in LANGUAGES:
        return say(SAMPLE_KEYS[name])
    return say("tokenizers.languages.line", number=name) if name.isdigit() else visible(name).replace("`", "")


def _recorded() -> Mapping[str, str]:
    every = {sentence.name: sentence.text for sentence in recorded.sentences()}
    return {name: every[name] for name in LANGUAGES}
