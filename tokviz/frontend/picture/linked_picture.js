/* What all pictures but the plain rows of chips have: linked parts, the line that works out what is lit, and questions. */

import { element } from "../shared/elements.js";
import { countedTemplate, filled } from "../shared/templates.js";
import { isSame, Linking, Reading } from "./linking.js";
import { withSpaces } from "./spaces.js";

/**
 * The rows of a group of a frame: each with its word, its count or note, its chips, and which of these are marked.
 *
 * @param {import("../payloads").RowGroup} group
 * @param {import("../payloads").ChipRow[]} pool
 */
export function rowsIn(group, pool) {
  return group.rows.map((row, at) => {
    const spans = group.spans.filter(({ place }) => place === at);
    const isNew = (chip) =>
      spans.some(({ start, length, mark }) => mark === "new" && start <= chip && chip < start + length);
    return { ...pool[row], spans, isNew };
  });
}

/** Words with what each adds to a count. @param {import("../payloads").CountsOfWords} columns */
export function wordCounts({ words, counts }) {
  return words.map((word, at) => ({ word, count: counts[at] }));
}

const LESS_MOTION = "(prefers-reduced-motion: reduce)";

export class LinkedPicture {
  read = new Reading();
  isStill = true; // nothing moves

  payload = /** @type {import("./picture.js").Payload} */ (null);

  constructor(stepper) {
    this.stepper = stepper;
  }

  /** Put its parts together. kinds: its classes. */
  build(kinds, ...parts) {
    this.root = element("div", { class: `linked ${kinds}`, "data-testid": "drawing" }, ...parts);
    this.linking = new Linking(/** @type {any} */ (this));
  }

  /** Whether what is drawn next moves: one step does, a jump over several is at its end at once. */
  setMotion(step, from, isStill) {
    const isJump = from !== null && Math.abs(step - from) > 1;
    this.isStill = isStill || isJump || matchMedia(LESS_MOTION).matches;
    this.root.classList.toggle("unmoved", this.isStill);
  }

  /** Take what holds for all steps. */
  setUp(payload) {
    this.payload = payload;
    this.picture = payload.picture;
    this.labels = this.picture.labels;
    this.numbers = new Intl.NumberFormat(payload.lang);
    this.linking.clear();
    const signs = payload.total > 0 ? this.signs : []; // they are about steps
    this.read.legend.setUp(this.picture.kind, signs, payload.labels);
    this.root.classList.toggle("has-legend", signs.length > 0);
  }

  /** What the legend explains: see legend.js. @returns {import("./legend.js").Sign[]} */
  get signs() {
    return [];
  }

  /**
   * The words of a frame, each once, with the number of its group.
   *
   * @param {Pick<import("../payloads").PictureFrame, "groups">} frame
   */
  rowsOf({ groups }) {
    const rows = new Map();
    groups.forEach((group, number) => {
      for (const row of rowsIn(group, this.payload.rows)) {
        if (!rows.has(row.label)) rows.set(row.label, { ...row, group: number });
      }
    });
    return [...rows.values()];
  }

  /** What is before a word: how often it occurs. @param {Partial<import("../payloads").ChipRow>} row */
  badge({ count }) {
    return [this.numbers.format(count), element("i", {}, "×")];
  }

  /** A token that the server names, as this picture writes it. */
  written(text) {
    const { space } = this.picture;
    return space ? withSpaces(text, space) : text;
  }

  text(symbol) {
    return this.payload.tokens[symbol].text;
  }

  /** A sentence of the picture. A `count` among the values is a number, and decides the form: "once", "2 times". */
  say(name, values) {
    if (values?.count === undefined) return filled(this.labels[name], values);
    const template = countedTemplate(this.labels, name, values.count, this.payload.lang);
    return filled(template, { ...values, count: this.numbers.format(values.count) });
  }

  /** How the option that was chosen is marked, where it has these names. @param {string[]} names */
  picked(names) {
    const { panel } = this.stepper;
    const option = panel?.isOpen ? undefined : panel?.ask?.options[panel.picked];
    return option && isSame(option.names, names) ? ["picked", option.right ? "right" : "wrong"] : [];
  }
}
