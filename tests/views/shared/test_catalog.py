"""The catalog as an object: filling in, counting, listing. What the catalogs hold is another test."""

import pytest

from tokviz import texts
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load

NUMBERS = {"number.group": ",", "number.point": ".", "number.minus": "−", "number.percent": "{n}%"}
SAY = Catalog(
    "xx", NUMBERS | {"a": "{x} & {y}", "n": "{n} things", "n.one": "one thing", "only": "{n}", "group.red": "Rot"}
)


def test_values_are_filled_in_and_not_read_again() -> None:
    """A value that looks like a template stays what it is."""
    assert SAY("a", x="{y}", y="%s") == "{y} & %s"


def test_an_unknown_key_raises() -> None:
    with pytest.raises(KeyError):
        SAY("nothing")
    assert "nothing" not in SAY
    assert "a" in SAY


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 things"), (1, "one thing"), (2, "2 things"), (1_234, "1,234 things")]
)
def test_counts(number: int, text: str) -> None:
    assert SAY.count("n", number) == text


def test_a_language_may_have_one_form_for_all_numbers() -> None:
    assert SAY.count("only", 1) == "1"
    assert "n.one" in SAY
    assert Catalog("zh", SAY.templates).count("n", 1) == "1 things", "Chinese has no form for one"


def test_a_key_that_ends_with_other_is_no_form_of_its_sentence() -> None:
    say = Catalog("xx", {**SAY.templates, "n.other": "another thing"})
    assert say.count("n", 2) == "2 things"


def russian(number: int) -> str:
    """Return the category of CLDR for a language with several forms."""
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    return "few" if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else "many"


def test_a_language_with_more_forms_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "_PLURALS", {"ru": russian})
    say = Catalog("ru", NUMBERS | {"w": "{n} слова", "w.one": "{n} слово", "w.few": "{n} слова", "w.many": "{n} слов"})
    assert [say.count("w", number) for number in (1, 2, 5, 11, 21, 22)] == [
        "1 слово",
        "2 слова",
        "5 слов",
        "11 слов",
        "21 слово",
        "22 слова",
    ]


def test_choices_without_a_label_show_their_name() -> None:
    group_key = "group.{}".format
    assert (SAY.choice(group_key, "red"), SAY.choice(group_key, "blue")) == ("Rot", "blue")


def test_lists() -> None:
    english, chinese = load("en"), load("zh")
    assert [english.listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert chinese.listed(["a", "b", "c"]).replace("\u2009", " ") == "a、b 和 c"
    assert chinese.listed(["英语", "西班牙语"]) == "英语和西班牙语"
    assert chinese.listed(["`a`（1）", "`中 文`"]).replace("\u2009", " ") == "`a`（1）和 `中 文`"
    assert english.listed(["英语", "德语"]) == "英语 and 德语"


def test_an_aside_has_the_brackets_of_its_language() -> None:
    assert (load("en").with_aside("29.0%", "9"), load("zh").with_aside("29.0%", "9")) == ("29.0% (9)", "29.0%（9）")


def test_languages() -> None:
    assert set(LANGUAGES) >= {"en", "zh"}
    assert all(load(code).language == code for code in LANGUAGES)
    assert len(set(LANGUAGES.values())) == len(LANGUAGES), "each has a name of its own"
    with pytest.raises(KeyError):
        load("../../etc/passwd")
