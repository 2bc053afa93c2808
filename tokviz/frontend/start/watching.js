/**
 * The merges of the example that the primary button opens, until one of its words is a single token: a small picture that
 * makes them, with the next one in words below, and then begins again. All numbers come from the trace.
 *
 * @typedef {import("../payloads").WatchedMerges & { href: string, labels: Record<string, string> }} Watched    href:
 *   of the button
 */

import { hueOf } from "../picture/word_layout.js";
import { button, drawn, element } from "../shared/elements.js";
import { filled } from "../shared/templates.js";

const PAUSE_MS = 1300; // between two merges
const END_MS = 3500; // before it begins again
const FADE_MS = 160;
const LETTER = 0.625; // widths, in rem
const MARK = 1.8125; // of `</w>`
const PADDING = 0.4375;
const GAP = 0.3125;
const ROW = 1.9375;
const COUNT = 2.25;
const PLAY_ICON = "M5 3l10 6-10 6z";
const PAUSE_ICON = "M4 3h4v12H4zM10 3h4v12h-4z";

const rem = (length) => `${Math.round(length * 1e4) / 1e4}rem`;
const isWithoutMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const playIcon = () => drawn("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, drawn("path", { d: PLAY_ICON }));
const at = (x, y) => `translate(${rem(x)}, ${rem(y)})`;
const isMark = (letter) => letter.length > 1;
const widthOf = (letter) => (isMark(letter) ? MARK : LETTER);

export class FirstMerges {
  made = 0; // merges that are shown
  isPaused = false; // by the visitor: what moves on and on can be stopped

  constructor() {
    this.title = element("h2");
    this.picture = element("div", { class: "first-merges", "aria-hidden": "true" });
    this.says = element("p", { class: "says" });
    this.label = element("span");
    this.go = element("a", { class: "primary", "data-focus": "" }, playIcon(), this.label);
    this.pause = button({ class: "pause", name: "pause" }, () => this.toggle(), playIcon());
    const head = element("div", { class: "watch-head" }, this.title, this.pause);
    this.root = element("section", { class: "watch panel" }, head, this.picture, this.says, this.go);
  }

  /** @param {Watched} watched */
  update(watched) {
    this.watched = watched;
    const { labels, word, number, href } = watched;
    this.title.replaceChildren(...filled(labels.title, { word: [element("code", {}, word)], n: number }));
    this.label.textContent = labels.go;
    this.go.href = href;
    if (!this.rows) this.build();
    if (isWithoutMotion()) this.made = number;
    this.pause.hidden = isWithoutMotion();
    this.drawPause();
    this.draw();
    this.goOn();
  }

  stop() {
    clearTimeout(this.timer);
  }

  goOn() {
    this.stop();
    if (isWithoutMotion() || this.isPaused) return;
    const isAtEnd = this.made === this.watched.number;
    this.timer = setTimeout(
      () => {
        this.made = isAtEnd ? 0 : this.made + 1;
        this.draw();
        this.goOn();
      },
      isAtEnd ? END_MS : PAUSE_MS,
    );
  }

  toggle() {
    this.isPaused = !this.isPaused;
    this.drawPause();
    this.goOn();
  }

  drawPause() {
    const { labels } = this.watched;
    const label = this.isPaused ? labels.play : labels.pause;
    Object.assign(this.pause, { ariaLabel: label, title: label });
    this.pause.querySelector("path")?.setAttribute("d", this.isPaused ? PLAY_ICON : PAUSE_ICON);
  }

  /** A node for each letter and for each box, which then only move. */
  build() {
    this.rows = this.watched.words.map(({ count, letters }, row) => {
      const times = element("span", { class: "times" }, `${count}×`);
      times.style.transform = at(0, row * ROW);
      const boxes = letters.map(() => element("i", { class: "box" }));
      const texts = letters.map((letter) => element("span", { class: isMark(letter) ? "mark" : "" }, letter));
      for (const [place, text] of texts.entries()) text.style.width = rem(widthOf(letters[place]));
      this.picture.append(times, ...boxes, ...texts);
      return { boxes, texts, letters };
    });
    this.picture.style.height = rem(this.rows.length * ROW);
  }

  draw() {
    const { frames, merges, labels, word, number } = this.watched;
    const { left = "", right = "", times, words } = merges[this.made] ?? {};
    for (const [row, boxes] of frames[this.made].entries()) this.drawRow(row, boxes, { left, right });
    if (this.made === number) {
      this.says.replaceChildren(...filled(labels.end, { n: number, word: [element("code", {}, word)] }));
      return;
    }
    this.says.replaceChildren(
      ...filled(labels.says, {
        number: this.made + 1,
        pair: [element("span", { class: "pair" }, this.sample(left), this.sample(right))],
        times,
        words,
      }),
    );
  }

  drawRow(row, boxes, { left, right }) {
    const { letters, boxes: nodes, texts } = this.rows[row];
    const tokens = boxes.map(({ first, length }) => letters.slice(first, first + length).join(""));
    const isPair = (place) => tokens[place] === left && tokens[place + 1] === right;
    let x = COUNT;
    for (const [place, { first, length, merge }] of boxes.entries()) {
      const start = x;
      x += PADDING;
      for (let letter = first; letter < first + length; letter += 1) {
        texts[letter].style.transform = at(x, row * ROW);
        x += widthOf(letters[letter]);
        if (letter > first) this.close(nodes[letter], start, row);
      }
      x += PADDING;
      const node = nodes[first];
      node.style.transform = at(start, row * ROW);
      node.style.width = rem(x - start);
      node.style.opacity = ""; // it was closed before the picture began again
      node.style.transitionDuration = "";
      node.classList.toggle("made", merge > 0);
      node.classList.toggle("next", isPair(place) || isPair(place - 1));
      if (merge) node.style.setProperty("--hue", hueOf(merge, this.watched.total).hue);
      x += GAP;
    }
  }

  /** A box that has been merged into its left neighbor moves there and fades. */
  close(node, x, row) {
    node.style.transform = at(x, row * ROW);
    node.style.opacity = 0;
    node.style.transitionDuration = `var(--move), var(--move), ${FADE_MS}ms`;
    node.classList.remove("next");
  }

  /** A token as a small chip, with the hue of the merge that made it. */
  sample(token) {
    const chip = element("span", { class: "symbol" }, token);
    const merge = this.watched.merges.findIndex(({ left, right }) => left + right === token) + 1;
    if (merge) {
      chip.classList.add("made");
      chip.style.setProperty("--hue", hueOf(merge, this.watched.total).hue);
    }
    return chip;
  }
}
