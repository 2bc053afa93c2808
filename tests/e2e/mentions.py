"""The words, numbers and controls that a card of a lesson names, and the texts in the window.

A card names words in `code`, numbers, and controls by their labels in bold. The window shows what has a box in it that
nothing covers: texts of the page and of components, values of fields, cells of tables, and labels of charts.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from playwright.sync_api import Page

from tests.e2e import axe
from tokviz.guides import Card
from tokviz.web.shared.parts import selector

__all__ = ["NOT_SHOWN", "Seen", "Shown", "missing", "named", "settle", "shown"]

# Texts with a box in the window, in their order, and whether each is in the part. What lies above a text, such as an
# open side bar, covers it. A table of Streamlit's is painted; its cells are listed inside the canvas, without boxes.
SHOWN = """([part]) => {
    const found = [];
    const marked = document.querySelector(part);
    const isIn = (box) => box.width > 0 && box.height > 0 && box.left >= -1 && box.right <= innerWidth + 1
        && box.top >= -1 && box.bottom <= innerHeight + 1;
    const isReached = (x, y, node) => {
        let top = document.elementFromPoint(x, y);
        while (top?.shadowRoot) {
            const deeper = top.shadowRoot.elementFromPoint(x, y);
            if (!deeper || deeper === top) break;
            top = deeper;
        }
        for (let up = top; up; up = up.parentElement ?? up.getRootNode().host) if (up === node) return true;
        for (let up = node; up; up = up.parentElement ?? up.getRootNode().host) if (up === top) return true;
        const drawing = node.closest?.("[role=img]"); // letters lie beside their boxes, in one drawing
        return Boolean(drawing && drawing === top?.closest("[role=img]"));
    };
    const isPainted = (node) => {
        for (let up = node; up; up = up.parentElement ?? up.getRootNode().host) {
            const style = getComputedStyle(up);
            if (style.visibility === "hidden" || style.opacity === "0") return false;
        }
        return true;
    };
    const isPart = (node) => {
        for (let up = node; up; up = up.parentElement ?? up.getRootNode().host) if (up === marked) return true;
        return false;
    };
    const add = (text, box, node) => {
        if (!text.trim() || !isIn(box) || !isPainted(node)) return;
        if (!isReached((box.left + box.right) / 2, (box.top + box.bottom) / 2, node)) return;
        found.push([text, isPart(node)]);
    };
    const addGrid = (canvas) => {
        const table = canvas.closest("[data-testid=stDataFrame]"); // which scrolls in front of the canvas
        if (!table) return;
        const edges = canvas.getBoundingClientRect();
        const rows = [...canvas.querySelectorAll("[role=row]")];
        const below = Math.min(edges.bottom, innerHeight);
        const height = 35;
        for (const [place, row] of rows.entries()) {
            const top = edges.top + place * height;
            if (top < 0 || top + height > below + 1) continue;
            if (!isReached((edges.left + edges.right) / 2, top + height / 2, table)) continue;
            for (const cell of row.children) found.push([cell.textContent, isPart(canvas)]);
        }
    };
    const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) {
            const range = document.createRange();
            range.selectNodeContents(node);
            const boxes = [...range.getClientRects()];
            if (!boxes.length) return;
            const all = boxes.every((box) => isIn(box));
            if (all) add(node.textContent, boxes[0], node.parentElement);
            return;
        }
        if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.DOCUMENT_FRAGMENT_NODE) return;
        if (node.matches?.("[data-testid=guide-card], script, style, template, .st-key-guide_side")) return;
        if (node.matches?.("canvas")) return addGrid(node);
        if (node.matches?.("[data-token]")) add(node.dataset.token, node.getBoundingClientRect(), node);
        if (node.matches?.("[data-word]")) add(node.dataset.word, node.getBoundingClientRect(), node); // by letters
        if (node.matches?.("input, textarea")) add(node.value, node.getBoundingClientRect(), node);
        for (const child of node.shadowRoot?.childNodes ?? []) walk(child);
        for (const child of node.childNodes) walk(child);
    };
    walk(document.body);
    return found;
}"""

# A card brings its part into view, and tables and charts are drawn a moment after the run that sends them.
AT_REST = """([part, frames]) => new Promise((done) => {
    let last = "";
    let calm = 0;
    const look = () => {
        const marked = document.querySelector(part);
        const box = marked?.getBoundingClientRect();
        const drawn = document.querySelectorAll("canvas [role=gridcell], svg text").length;
        const now = [box?.top, box?.height].map((length) => Math.round(length / 8)).join(" ") + drawn;
        calm = now === last ? calm + 1 : 0;
        last = now;
        if (marked && calm >= frames) done();
        else requestAnimationFrame(look);
    };
    look();
})"""
_FRAMES = 25

_CODE = re.compile(r"`([^`]+)`")
_CONTROL = re.compile(r"(?:[Mm]ove|[Oo]pen|[Cc]hoose|[Pp]ress|把|打开|选|拖动) ?\*\*([^*]+)\*\*")
_SOURCE = re.compile(r"[(（][^()（）]*\b[12]\d{3}\b[^()（）]*[)）]|\b[A-Z][\w&, -]+[(（][12]\d{3}[)）]")
_NAME = re.compile(r"[A-Za-z][A-Za-z]*-?\d[\w.-]*|\b(?:Llama|Gemma|GPT|Qwen|Mistral) \d[\w.]*")
_NUMBER = re.compile(r"(?<![\w.,])[+-]?\d+(?:,\d{3})*(?:\.\d+)?%?(?![\w])", re.ASCII)
_DIGITS = re.compile(r"[+-]?\d+(?:,\d{3})*(?:\.\d+)?%?")
_SUM = re.compile(r"[\d\s.,()/×·=−+ln-]*\d[\d\s.,()/×·=−+ln-]*")  # a calculation, of which each number is looked for


ASKED = ("word", "text", "piece", "pair")
"""The fields of a question that say what it is about."""


@dataclass(frozen=True)
class Shown:
    """A text in the window, and whether it is in the part that the card marks."""

    text: str
    is_marked: bool


def named(card: Card, language: str) -> tuple[str, ...]:
    """Return the code words, numbers and controls that a card names in its text and its questions.

    Years of sources and digits in names of models are no numbers. What a question is about is not to be shown.
    """
    texts = [card.text[language], *(ask.question[language] for ask in card.asks if ask.question)]
    asked = {_plain(str(value)) for ask in card.asks for name, value in ask.given.items() if name in ASKED}
    found: list[str] = []
    for text in texts:
        found.extend(_CONTROL.findall(text))
        for code in _CODE.findall(text):
            found.extend(_DIGITS.findall(code) if _SUM.fullmatch(code) and not code.isdigit() else [code])
        found.extend(_NUMBER.findall(_NAME.sub(" ", _SOURCE.sub(" ", _CODE.sub(" ", text.replace("−", "-"))))))
    return tuple(name for name in dict.fromkeys(found) if _plain(name) not in asked)


def shown(page: Page, card: Card) -> tuple[Shown, ...]:
    """Return the texts in the window outside of the card."""
    return tuple(Shown(text, is_marked) for text, is_marked in page.evaluate(SHOWN, [selector(card.part)]))


def missing(names: Iterable[str], texts: Iterable[Shown]) -> tuple[str, ...]:
    """Return the names that no text shows: a number in full, a word within one text or from piece to piece."""
    alone = [_plain(one.text) for one in texts]
    joined = "\x1f".join(alone)
    return tuple(name for name in names if not _is_shown(_plain(name), alone, joined))


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("␣", " ").replace("−", "-").replace("\u202f", " ")).strip()


def _is_shown(name: str, alone: list[str], joined: str) -> bool:
    edge = r"[\w.,]" if name[:1].isdigit() else r"[a-zA-Z0-9_]"
    end = r"[a-zA-Z0-9_]" if name[-1:].isascii() else r"\b\B"
    whole = re.compile(rf"(?<!{edge}){re.escape(name)}(?!{end})(?![.,]\d)")
    if any(name == text or whole.search(text) for text in alone):
        return True
    if _DIGITS.fullmatch(name):
        return any(_is_rounded(name, other) for text in alone for other in _DIGITS.findall(text))
    parts = name.split() if " " in name else list(name)
    if len(parts) < 2 or (len(name) < 3 and name.isalnum()):
        return False
    across = r"[\s\x1f+·×→,]*".join(map(re.escape, parts))
    return re.search(rf"(?<!\w){across}(?!\w)", joined) is not None


def _is_rounded(name: str, shown_number: str) -> bool:
    """Tell if a number that is shown is the named one with more digits."""
    is_share = name.endswith("%")
    if is_share != shown_number.endswith("%") or "." not in shown_number or not (is_share or "." in name):
        return False
    wanted, value = (Decimal(text.strip("%").replace(",", "")) for text in (name, shown_number))
    return value.quantize(wanted) == wanted


def settle(page: Page, card: Card) -> None:
    """Wait until all is drawn, charts whose program is on its way too, and nothing moves any more."""
    axe.settle(page)
    page.evaluate(AT_REST, [selector(card.part), _FRAMES])


LOOKS = 3
"""The most looks at a card that misses something."""
NOT_SHOWN: Mapping[tuple[str, int], Mapping[str, str]] = {
    ("why", 2): dict.fromkeys(("street", "talks", "thinker"), "looked up in the text, after an answer"),
    ("why", 7): {"Nacht": "a token that is not there: the question asks why"},
    ("bpe", 6): {"estate": "an example that the corpus lacks"},
    ("bytes", 1): dict.fromkeys(("1", "2", "3"), "how many bytes are below each character, to be counted there"),
    ("bytes", 2): {"256": "how many bytes there are at all"},
    ("unigram", 2): {"0.0068": "the product that the card works out, for the one that is asked"},
    ("unigram", 7): dict.fromkeys(("10", "10.5", "23.51", "un"), "worked out on the card, for another piece"),
    ("wordpiece", 5): {"1": "of 1/20, worked out on the card; the axis has it as 0.05"},
    ("wordpiece", 9): {"[UNK]": "what a word becomes that has no match; none of these does"},
    ("tokens", 3): {"2,016": "in the rows, in the three pre-tokens that the card counts"},
    ("tokens", 9): dict.fromkeys(("a 1234", "123", "4"), "the rule of another tokenizer, worked on the card"),
    ("compare", 4): {"u n": "a merge, for the question on paper", "7": "letters of five words, to be counted"},
    ("compare", 5): dict.fromkeys(("h ##u", "hu ##gs", "##"), "merges, for the question on paper"),
    ("consequences", 4): {"1,234,567": "how people write the number"},
    ("choosing", 1): dict.fromkeys(("8396", "19772"), "shown while the pointer is on the token, as the card says"),
    ("choosing", 5): {"q": "a letter that the story lacks"},
    ("newer", 9): {"33%": "a result of the paper"},
    ("choosing", 7): {"24": "counted after the guess, on paper", "22": "counted after the guess, on paper"},
}
"""Card -> what it names although no window shows it -> the reason."""

IS_MARKED = """(part) => {
    const marked = document.querySelector(part);
    const box = marked?.getBoundingClientRect();
    return Boolean(box) && getComputedStyle(marked).outlineStyle === "solid" && box.top < innerHeight && box.bottom > 0;
}"""


@dataclass
class Seen:
    """Texts that the window shows while a card is open: at rest, then at its steps and after its answers.

    texts: all of it until now, look by look.
    """

    page: Page
    name: str
    number: int
    card: Card
    texts: list[Shown] = field(default_factory=list)

    def look(self) -> None:
        """Note what is shown now."""
        settle(self.page, self.card)
        self.texts.extend(shown(self.page, self.card))

    def look_at_rest(self) -> list[str]:
        """Note what is shown before anything is pressed; return what is wrong with the mark and the head."""
        self.look()
        self.look_again()
        title = self.page.get_by_test_id("guide-card").locator(".guide")
        is_whole = title.evaluate("title => title.scrollWidth <= title.clientWidth")
        is_marked = self.page.evaluate(IS_MARKED, selector(self.card.part))
        return [*([] if is_marked else ["its part is not marked"]), *([] if is_whole else ["the lesson's name is cut"])]

    def look_again(self) -> None:
        """Look once more, and again, while something is missing: a busy server may still show the card before."""
        for _ in range(LOOKS):
            if not self.missing():
                break
            self.look()

    def missing(self) -> list[str]:
        """Return the names on the card that no look has found, without those known not to be there."""
        excepted = NOT_SHOWN.get((self.name, self.number), {})
        return [one for one in missing(named(self.card, "en"), self.texts) if one not in excepted]

    def complaints(self) -> list[str]:
        """Return the names that are missing after the last look, and a fault if the marked part has none of several."""
        self.look_again()
        names = named(self.card, "en")
        is_elsewhere = len(names) > 1 and len(missing(names, [one for one in self.texts if one.is_marked])) == len(
            names
        )
        return [
            *(f"{one} is not in the window" for one in self.missing()),
            *(["the marked part has none of what it names"] if is_elsewhere else []),
        ]
