/**
 * The picture of a training by languages whose texts are known as they read: lines that fall, one for each language,
 * and below them the first sentences of each as they are split now.
 *
 * What it is sent is a LanguagesPicture of payloads.d.ts, and with each frame its Turns.
 *
 * @typedef {import("../../shared/elements.js").Marked} Marked
 */

import { element, textOf } from "../../shared/elements.js";
import { LinkedPicture } from "../linked_picture.js";
import { hasLittleWidth, typeSize } from "../linking.js";
import { leastLetter, viewOf } from "../presented.js";
import { LineChart } from "./line_chart.js";
import { SentenceRows } from "./sentences.js";

const SENTENCES_SHARE = 0.56; // of the height, for sentences: the lines have the rest
const SHARE_IN_A_HALL = 0.6;
const LEAST_LETTERS = 0.75; // the least size of letters in one line, in the same, and the largest
const MOST_LETTERS = 1.125;
const ON_A_PHONE = [0.84, 0.94]; // the same where names are above them
const MOST_IN_A_HALL = 1.5; // the largest size while presenting, of the least

/** The least size of letters in one line, and the largest, in pixels. text: the size of text */
function pageSizes(isNarrow, text) {
  return (isNarrow ? ON_A_PHONE : [LEAST_LETTERS, MOST_LETTERS]).map((size) => size * text);
}

/** The same while presenting. */
function hallSizes() {
  const least = leastLetter(viewOf());
  return [least, MOST_IN_A_HALL * least];
}

export class LanguagesPicture extends LinkedPicture {
  picture = /** @type {import("../../payloads").LanguagesPicture} */ (null);

  constructor(stepper) {
    super(stepper);
    this.chart = new LineChart();
    this.sentences = new SentenceRows(this);
    this.root = element("div", { class: "linked by-languages", "data-testid": "drawing" });
    this.root.append(this.chart.root, this.sentences.root);
  }

  setUp(payload) {
    this.payload = payload;
    this.picture = payload.picture;
    this.chart.setUp(this.picture.lines, { hidesAhead: false });
    this.sentences.setUp(this.picture.sentences, this.picture.labels);
  }

  /** Draw a frame. from: the step that was there before; isStill: nothing moves. */
  draw(frame, step, { from, isStill }) {
    this.drawnLast = [frame, step];
    this.setMotion(step, from, isStill);
    this.root.classList.toggle("goes-on", step === from + 1 && !this.isStill);
    const isNarrow = hasLittleWidth(this.root);
    const { isPresented } = this.stepper;
    const [floor, most] = isPresented ? hallSizes() : pageSizes(isNarrow, 16 * typeSize(this.root));
    const room = this.root.clientHeight * (isPresented ? SHARE_IN_A_HALL : SENTENCES_SHARE);
    this.sentences.layOut({ isNarrow, room, floor, most });
    this.sentences.draw(frame.turn, step);
    this.chart.draw(frame.turn, { step, total: this.payload.total, isAsked: false });
  }

  /** Draw the same again, since a language was pressed. */
  drawAgain() {
    const [frame, step] = this.drawnLast;
    this.draw(frame, step, { from: step, isStill: true });
  }

  /** A token or a pair in a sentence, in boxes; a word is text. @param {Marked} part */
  codeOf(part) {
    if ("word" in part) return element("span", {}, part.word);
    if (!("tokens" in part)) return element("code", {}, textOf(part));
    const boxes = part.tokens.flatMap((token, place) => [
      ...(place ? [" "] : []),
      element("span", { class: "symbol" }, token),
    ]);
    return element("span", { class: "told" }, ...boxes);
  }
}
