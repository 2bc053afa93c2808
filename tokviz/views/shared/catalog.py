"""Translation catalogs: every sentence that a user sees, by key, in each language.

The templates come from :mod:`tokviz.texts`; here they are filled in. A key that ends in ``.one`` is the form for
exactly one thing where a language has such a form. Which language a visitor gets is decided in
:mod:`tokviz.web.shared.i18n`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from numbers import Integral

from tokviz.texts import LANGUAGES, templates
from tokviz.views.shared.numbers import Numbers

__all__ = ["LANGUAGES", "Catalog", "load"]


@dataclass(frozen=True)
class Catalog(Numbers):
    """The sentences and the numbers of one language."""

    language: str
    templates: Mapping[str, str]

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the sentence `key` with `values` filled in, whole numbers as the language writes them. Raises KeyError
        for a key that is not in the catalog.
        """
        return self.templates[key].format(**{name: self._filled(value) for name, value in values.items()})

    def __contains__(self, key: str) -> bool:
        return key in self.templates

    def count(self, key: str, number: int, /, **values: object) -> str:
        """Return the sentence `key` about `number` things, as ``{n}``, in the form that the number asks for."""
        one = f"{key}.one"
        return self(one if number == 1 and one in self.templates else key, n=number, **values)

    def _filled(self, value: object) -> object:
        return self.integer(int(value)) if isinstance(value, Integral) and not isinstance(value, bool) else value

    def listed(self, items: list[str]) -> str:
        """Join items as a sentence lists them.

        >>> load("en").listed(["a", "b", "c"])
        'a, b and c'
        """
        if len(items) < 2:
            return "".join(items)
        return self("list.and", head=self("list.comma").join(items[:-1]), last=items[-1])

    def __reduce__(self) -> tuple[Callable[[str], Catalog], tuple[str]]:
        return load, (self.language,)  # to another process its name is enough

    def within(self, prefix: str) -> dict[str, str]:
        """Return the templates whose keys begin with `prefix`, by what follows it: those that a browser fills in."""
        return dict(self._within(prefix))

    @cached_property
    def _within(self) -> Callable[[str], Mapping[str, str]]:
        """Return the same, remembered: each run of a page asks for the same few out of thousands."""

        def found(prefix: str) -> Mapping[str, str]:
            return {key.removeprefix(prefix): text for key, text in self.templates.items() if key.startswith(prefix)}

        return cache(found)

    def choice(self, group: str, name: str) -> str:
        """Return the label of one of several named choices, or the name itself where the catalog has none."""
        return self.templates.get(f"{group}.{name}", name)


@cache
def load(language: str) -> Catalog:
    """Return the catalog of a language. Raises KeyError for one that does not exist."""
    return Catalog(language, templates(language))
