"""The same sentence in eight languages as bars: its bytes, and its tokens by known models and by one tokenizer more.

The sentence is the first of the Universal Declaration of Human Rights, as the United Nations publish it in each of
them. Its splits by known models are recorded, so that no vocabulary is needed for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tokviz import recorded
from tokviz.files.pipeline import Pipeline
from tokviz.views.shared.bars import NamedBar
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import DataTable
from tokviz.views.shared.palette import HUES
from tokviz.views.tokenizers.options import SAMPLE_KEYS
from tokviz.views.vocabularies.charts import beside

LANGUAGES = ("english", "german", "spanish", "russian", "chinese", "japanese", "arabic", "hindi")
"""The names of the recorded sentences."""
MODELS = ("gpt-2", "gpt-4", "gpt-4o")
"""Known models of three generations, the oldest first."""
_ENGLISH = LANGUAGES[0]


@dataclass(frozen=True)
class Costs:
    """Language -> how many tokens the sentence is, of a tokenizer with this name. lost: the languages of which it does
    not know all, so that few tokens there mean little."""

    name: str
    tokens: Mapping[str, int]
    lost: tuple[str, ...] = ()

    @property
    def dearest(self) -> str:
        """The language with most tokens among those of which nothing is lost, the first of several; English if there is
        no other."""
        return max(
            (name for name in self.tokens if name not in self.lost or name == _ENGLISH), key=self.tokens.__getitem__
        )

    @property
    def ratio(self) -> float:
        """The tokens of that language for each one of English."""
        return self.tokens[self.dearest] / self.tokens[_ENGLISH]


def costs_by(tokenizer: Pipeline, name: str) -> Costs:
    """Count the tokens of each sentence by a tokenizer, without special ones. Raises TokvizError."""
    unknown, tokens, lost = tokenizer.unknown, {}, []
    for language, text in _texts().items():
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
    title = recordeds[_ENGLISH].tokenizer.title
    return Costs(title, {name: len(one.tokens) for name, one in recordeds.items()})


def languages_table(costs: tuple[Costs, ...], say: Catalog) -> DataTable:
    """Return a row for each language: a bar for its bytes and one for its tokens by each tokenizer, on one scale."""
    size = {name: len(text.encode()) for name, text in _texts().items()}
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
    in English; nothing if it does not know English whole."""
    if _ENGLISH in costs.lost:
        return ""
    dearest = costs.dearest
    if dearest == _ENGLISH:
        key = "tokenizers.languages.least.whole" if costs.lost else "tokenizers.languages.least"
        return say(key, name=costs.name, tokens=costs.tokens[_ENGLISH])
    return say(
        "tokenizers.languages.most.whole" if costs.lost else "tokenizers.languages.most",
        name=costs.name,
        language=_called(dearest, say),
        tokens=costs.tokens[dearest],
        english=costs.tokens[_ENGLISH],
        ratio=say.decimal(costs.ratio, 1),
    )


def losses(costs: Costs, say: Catalog) -> str:
    """Say of which languages a tokenizer does not know all; nothing if there is none."""
    if not costs.lost:
        return ""
    languages = say("list.comma").join(_called(name, say) for name in costs.lost)
    return say("tokenizers.languages.lost", name=costs.name, languages=languages)


def _called(name: str, say: Catalog) -> str:
    return say(SAMPLE_KEYS[name])


def _texts() -> Mapping[str, str]:
    every = {sentence.name: sentence.text for sentence in recorded.sentences()}
    return {name: every[name] for name in LANGUAGES}
