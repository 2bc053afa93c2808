/**
 * Words in symbols, of which two neighbors are chosen: by two presses, by one between them, or by keys. The first one is
 * shown as chosen, and what was chosen is reported by its place.
 *
 * @typedef {object} Payload
 * @property {string} task                                  names what is asked: another one starts over
 * @property {import("../payloads").ChoiceWord[]} words
 * @property {number} merges                                how many merges the colors stand for
 * @property {string[]} marks                               parts of symbols that are drawn smaller
 * @property {Record<"name" | "hint" | "hint_touch" | "chosen" | "chosen_touch", string>} labels     `chosen` has {symbol}
 * @property {string} lang
 */

import { hueOf } from "../picture/word_layout.js";
import { element } from "../shared/elements.js";
import { mounting, Reports } from "../shared/streamlit.js";
import { filled } from "../shared/templates.js";
import { isTouch } from "../shared/touch.js";
import { afterArrow, afterPress } from "./choosing.js";

class PairChoice {
  /** @type {import("./choosing.js").Spot | null} */
  chosen = null;

  constructor(parent) {
    this.rows = element("div", { class: "rows", role: "group" });
    this.told = element("p", { class: "told", role: "status" });
    this.root = element("section", { class: "pair-choice", "data-testid": "pair-choice" }, this.rows, this.told);
    parent.append(this.root);
    this.reports = new Reports(this.root);
    this.root.addEventListener("click", ({ target }) => this.onPress(/** @type {HTMLElement} */ (target)));
    this.root.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** @param {{ data: Payload, setStateValue: (name: string, value: unknown) => void }} sent */
  update({ data, setStateValue }) {
    this.report = setStateValue;
    if (!data || data.task === this.data?.task) return;
    this.data = data;
    this.chosen = null;
    this.boxes = data.words.map(({ symbols }) => symbols.map((symbol) => this.box(symbol)));
    this.rows.replaceChildren(...data.words.map((word, number) => this.row(word, number)));
    this.rows.ariaLabel = data.labels.name;
    this.root.lang = data.lang;
    this.boxes[0][0].tabIndex = 0;
    this.draw();
  }

  unmount() {
    this.reports.stop();
    this.root.remove();
  }

  row({ count, language }, number) {
    const parts = this.boxes[number].flatMap((box, place) => {
      Object.assign(box.dataset, { word: number, place });
      const between = element("i", { "data-word": number, "data-after": place - 1, "aria-hidden": "true" });
      return place ? [between, box] : [box];
    });
    const times = element("span", { class: "times" }, count, element("i", {}, "×"));
    const boxes = element("div", { class: "boxes", dir: "ltr" }, ...parts);
    return element("div", { class: "row" }, times, boxes, language && element("span", { class: "language" }, language));
  }

  /** @param {import("../payloads").ChoiceSymbol} symbol */
  box({ text, merge }) {
    const mark = this.data.marks.find(
      (candidate) => candidate && (text.endsWith(candidate) || text.startsWith(candidate)),
    );
    const at = mark && text.startsWith(mark) ? 0 : text.length - (mark?.length ?? 0);
    const parts = mark
      ? [text.slice(0, at), element("small", {}, mark), text.slice(at + mark.length)].filter(Boolean)
      : [text];
    const box = element("button", { type: "button", tabindex: -1 }, ...parts);
    box.className = merge ? "made" : "letter";
    if (merge) box.style.setProperty("--hue", `${hueOf(merge, this.data.merges).hue}`);
    return box;
  }

  onPress(target) {
    const node = target.closest("[data-word]");
    if (!(node instanceof HTMLElement)) return;
    const word = Number(node.dataset.word);
    if (node.dataset.after === undefined) this.press([word, Number(node.dataset.place)]);
    else this.take([word, Number(node.dataset.after)]);
  }

  press(spot) {
    const { chosen, pair } = afterPress(this.chosen, spot);
    this.chosen = chosen;
    this.focus(spot);
    this.draw();
    if (pair) this.take(pair);
  }

  /** Report a pair, which stays shown as chosen until the answer is there. */
  take([word, place]) {
    this.chosen = null;
    this.draw();
    for (const box of this.boxes[word].slice(place, place + 2)) this.mark(box, true);
    this.reports.plan("pair", 0, () => this.report("pair", [word, place]));
  }

  onKey(event) {
    const { word, place } = event.target.dataset ?? {};
    if (word === undefined) return;
    if (event.key === "Escape" && this.chosen) {
      this.chosen = null;
      this.draw();
      event.stopPropagation();
      return;
    }
    const lengths = this.boxes.map((boxes) => boxes.length);
    const next = afterArrow(lengths, [Number(word), Number(place)], event.key);
    if (!next) return;
    event.preventDefault();
    this.focus(next);
  }

  focus([word, place]) {
    for (const box of this.boxes.flat()) box.tabIndex = -1;
    const box = this.boxes[word][place];
    box.tabIndex = 0;
    box.focus({ preventScroll: true });
  }

  mark(box, isChosen) {
    box.classList.toggle("chosen", isChosen);
    box.ariaPressed = `${isChosen}`;
  }

  draw() {
    this.boxes.forEach((boxes, word) => {
      boxes.forEach((box, place) => {
        this.mark(box, this.chosen?.[0] === word && this.chosen[1] === place);
      });
    });
    const { labels, words } = this.data;
    const hint = isTouch() ? labels.hint_touch : labels.hint;
    const chosen = isTouch() ? labels.chosen_touch : labels.chosen;
    const [wordAt, symbolAt] = this.chosen ?? [];
    const symbol = this.chosen && words[wordAt].symbols[symbolAt].text;
    this.told.replaceChildren(...(symbol ? filled(chosen, { symbol: [element("code", {}, symbol)] }) : [hint]));
  }
}

const mountPairChoice = mounting(PairChoice);

export default mountPairChoice;
