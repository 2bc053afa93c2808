"""The side bar of `/bpe`: what is chosen there is what is trained, and the address says it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import heading
from tests.pages import visit
from tokviz import bpe, examples
from tokviz.algorithms import BPE
from tokviz.bpe import PRESETS, Rules
from tokviz.views.shared.catalog import LANGUAGES, load

EN, ZH = load("en"), load("zh")


def widget(at: AppTest, name: str) -> Any:
    """The widget of the side bar with this name."""
    found = [element for element in visit.elements(at.sidebar) if element.key == f"bpe_{name}"]
    assert len(found) == 1, name
    return found[0]


def choose(at: AppTest, name: str, value: Any) -> AppTest:
    if name in ("example", "versus"):
        return visit.pick(at, f"bpe_{name}", value or "none")
    widget(at, name).set_value(value)
    return visit.alive(at.run())


def knobs(at: AppTest) -> Rules:
    """The rules as the widgets show them."""
    values: dict[str, Any] = {}
    for knob in bpe.KNOBS:
        is_drawn = knob.is_used(SimpleNamespace(**values))
        value = widget(at, knob.field).value if is_drawn else at.session_state[f"bpe_{knob.field}"]
        values[knob.field] = knob.parse(value) if knob.is_typed else value
    return Rules(**values)


def trained(at: AppTest, rules: Rules, name: str = "sennrich", **limits: Any) -> bool:
    """Tell if the picture shows the merges of these rules."""
    trace = bpe.train(examples.load(name).corpus_for("bpe"), rules=rules, **limits)
    return visit.merges(at) == [f"{left} {right}" for left, right in trace.merges]


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_preset_fills_the_knobs(preset: str) -> None:
    at = choose(visit.with_rules("bpe"), "preset", preset)
    assert knobs(at) == PRESETS[preset]
    assert trained(at, PRESETS[preset])
    # An address that says the same already stays as it is, so that going back leaves the page.
    assert at.query_params == ({} if preset == "sennrich" else {"example": "sennrich", "rules": preset})


def test_what_a_preset_leaves_out_is_said_where_it_is_chosen() -> None:
    at = choose(visit.bpe(), "preset", "cs336")
    assert EN("preset.limit.bpe.cs336") in [caption.value for caption in at.sidebar.caption]
    at = choose(choose(at, "preset", "sennrich"), "versus", "sentencepiece")
    at = visit.open_panel(at, "bpe_versus_panel")
    assert EN("preset.limit.bpe.sentencepiece") in [caption.value for caption in at.main.caption]
    at = choose(at, "versus", "")
    assert not {caption.value for caption in at.caption} & {EN(f"preset.limit.bpe.{name}") for name in BPE.limited}


def test_an_example_fills_everything() -> None:
    at = choose(visit.with_rules("bpe", rules="minbpe", merges="3"), "example", "jurafsky")
    assert knobs(at) == examples.load("jurafsky").recipe("bpe").rules
    assert (widget(at, "preset").value, widget(at, "stop").value, widget(at, "amount").value) == ("source", "merges", 8)
    assert at.query_params == {"example": "jurafsky"}
    at = choose(at, "example", "hug")
    assert widget(at, "preset").value == "course"
    assert at.query_params == {"example": "hug"}


def test_another_example_begins_at_its_start() -> None:
    at = visit.bpe(step="7")
    assert visit.step(at) == 7
    assert visit.step(choose(at, "example", "hug")) == 0
    assert "step" not in at.query_params


@pytest.mark.parametrize(
    ("field", "value", "name", "text"),
    [
        ("tie_break", "greatest-pair", "tie", "greatest-pair"),
        ("tie_break", "shortest-token", "tie", "shortest-token"),
        ("end_of_word", "_", "end", "_"),
        ("end_of_word", "", "end", ""),
        ("end_of_word_attached", True, "attached", "1"),
        ("minimum_count", 4, "min", "4"),
        ("start_of_word", "▁", "start", "▁"),
        ("continuing_prefix", "##", "prefix", "##"),
        ("alphabet", "bytes", "alphabet", "bytes"),
        ("max_token_length", 4, "maxlen", "4"),
        ("limit_alphabet", 5, "limit", "5"),
        ("duplicates", "skip", "dup", "skip"),
    ],
)
def test_a_knob_changes_the_trace(field: str, value: Any, name: str, text: str) -> None:
    at = choose(visit.with_rules("bpe"), field, value)
    rules = Rules(**(vars(PRESETS["sennrich"]) | {field: value}))
    assert trained(at, rules)
    assert at.query_params == {"example": "sennrich", name: text}
    assert knobs(at) == rules


def test_coverage_and_symbols_are_rules_of_sentencepiece_alone() -> None:
    at = choose(choose(visit.with_rules("bpe"), "preset", "sentencepiece"), "user_defined", "wi est")
    rules = replace(PRESETS["sentencepiece"], user_defined=("wi", "est"))
    assert trained(at, rules)
    assert at.query_params == {"example": "sennrich", "rules": "sentencepiece", "symbols": "wi est"}
    at = choose(at, "character_coverage", 0.98)
    assert trained(at, replace(rules, character_coverage=0.98))
    at = choose(at, "preset", "sennrich")
    assert knobs(at) == PRESETS["sennrich"]
    at = choose(at, "user_defined", "wi")
    said = EN("error.sentencepiece-only", name="user_defined")
    assert said in [error.value.replace("\\", "") for error in at.error]
    assert trained(at, PRESETS["sennrich"])


def test_special_tokens_are_separated_by_spaces() -> None:
    at = choose(visit.with_rules("bpe"), "special_tokens", " <unk>  <s> ")
    assert at.query_params["special"] == "<unk> <s>"
    at = visit.with_rules("bpe", **at.query_params)
    assert knobs(at).special_tokens == ("<unk>", "<s>")


def test_back_to_the_preset() -> None:
    at = choose(visit.with_rules("bpe"), "tie_break", "greatest-pair")
    button = next(button for button in at.sidebar.button if button.label == EN("control.knobs.reset"))
    button.click()
    assert knobs(visit.alive(at.run())) == PRESETS["sennrich"]
    assert EN("control.knobs.reset") not in [button.label for button in at.sidebar.button]


def test_what_the_knobs_say_stays_while_their_fold_is_closed() -> None:
    at = visit.bpe(example="sennrich", tie="greatest-pair", end="_")
    rules = replace(PRESETS["sennrich"], tie_break="greatest-pair", end_of_word="_")
    assert not {f"bpe_{knob.field}" for knob in bpe.KNOBS} & {one.key for one in visit.elements(at.sidebar)}
    for is_open in (True, False, True):
        at.session_state["bpe_knobs"] = is_open
        assert trained(visit.alive(at.run()), rules)
        assert at.query_params == {"example": "sennrich", "tie": "greatest-pair", "end": "_"}
    assert knobs(at) == rules
    at = choose(at, "minimum_count", 4)
    at.session_state["bpe_knobs"] = False
    at = choose(choose(at, "stop", "merges"), "amount", 2)
    assert trained(at, replace(rules, minimum_count=4), merges=2)
    at = choose(at, "preset", "minbpe")
    assert at.query_params == {"example": "sennrich", "rules": "minbpe", "merges": "2"}
    at.session_state["bpe_knobs"] = True
    assert knobs(visit.alive(at.run())) == PRESETS["minbpe"]


def test_where_to_stop() -> None:
    at = choose(visit.bpe(), "stop", "merges")
    assert widget(at, "amount").value > 0
    at = choose(at, "amount", 4)
    assert trained(at, PRESETS["sennrich"], merges=4)
    assert at.query_params["merges"] == "4"
    at = choose(at, "stop", "vocab")
    at = choose(at, "amount", 15)
    assert trained(at, PRESETS["sennrich"], vocab_size=15)
    assert at.query_params == {"example": "sennrich", "vocab": "15"}
    at = choose(at, "stop", "end")
    assert trained(at, PRESETS["sennrich"])
    assert at.query_params == {"example": "sennrich"}


def test_no_merges_at_all() -> None:
    at = visit.bpe(merges="0")
    shown = visit.payload(at)
    assert shown is not None
    assert shown["total"] == 0
    assert len(shown["frames"]) == 1


def test_fewer_merges_than_the_step() -> None:
    """The picture is at the tenth merge when somebody asks for only four: it goes to the fourth."""
    at = choose(choose(visit.bpe(step="10"), "stop", "merges"), "amount", 4)
    assert visit.step(at) == 4
    assert at.query_params["step"] == "4"


def test_another_convention() -> None:
    at = visit.bpe(example="follow")
    assert EN("tab.versus") not in [tab.label for tab in at.tabs]
    at = choose(at, "versus", "subword-nmt")
    assert EN("tab.versus") in [tab.label for tab in at.tabs]
    assert at.query_params == {"example": "follow", "vs": "subword-nmt"}
    at = choose(at, "versus", "")
    assert at.query_params == {"example": "follow"}


@pytest.mark.parametrize(("before", "after"), [("en", "zh"), ("zh", "en")])
def test_another_language_keeps_everything(before: str, after: str) -> None:
    at = visit.bpe(corpus="low low lower lower", lang=before, tie="smallest-ids", vs="minbpe", step="2", merges="5")
    state = {name: value for name, value in at.query_params.items() if name != "lang"}
    merges = visit.merges(at)
    at.segmented_control(key="language_widget").set_value(after)
    visit.alive(at.run())
    assert at.title[0].value == heading("bpe", load(after))
    assert at.query_params == state | {"lang": after}
    assert visit.merges(at) == merges
    assert visit.step(at) == 2
    assert at.text_area(key="bpe_text").value == "low low lower lower"


@pytest.mark.both
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_nothing_is_left_untranslated(language: str) -> None:
    """No label on the page is a bare key of the catalog."""
    say = load(language)
    at = visit.bpe(lang=language, vs="minbpe", step="3")
    labels = [str(getattr(element, "label", "")) for element in visit.elements(at.sidebar)]
    labels += [tab.label for tab in at.tabs] + visit.texts(at.main).splitlines()
    assert [label for label in labels if label in say.templates] == []
    assert not [label for label in labels if label.startswith(("control.", "knob.", "tab.", "bpe."))]


def test_going_to_the_start_page_and_back_by_a_link() -> None:
    at = visit.bpe(example="hug", step="2", rules="minbpe")
    link = dict(at.query_params)
    at.switch_page("pages/start_page.py")
    at.query_params.clear()
    assert visit.alive(at.run()).title[0].value == load("en")("start.title")
    at.switch_page("pages/bpe_page.py")
    at.query_params.update(link)
    visit.alive(at.run())
    assert visit.step(at) == 2
    assert at.query_params == link


def test_the_same_card_twice() -> None:
    """The start page's card opens its example also when that was the last thing looked at."""
    at = visit.bpe(example="hug")
    for _ in range(2):
        at.switch_page("pages/start_page.py")
        at.query_params.clear()
        visit.alive(at.run())
        at.switch_page("pages/bpe_page.py")
        at.query_params["example"] = "hug"
        assert visit.merges(visit.alive(at.run()))[0] == "u g"
        assert at.query_params == {"example": "hug"}


def test_back_in_the_browser_restores_the_state_before() -> None:
    """The address changes without a widget: the page follows it."""
    at = visit.bpe(example="hug", step="2")
    choose(at, "preset", "minbpe")
    at.run()  # AppTest cannot say that somebody goes back; but this says that the browser knows the new address
    at.query_params.clear()
    at.query_params.update({"example": "hug", "step": "2"})
    visit.alive(at.run())
    assert widget(at, "preset").value == "course"
    assert visit.step(at) == 2
