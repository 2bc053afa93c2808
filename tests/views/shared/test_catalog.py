"""The catalog as an object: filling in, counting, listing. What the catalogs hold is another test."""

import pytest

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


def test_choices_without_a_label_show_their_name() -> None:
    group_key = "group.{}".format
    assert (SAY.choice(group_key, "red"), SAY.choice(group_key, "blue")) == ("Rot", "blue")


def test_lists() -> None:
    english, chinese = load("en"), load("zh")
    assert [english.listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert chinese.listed(["a", "b", "c"]).replace("\u2009", " ") == "a、b 和 c"


def test_languages() -> None:
    assert set(LANGUAGES) >= {"en", "zh"}
    assert all(load(code).language == code for code in LANGUAGES)
    assert len(set(LANGUAGES.values())) == len(LANGUAGES), "each has a name of its own"
    with pytest.raises(KeyError):
        load("../../etc/passwd")
