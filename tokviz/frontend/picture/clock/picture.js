/**
 * The picture of several trainings on one clock, the size of the vocabulary: a chart with a cursor, the same words as
 * each splits them there, and a sentence for each on what it did.
 *
 * What it is sent is a ClockPicture of payloads.d.ts, and with each frame a HandFrame for each training.
 *
 * @typedef {import("../../payloads").ClockPicture} ClockPictureData
 * @typedef {import("../../payloads").HandFrame} HandFrame
 * @typedef {import("../../shared/elements.js").Marked} Marked
 */

import { element, inline, textOf } from "../../shared/elements.js";
import { LinkedPicture } from "../linked_picture.js";
import { hasLittleWidth, typeSize } from "../linking.js";
import { leastLetter, viewOf } from "../presented.js";
import { ClockChart } from "./chart.js";
import { ClockLanes } from "./lanes.js";
import { cutsByVocabulary, isQuickSize, wordGrid } from "./layout.js";

const CLOCK_NAMES = 150; // pixels, of the trainings' names
const CLOCK_CELL = 46; // the largest cell of a letter, and in a wide window
const WIDE_CLOCK_CELL = 62;
const CLOCK_LANES = [30, 48]; // the height of a lane, least and most
const CLOCK_LETTERS = [15, 32];
const MOST_CLOCK_LINES = 3; // more lines of words come behind the sentences

export class ClockPicture extends LinkedPicture {
  picture = /** @type {ClockPictureData} */ (null);
  way = ""; // how the size moved to where it is
  turnsRound = true; // to the left, from where one that shrinks comes

  constructor(stepper) {
    super(stepper);
    this.chart = new ClockChart((size) => stepper.take(size - this.picture.smallest));
    this.lanes = new ClockLanes();
    this.ideas = element("div", { class: "ideas" });
    this.told = element("div", { class: "told-by", "aria-live": "polite" });
    this.root = element("div", { class: "linked clock", "data-testid": "drawing" });
    this.root.append(this.ideas, this.chart.root, this.lanes.root, this.told);
  }

  setUp(payload) {
    this.payload = payload;
    this.picture = payload.picture;
    const { hands, words, smallest } = this.picture;
    this.way = "";
    this.lastStep = null;
    this.cuts = hands.map(({ cuts, sizes }) => cutsByVocabulary(cuts, sizes.length, words.length));
    this.chart.setUp(this.picture, smallest + payload.total, payload.lang);
    this.lanes.setUp(this.picture, this.cuts, payload.lang);
    const arrow = (grows) => element("i", { "aria-hidden": "true" }, grows ? "→" : "←");
    this.ideas.replaceChildren(
      ...hands.map(({ letter, name, idea, grows }, hand) =>
        element(
          "p",
          { class: `of-${hand}` },
          element("b", { class: "badge" }, letter),
          element("span", {}, element("strong", {}, name), ` ${idea} `),
          arrow(grows),
        ),
      ),
    );
  }

  /** @param {any} frame */
  draw(frame, step, { from, isStill }) {
    this.setMotion(step, from, isStill);
    if (this.lastStep !== null && step !== this.lastStep) this.way = step > this.lastStep ? "right" : "left";
    const cameFrom = from !== null && from !== step ? from : this.cameFrom;
    this.cameFrom = cameFrom;
    this.lastStep = step;
    this.root.classList.toggle("asks", Boolean(this.stepper.panel?.isOpen));
    this.layOut();
    const states = this.picture.hands.map((hand, number) => this.stateOf(hand, frame.hands[number]));
    this.lanes.draw(states, { isStill: this.isStill });
    this.chart.draw(this.picture.smallest + step);
    this.told.replaceChildren(...this.sentences(frame));
  }

  /** @param {import("../../payloads").ClockHand} hand @param {HandFrame} there */
  stateOf({ sizes, tokens, grows }, { number, place }) {
    const isEvent = this.way === "" || (this.way === "right") === grows;
    const from = this.way === "left" || (!this.way && !grows) ? number + 1 : number - 1;
    const isHere = place === "here" && from >= 0 && from < sizes.length;
    return { number, place, isEvent, before: isHere ? from : null, tokens: place === "before" ? null : tokens[number] };
  }

  sentences({ hands }) {
    const isAsked = Boolean(this.stepper.panel?.isOpen); // what comes next is asked, and a way back tells it
    return hands.map((there, number) => {
      const { letter, grows } = this.picture.hands[number];
      const isBack = this.way === "left" || (!this.way && !grows);
      const said = isBack && !isAsked ? there.left : there.right;
      return element(
        "p",
        { class: `of-${number} ${there.place}` },
        element("b", { class: "badge", "aria-hidden": "true" }, letter),
        element("span", {}, ...inline(said, (part) => this.codeOf(part))),
      );
    });
  }

  layOut() {
    const { clientWidth: width } = this.root;
    if (!width) return;
    const type = typeSize(this.root);
    const isNarrow = hasLittleWidth(this.root);
    const { isPresented } = this.stepper;
    const letters = this.picture.words.map(({ text }) => [...text].length);
    const most = (isPresented || width > 1500 * type ? WIDE_CLOCK_CELL : CLOCK_CELL) * type;
    const grid = wordGrid(letters, { width, names: CLOCK_NAMES * type, most, isNarrow });
    const [lowest, highest] = CLOCK_LANES.map((size) => size * type);
    const lane = Math.round(Math.max(lowest, Math.min(highest, grid.cell * 1.12)));
    const least = isPresented ? Math.min(leastLetter(viewOf()), grid.cell * 0.9) : CLOCK_LETTERS[0];
    const letter = Math.round(Math.max(least, Math.min(CLOCK_LETTERS[1] * type, grid.cell * 0.7)));
    this.root.classList.toggle("wrapped", grid.lines.length > 1);
    this.root.classList.toggle("many-lines", grid.lines.length > MOST_CLOCK_LINES);
    this.lanes.layOut(grid, { lane, letter });
  }

  nameOf() {
    return "";
  }

  /** Whether nothing happens at the size that is drawn. @param {number} turn  1 or -1, as playing came to it */
  isQuick(turn) {
    return isQuickSize(this.picture.hands, this.stepper.frame.hands, this.cuts, turn);
  }

  /** Tokens in boxes, a word as it is. @param {Marked} part */
  codeOf(part) {
    if ("word" in part) return element("span", { class: "of-word" }, part.word);
    if (!("tokens" in part)) return element("code", {}, textOf(part));
    return element(
      "span",
      { class: "told" },
      ...part.tokens.map((token) => element("span", { class: "symbol" }, token)),
    );
  }
}
