/**
 * The questions of a card: a field for each, then the verdict with the reason. What is right is known to the server
 * alone. How many answers of a lesson were right is counted here, those in the picture included, and outlives a reload.
 *
 * @typedef {import("../shared/elements.js").Sentence} Sentence
 *
 * @typedef {object} Asked
 * @property {"open" | "unreadable" | "again" | "right" | "wrong" | "shown" | "broken"} state   again: wrong, once more
 * @property {Sentence} prompt
 * @property {import("../payloads").GivenPart[]} given    what there is to work with
 * @property {string} field         what the field takes
 * @property {string[]} choices     the answers to choose from; none for a field
 * @property {Sentence[]} [reasons]   what each of the choices says, where they are only numbers
 * @property {string} text          what was answered
 * @property {string} [opening]     whether that is right
 * @property {Sentence} [said]      what there is to say of it
 * @property {Sentence} [answer]    what is right
 * @property {Sentence} [because]   why
 */

import { button, element, givenPart, inline } from "../shared/elements.js";
import { fill } from "../shared/templates.js";
import { letRest } from "./resting.js";
import { askedAs, countOf, ScoreKeeper } from "./score.js";

const WAITING = new Set(["open", "unreadable", "again"]);
const JUDGED = new Set(["right", "wrong", "again"]);

export class AskList {
  /** submit: sends an answer (the place of the question, and a text or null to be shown what is right). */
  constructor(submit) {
    this.submit = submit;
    this.scores = new ScoreKeeper();
    this.root = element("div", { class: "asks" });
    this.shown = "";
    this.visit = "";
  }

  /** The place of the first question that waits for an answer; -1 if none does. */
  get open() {
    return (this.asked ?? []).findIndex(({ state }) => WAITING.has(state));
  }

  /** The first field or choice of an open question, if there is one. */
  get field() {
    return this.root.querySelector("form input, .choices button");
  }

  draw({ asks, labels, lesson, card, visit }) {
    this.asked = asks;
    this.labels = labels;
    for (const [place, { state }] of asks.entries()) {
      if (JUDGED.has(state)) this.scores.note(lesson, askedAs(card, place), state === "right");
    }
    const now = JSON.stringify([asks, labels.check]);
    if (now === this.shown && visit === this.visit) return; // what is typed stays
    const focused = this.root.contains(this.root.getRootNode().activeElement);
    const isNew = visit !== this.visit;
    this.shown = now;
    this.visit = visit;
    const last = this.open < 0 ? asks.length : this.open; // one question at a time
    this.root.replaceChildren(...asks.slice(0, last + 1).map((ask, place) => this.ask(ask, place)));
    if (focused && !isNew) this.goOn();
  }

  /** After an answer the focus goes to the next question; the verdict is in view. */
  goOn() {
    const verdict = [...this.root.querySelectorAll(".verdict")].pop();
    this.field?.focus({ preventScroll: true });
    const around = this.root.parentElement; // the page itself stays where it is
    if (verdict && around)
      around.scrollTop += verdict.getBoundingClientRect().top - around.getBoundingClientRect().top - 48;
  }

  tell(lesson) {
    const { right, asked } = countOf(this.scores.of(lesson));
    return asked ? this.labels.score.replace("{right}", right).replace("{asked}", asked) : "";
  }

  // -- Elements

  ask(ask, place) {
    const root = element("div", { class: `ask ${ask.state}`, "data-testid": "guide-ask", "data-state": ask.state });
    const { length } = this.asked;
    const which = fill(this.labels.ask_place, { number: place + 1, total: length });
    const number = length > 1 ? [element("span", { class: "number" }, which), " "] : [];
    root.append(element("p", { class: "prompt" }, ...number, ...inline(ask.prompt)));
    if (ask.state === "broken") return root;
    if (WAITING.has(ask.state)) root.append(ask.choices.length ? this.choices(ask, place) : this.form(ask, place));
    else if (ask.text) root.append(element("p", { class: "yours" }, `${this.labels.yours} `, ...this.written(ask)));
    const verdict = element("div", { class: "verdict", "aria-live": "polite" });
    if (ask.opening) verdict.append(this.verdict(ask));
    else if (ask.said) verdict.append(element("p", {}, ...inline(ask.said)));
    if (ask.answer) verdict.append(element("p", {}, ...inline(ask.answer)));
    if (ask.because?.some(Boolean)) verdict.append(...this.because(ask, place));
    root.append(verdict);
    // Below the field: on a phone a card is not as high as a list of pieces.
    if (WAITING.has(ask.state)) root.append(...ask.given.map((part) => givenPart(part)));
    return root;
  }

  /** Why that is right. After a right answer it makes room for the next question, and is a press away. */
  because({ state, because }, place) {
    const told = element("p", { class: "because" }, ...inline(because));
    if (state !== "right" || this.open <= place) return [told];
    told.hidden = true;
    const why = button({ name: "why", "aria-expanded": "false" }, () => {
      told.hidden = !told.hidden;
      why.setAttribute("aria-expanded", String(!told.hidden));
    });
    why.append(this.labels.because);
    return [letRest(why), told];
  }

  verdict({ state, opening, said }) {
    const sign = { right: "✓", wrong: "✗", again: "✗" }[state] ?? "";
    return element("p", {}, element("strong", {}, `${sign} ${opening}`.trim()), " ", ...inline(said));
  }

  form(ask, place) {
    const field = element("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
    field.setAttribute("aria-label", ask.field);
    field.placeholder = ask.field;
    field.value = ask.state === "open" ? "" : ask.text; // to be put right
    const check = element("button", { type: "submit", name: "check" }, this.labels.check);
    const form = element("form", {}, field, check);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim()) this.submit(place, field.value);
    });
    return element("div", { class: "answering" }, form, this.tellMe(place));
  }

  choices(ask, place) {
    const buttons = ask.choices.map((choice, n) => {
      const shown = ask.reasons ? inline(ask.reasons[n]) : [choice];
      const choiceButton = button({}, () => this.submit(place, choice), ...shown);
      choiceButton.disabled = ask.state === "again" && choice === ask.text; // was wrong
      return letRest(choiceButton);
    });
    const list = element("div", { class: ask.reasons ? "choices reasons" : "choices" }, ...buttons);
    return element("div", { class: "answering" }, list, this.tellMe(place));
  }

  /** What was answered, in words. */
  written({ text, reasons, choices }) {
    return reasons ? inline(reasons[choices.indexOf(text)]) : [element("code", {}, text)];
  }

  tellMe(place) {
    return letRest(button({ name: "tell" }, () => this.submit(place, null), this.labels.tell));
  }
}
