/*
 * The turns of a training by languages: a bar for each language, with marks for the one that has the turn and for those
 * that cannot have it, and the last turns side by side.
 */

import { element } from "../../shared/elements.js";

const CELL = 30; // a turn takes so much, in pixels of a page of normal size
const MOST_LETTERS = 3; // letters of a name in it
const ASKED = -2; // in place of the language that is asked for
const NAMELESS_TURNS = { [-1]: "·", [ASKED]: "?" };

export class TurnPanel {
  constructor(picture) {
    this.of = picture;
    this.title = element("p", { class: "title" });
    this.head = element("div", { class: "panel-head" }, this.title);
    this.bars = element("ul", { class: "languages" });
    this.recent = element("p", { class: "recent", "aria-hidden": "true" });
    this.root = element("div", { class: "turns" }, this.head, this.bars, this.recent);
  }

  draw() {
    const turn = /** @type {import("../../payloads").Turns | undefined} */ (this.of.frame.turn);
    this.root.hidden = !turn;
    this.of.root.classList.toggle("by-language", Boolean(turn));
    if (!turn) return;
    const rule = element("span", { class: "rule" }, ` · ${turn.rule}`);
    const isAsked = this.of.asksTurn;
    this.title.replaceChildren(element("b", {}, isAsked ? turn.asked : turn.title), rule);
    const languages = isAsked ? turn.languages.map(covered) : turn.languages;
    this.bars.replaceChildren(...languages.map((language, number) => this.bar(language, number)));
    const names = turn.languages.map(({ name }) => [...name]);
    const letters = lettersToTell(names);
    const initials = names.map((name) => name.slice(0, letters).join(""));
    const fits = Math.max(1, Math.floor(this.root.clientWidth / CELL) - 1);
    const recent = isAsked ? turn.recent.with(-1, ASKED) : turn.recent;
    const shown = recent.slice(-fits);
    const isOpen = this.of.step < this.of.total;
    this.recent.replaceChildren(
      ...shown.map((number, at) =>
        this.cell(number, initials[number] ?? NAMELESS_TURNS[number], isOpen && at === shown.length - 1),
      ),
    );
  }

  /** @param {import("../../payloads").LanguageTurn} language */
  bar({ name, share, worth, state, note }, number) {
    const length = element("i", { class: "length" });
    length.style.setProperty("--share", `${share}`);
    return element(
      "li",
      { class: `language of-${number} ${state}` },
      element("b", { class: "name" }, name),
      element("span", { class: "track" }, length),
      element("span", { class: "told" }, element("span", { class: "worth" }, worth), note && ` · ${note}`),
    );
  }

  /** A turn: number is the language's, -1 for a merge of all languages together, ASKED for the one that is asked for. */
  cell(number, letters, isNext) {
    return element("span", { class: `turn of-${number}${isNext ? " next" : ""}` }, letters);
  }
}

/** A language as it is shown while it is asked which has the turn. @param {import("../../payloads").LanguageTurn} language */
function covered(language) {
  const tells = ["turn", "tied"].includes(language.state);
  return tells ? { ...language, state: /** @type {const} */ (""), note: "" } : language;
}

/** Count the letters that tell the names apart. @param {string[][]} names */
export function lettersToTell(names) {
  for (let letters = 1; letters < MOST_LETTERS; letters += 1) {
    if (new Set(names.map((name) => name.slice(0, letters).join(""))).size === names.length) return letters;
  }
  return MOST_LETTERS;
}
