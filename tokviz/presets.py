"""Rules by name: what every algorithm does with its presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from tokviz.errors import RulesError, brief

Rules = TypeVar("Rules")


def resolve(rules: str | Rules, presets: Mapping[str, Rules]) -> Rules:
    """Return the preset of that name, or `rules` itself. Raises RulesError for an unknown name and for rules of another
    kind.

    >>> resolve("one", {"one": 1}), resolve(2, {"one": 1})
    (1, 2)
    """
    if not isinstance(rules, str):
        if not isinstance(rules, tuple({type(preset) for preset in presets.values()})):
            raise RulesError("rules-type", value=brief(rules), choices=", ".join(presets))
        return rules
    if rules not in presets:
        raise RulesError("rules-preset", value=rules, choices=", ".join(presets))
    return presets[rules]


def name_of(rules: object, presets: Mapping[str, object]) -> str | None:
    """Return the name of the preset that equals `rules`, or None.

    >>> name_of(1, {"one": 1})
    'one'
    """
    return next((name for name, preset in presets.items() if preset == rules), None)
