"""The picture of a training by languages: lines that fall, sentences below them, and what is asked."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.catalogs import saying
from tests.e2e.conftest import NewPage, Server, open_page, resize, still
from tests.e2e.lesson import at_step, picture, press, reload
from tests.e2e.test_predict import act, came_out, candidate_rows, is_open, panel
from tokviz.views.shared.catalog import load

EN = load("en")


SQUARE = "(nodes) => nodes.map((node) => node.getBoundingClientRect()).map(({ x, y, width, height }) => "
SQUARE += "({ x: Math.round(x), y: Math.round(y), right: x + width, bottom: y + height }))"
MEET = """(nodes) => {
    const boxes = nodes.map((node) => node.getBoundingClientRect());
    const meets = (one, other) => one.left < other.right - 1 && other.left < one.right - 1;
    const crosses = (one, other) => one.top < other.bottom - 1 && other.top < one.bottom - 1;
    return boxes.some((one, place) => boxes.slice(place + 1).some((next) => meets(one, next) && crosses(one, next)));
}"""
CUT = "(rows) => rows.filter((row) => row.scrollHeight > row.clientHeight + 2).map((row) => row.ariaLabel)"
ON = """(picture) => {
    const key = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true });
    document.body.dispatchEvent(key);
    const drawing = picture.querySelector("[data-testid=drawing]");
    return drawing.getAnimations({ subtree: true }).map((motion) => motion.effect.target.getAttribute("class"));
}"""


# The labels that lie on a line, on a number of the axes, or on each other.
COVERS = """(chart) => {
    const seen = [...chart.querySelectorAll(".language")].filter((node) => node.checkVisibility());
    const around = chart.querySelector(".axes").getBoundingClientRect();
    const points = [...chart.querySelectorAll(".past path")].flatMap((path) => {
        const parts = Math.ceil(path.getTotalLength() / 4);
        return Array.from({ length: parts }, (_, part) => path.getPointAtLength(4 * part));
    });
    const numbers = [...chart.querySelectorAll(".axes text")].map((node) => node.getBoundingClientRect());
    return seen.filter((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const isIn = ({ x, y }) => x > left && x < right && y > top && y < bottom;
        const meets = (other) => other.left < right && left < other.right && other.top < bottom && top < other.bottom;
        return points.some(({ x, y }) => isIn({ x: x + around.x, y: y + around.y })) || numbers.some(meets);
    }).map((node) => node.textContent);
}"""


def labels(page: Page) -> Locator:
    """The labels beside the lines, in the order of the languages."""
    return picture(page).locator(".lines .language")


def test_lines_fall_and_the_longest_language_chooses(page: Page) -> None:
    """W13: bars and letters without a name did not show the point; the two trainings part before the eye."""
    open_page(page, "/parity", {"step": 40})
    at_step(page, 40)
    drawn = picture(page)
    expect(labels(page)).to_have_text(["English 83 · plain 80", "German 85 · plain 93", "Spanish 85 · plain 91 · tied"])
    expect(drawn.locator(".lines .language.turn .name")).to_have_text("German")
    expect(drawn.locator(".lines .dots .turn")).to_have_class("of-1 turn")
    expect(drawn.locator(".lines .past path")).to_have_count(6)
    expect(drawn.locator(".lines .past .plain").first).to_have_css("stroke-dasharray", "3px, 5px")
    assert not labels(page).evaluate_all(MEET)
    expect(drawn.locator(".lines rect")).to_have_count(120)
    expect(drawn.locator(".lines rect.now")).to_have_class("of-1 now")
    assert "recent" not in drawn.inner_html()
    press(page, "End")
    at_step(page, 120)
    expect(labels(page).locator("visible=true")).to_have_text(["English, German, Spanish 71 · plain 64, 78, 83"])
    expect(drawn.locator(".lines .language.turn")).to_have_count(0)
    rings = drawn.locator(".lines .dots i").evaluate_all("(nodes) => nodes.map((node) => node.offsetWidth)")
    assert len(set(rings)) == 3


def test_labels_at_the_end_cover_no_line_in_a_hall(page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_page(page, "/parity", {"step": 119, "present": 1, "lang": "en"})
    at_step(page, 119)
    drawn = picture(page)
    for step in (119, 120):
        at_step(page, step)
        page.wait_for_function(
            "() => !document.querySelector('[data-testid=picture]')?.getAnimations?.({ subtree: true }).length"
        )
        assert drawn.locator(".lines .plot").evaluate(COVERS) == [], step
        press(page, "ArrowRight")


def test_sentences_are_split_as_now_and_as_by_plain_bpe(page: Page) -> None:
    open_page(page, "/parity", {"step": 60})
    at_step(page, 60)
    rows = picture(page).locator(".sentences .words:not(.plain)")
    expect(rows).to_have_count(3)
    german = "D·as B·r·o·t is·t n·o·c·h w·ar·m . D·i·e a·l·te F·r·au verkauft H·on·ig ."
    expect(rows.nth(1)).to_have_attribute("aria-label", german)
    beside = picture(page).locator(".sentences .plain:not(.none)")
    plain = "D·as B·ro·t i·st n·o·c·h w·ar·m . D·i·e al·t·e F·r·au ver·k·au·f·t H·on·i·g ."
    expect(beside).to_have_attribute("aria-label", plain)
    page.get_by_role("button", name="Spanish").press("Enter")
    expect(page.get_by_role("button", name="Spanish")).to_have_attribute("aria-pressed", "true")
    expect(beside).to_have_class("words plain of-2")
    press(page, "ArrowLeft")
    at_step(page, 59)
    new = picture(page).locator(".sentences .box.new")
    expect(new).to_have_count(0)  # no word of these sentences has it
    press(page, "Home")
    press(page, "ArrowRight")
    expect(new).to_have_text(["en", "en"])  # caliente, vende


def test_dots_drop_for_420_ms_and_nothing_else_moves(page: Page) -> None:
    """The tallest sentence of all steps has room from the start, and so has the split of plain BPE below each row."""
    open_page(page, "/parity", {"step": 0})
    at_step(page, 0)
    drawn = picture(page)
    fixed = drawn.locator(".says, .lines, .sentences, .sentences .words:not(.plain), .transport")
    assert drawn.locator(".sentences .words").evaluate_all(CUT) == []  # all are widest at the start
    places = fixed.evaluate_all(SQUARE)
    moved = drawn.evaluate(ON)
    assert {"of-2 ", "cursor", "past"} <= set(moved)
    expect(drawn.locator(".dots .of-2")).to_have_css("transition-duration", "0.42s, 0.42s")
    for _ in range(119):
        drawn.evaluate(ON)
        assert fixed.evaluate_all(SQUARE) == places
    at_step(page, 120)


def test_on_a_phone_it_is_one_column_and_nothing_meets(new_page: NewPage, server: Server) -> None:
    page = new_page(server, viewport={"width": 390, "height": 844})
    open_page(page, "/parity", {"step": 60})
    at_step(page, 60)
    drawn = picture(page)
    press(page, "Home")
    assert drawn.locator(".sentences .words").evaluate_all(CUT) == []
    assert not drawn.locator(".lines, .sentences .words:not(.none), .sentences button, .transport").evaluate_all(MEET)
    assert not labels(page).evaluate_all(MEET)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    forward = still(drawn.locator("button[name=forward]"))
    assert forward is not None
    assert forward["y"] + forward["height"] <= 844


HALL = """(drawing) => {
    const high = (node) => node.getBoundingClientRect().height;
    const rows = [...drawing.querySelectorAll(".sentences .words:not(.plain)")];
    const { bottom } = rows.at(-1).getBoundingClientRect();
    return {
        lines: high(drawing.querySelector(".lines")) / high(drawing),
        letter: parseFloat(getComputedStyle(rows[0]).fontSize),
        rows: rows.map((row) => [row.textContent, new Set([...row.children].map((word) => word.offsetTop)).size]),
        areRowsIn: bottom <= drawing.getBoundingClientRect().bottom + 1,
    };
}"""
HALL_ROWS = ["Thebreadisstillwarm.…", "DasBrotistnochwarm.…", "Elpantodavíaestácaliente.…"]


def test_lines_have_a_third_of_a_hall_and_sentences_are_read_there(page: Page) -> None:
    """Two lines of each language left the chart a smear of 100 pixels, since the longest sentence missed one by ten."""
    open_page(page, "/parity", {"step": 0, "present": 1})
    at_step(page, 0)  # all are widest at the start
    drawn = picture(page)
    expect(page.locator("[data-testid=picture].presented")).to_be_visible()
    for width, height, lines in ((1280, 720, 1), (1920, 1080, 1), (390, 844, 2)):
        resize(page, width, height)
        still(drawn)
        hall = drawn.get_by_test_id("drawing").evaluate(HALL)
        assert hall["lines"] >= 1 / 3, width
        assert hall["letter"] >= (height / 22 if width > height else 16), width
        assert hall["rows"] == [[text, lines] for text in HALL_ROWS], width
        assert hall["areRowsIn"], width
        assert drawn.locator(".sentences .words").evaluate_all(CUT) == [], width


def test_the_balanced_example_has_words_below_its_lines(page: Page) -> None:
    open_page(page, "/parity", {"example": "two-languages", "step": 5})
    at_step(page, 5)
    drawn = picture(page)
    expect(labels(page)).to_have_text(["English 6 · plain 4", "German 6 · plain 10 · tied"])
    expect(drawn.locator(".lines .language.turn .name")).to_have_text("English")
    moves = "(cells) => cells.map((cell) => cell.getAttribute('class'))"
    shown = drawn.locator(".lines rect").evaluate_all(moves)
    assert shown[:6] == ["of-1 done"] * 3 + ["of-0 done"] * 2 + ["of-0 now"]
    expect(drawn.locator(".candidate-pair").first).to_be_visible()


def test_a_language_that_is_passed_over_is_struck_out(page: Page) -> None:
    text = "[A]\naabb 100\n[B]\nccdd 1"
    query = {"example": "own", "corpus": text, "variant": "window", "window": "2", "alpha": "1", "step": "2"}
    open_page(page, "/parity", query)
    at_step(page, 2)
    expect(picture(page).locator(".lines .language.passed .name")).to_have_css("text-decoration-line", "line-through")


def test_one_language_has_no_turns(page: Page) -> None:
    open_page(page, "/parity", {"example": "hug"})
    at_step(page, 0)
    expect(picture(page).locator(".lines")).to_be_hidden()


def languages(page: Page) -> Locator:
    """The names to choose from while it is asked which language has the turn."""
    return panel(page).locator("button.option > span")


def test_the_turn_is_predicted_and_then_its_pair(page: Page) -> None:
    open_page(page, "/parity", {"example": "two-languages", "step": 2, "predict": 1})
    at_step(page, 2)
    turns = picture(page).locator(".lines")
    is_open(page)
    expect(languages(page)).to_have_text(["English", "German"])
    expect(turns.locator("rect.done")).to_have_count(2)
    expect(turns.locator("rect:not(.done)").first).to_have_class("unknown now")
    expect(turns.locator("rect.later:not(.unknown)")).to_have_count(0)
    expect(turns.locator(".ahead path")).to_have_count(0)
    expect(turns.locator(".language.turn")).to_have_count(0)
    expect(candidate_rows(page)).to_have_count(0)
    words = picture(page).locator(".word-rows .row")
    expect(words).to_have_count(6)
    for word in words.all():
        expect(word).to_be_in_viewport(ratio=1)
    asked_on = still(turns)
    languages(page).first.click()
    expect(panel(page)).to_have_attribute("data-state", "wrong")
    act(page, "again").click()
    languages(page).last.click()
    expect(panel(page).locator(".question")).to_have_text(saying("parity.ask.merge", number=3, language="German"))
    expect(panel(page).locator(".hint")).to_have_text(saying("parity.turn.dev", language="German"))
    expect(turns.locator(".language.turn .name")).to_have_text("German")
    expect(candidate_rows(page)).to_have_count(2)
    chosen_on = still(turns)
    assert asked_on
    assert chosen_on
    assert asked_on["height"] > 200 > chosen_on["height"] > 100  # the lines have the place of candidates until then
    candidate_rows(page).nth(1).click()
    came_out(page, "right")
    reload(page)
    at_step(page, 2)
    came_out(page, "right")
    act(page, "next").click()
    at_step(page, 3)
    is_open(page)
    expect(languages(page)).to_have_text(["English", "German"])


def test_an_answer_that_is_shown_leads_to_the_pair(page: Page) -> None:
    open_page(page, "/parity", {"example": "two-languages", "step": 5, "predict": 1})
    at_step(page, 5)
    page.keyboard.press("2")  # it ties
    expect(panel(page).locator(".hint strong")).to_have_text(EN("predict.label.tied"))
    page.goto(page.url.replace("step=5", "step=4"))
    at_step(page, 4)
    act(page, "tell").click()
    expect(panel(page).locator(".hint strong")).to_have_text(EN("predict.label.shown"))
    is_open(page)


def test_words_have_the_place_of_candidates_on_a_phone_while_a_language_is_asked(
    new_page: NewPage, server: Server
) -> None:
    page = new_page(server, viewport={"width": 390, "height": 844})
    open_page(page, "/parity", {"example": "two-languages", "step": 2, "predict": 1})
    at_step(page, 2)
    is_open(page)
    expect(picture(page).locator(".side-panel")).to_be_hidden()
    expect(picture(page).locator(".word-rows .row")).to_have_count(6)
    languages(page).last.click()
    expect(picture(page).locator(".side-panel")).to_be_visible()
