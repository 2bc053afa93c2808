/* The boxes of a word on the screen while a question asks for two neighbors, and the marks on those that were chosen. */

import { isFromRight } from "../word_layout.js";
import { pressed, spotAt } from "./picking.js";

const GUESS_MARKS = ["chosen", "wrong", "right"];

/** The boxes of a word as they are seen: lines from the top, boxes from the left. */
function boxesIn(host) {
  const every = [...host.querySelectorAll(".chip")].map((node) => ({ node, ...edgesOf(node) }));
  const isBelow = (box, other) => box.top >= other.bottom - 1;
  return every.sort((box, other) => {
    if (isBelow(box, other)) return 1;
    return isBelow(other, box) ? -1 : box.left - other.left;
  });
}

function edgesOf(node) {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  return { left, right, top, bottom };
}

/** Two boxes in the order of their word, which may be written from the right. */
function inOrder(host, left, right) {
  const word = host.closest("[data-row]")?.dataset.row ?? "";
  return isFromRight(word) ? [right, left] : [left, right];
}

export class Boxes {
  chosen = null; // {word, place}: the element of a word, and the box that was chosen first
  marked = null; // {word, places, kind}: the boxes of the last guess

  clear() {
    this.chosen = null;
    this.marked = null;
  }

  /** The text of the box that was chosen first; empty if none is. */
  get symbol() {
    const { word, place } = this.chosen ?? {};
    return word ? (boxesIn(word)[place]?.node.dataset.token ?? "") : "";
  }

  /** Where an event points: the element of a word, its boxes, and where among them. */
  spot(event) {
    const word = event.target.closest?.(".chips");
    if (!word || event.clientX === undefined) return null;
    const boxes = boxesIn(word);
    const spot = boxes.length ? spotAt(boxes, event.clientX, event.clientY) : null;
    return spot && { word, boxes, spot };
  }

  /** Take a press. Returns the texts of two neighbors once these are chosen, null before. */
  press(event) {
    const at = this.spot(event);
    if (!at) return null;
    const { chosen, pair } = pressed(this.chosen, at.word, at.spot);
    this.chosen = chosen;
    this.marked = pair === null ? null : { word: at.word, places: [pair, pair + 1], kind: "" };
    if (pair === null) return null;
    const two = inOrder(at.word, at.boxes[pair].node, at.boxes[pair + 1].node);
    return two.map((node) => node.dataset.token);
  }

  /** What a pointer is on: a symbol, or two neighbors where a press would choose these. */
  aim(event) {
    const at = this.spot(event);
    if (!at) return null;
    const { chosen, pair } = pressed(this.chosen, at.word, at.spot);
    const symbolOf = ({ dataset }) => Number(dataset.symbol);
    const place = chosen?.place ?? this.chosen?.place ?? 0; // of the box that a press would choose, or clear
    if (pair === null) return { symbol: symbolOf(at.boxes[place].node) };
    return { pair: inOrder(at.word, at.boxes[pair].node, at.boxes[pair + 1].node).map(symbolOf) };
  }

  /** Mark the boxes again that a drawing has put in their places. root: of the picture. */
  draw(root) {
    const selector = GUESS_MARKS.map((kind) => `.chip.${kind}`).join();
    for (const node of root.querySelectorAll(selector)) node.classList.remove(...GUESS_MARKS);
    const mark = ({ word, places }, kind) => {
      const boxes = word.isConnected ? boxesIn(word) : [];
      for (const place of places) boxes[place]?.node.classList.add(kind);
    };
    if (this.chosen) mark({ word: this.chosen.word, places: [this.chosen.place] }, "chosen");
    if (this.marked?.kind) mark(this.marked, this.marked.kind);
  }
}
