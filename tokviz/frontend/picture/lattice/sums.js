/* The sums of the picture of a lattice: what ends at a position, and how each cost adds up; the best is first. */

import { element } from "../../shared/elements.js";
import { KeyedNodes } from "../../shared/lists.js";
import { moveFrom, placesIn, showRows } from "../../shared/motion/motion.js";
import { fillAnswers, votesIn, votesSign } from "../asking/votes.js";

const SUM_ROWS = 5; // there is always room for so many, so that what is below stays in its place

const ABOUT = { start: "start_about", ending: "ending_about", back: "back_about" };

export class Sums {
  rows = new KeyedNodes(); // number of an arc -> its row, which stays: it may have the focus, or be on its way

  constructor(picture) {
    this.of = picture;
    this.title = element("b", {});
    this.about = element("span", {});
    this.list = element("div", { class: "sums", role: "group" });
    this.root = element("div", { class: "ends" }, element("h3", {}, this.title, this.about), this.list);
  }

  clear() {
    const { positions, best } = this.of.picture;
    this.rows.clear();
    this.list.replaceChildren();
    const most = Math.max(1, ...positions.map(({ arcs }) => arcs.length), Math.min(best.length, SUM_ROWS));
    this.list.style.setProperty("--rows", Math.min(SUM_ROWS, most));
    this.list.ariaLabel = this.of.labels.sums;
  }

  draw() {
    const { moment, labels } = this.of;
    this.votes = votesIn(this.of.stepper.panel);
    const ends = moment.asks ? this.asked() : this.ended();
    const rows = moment.back ? this.followed() : ends;
    const forward = moment.at ? "ending" : "start";
    const kind = moment.back ? "back" : forward;
    this.title.replaceChildren(...this.of.say(kind, { position: moment.at }));
    const sign = this.votes ? ["· ", votesSign(this.of.stepper.panel)] : [labels[ABOUT[kind]]];
    this.about.replaceChildren(" ", ...sign);
    this.root.classList.toggle("with-votes", Boolean(this.votes));
    const before = placesIn(this.list, this.rows.values());
    const nodes = showRows(this.list, this.rows, rows, {
      key: ({ arc }) => arc,
      make: ({ arc }) => this.makeRow(arc),
      fill: (node, row, place) => this.fill(node, row, place),
    });
    moveFrom(this.list, nodes, before);
  }

  fill(node, { arc, mark, text, kinds = [], option, answers }, place) {
    node.className = ["sum", ...kinds].join(" ");
    node.tabIndex = place ? -1 : 0;
    const [signs, , worked] = node.children;
    signs.textContent = mark;
    worked.textContent = text;
    if (option === undefined) for (const name of ["option", "key"]) delete node.dataset[name];
    else Object.assign(node.dataset, { option, key: this.of.keyOf(arc) });
    fillAnswers(node, answers, this.votes, this.of.payload.lang);
  }

  makeRow(arc) {
    const piece = element("span", { class: "symbol" }, this.of.picture.arcs[arc].piece);
    const [signs, worked] = ["sign", "worked"].map((kind) => element("span", { class: kind }));
    return element("button", { type: "button", "data-arc": arc }, signs, piece, worked);
  }

  /** What ends at the position, with its cost. */
  ended() {
    const { arcs, tied } = this.of.picture.positions[this.of.moment.at];
    const { options = [], given } = this.of.question;
    return arcs.map(({ arc, sum }, place) => {
      const mark = `${place ? "" : "✓"}${tied > 1 && place < tied ? " =" : ""}`;
      const isPicked = given >= 0 && options[given]?.thing === arc;
      const picked = isPicked ? ["picked", options[given].right ? "right" : "wrong"] : [];
      const answers = this.votes?.counts[options.findIndex(({ thing }) => thing === arc)];
      return { arc, mark, text: sum, kinds: [...(place ? [] : ["wins"]), ...picked], answers };
    });
  }

  /** The same while it is asked which of them is the best: in the order of the word, and without costs. */
  asked() {
    return this.of.question.options.map(({ thing }, option) => {
      const { begin, end, cost } = this.of.picture.arcs[thing];
      const before = this.of.picture.positions[begin].cost;
      return { arc: thing, mark: `${option + 1}`, text: `${begin} → ${end}: ${before} + ${cost} = ?`, option };
    });
  }

  /** The pieces from the end that were read back so far, in the order of the word. */
  followed() {
    const { arcs } = this.of.picture;
    return this.of.way.map((arc) => {
      const { begin, end, cost } = arcs[arc];
      return { arc, mark: "✓", text: `${end} → ${begin}: ${cost}` };
    });
  }

  relight(thing) {
    for (const node of this.list.children) node.classList.toggle("lit", thing?.arc === Number(node.dataset.arc));
  }
}
