/**
 * Predict first: what the stage asks before it shows a step. The panel draws the question of a frame, takes an answer
 * by button, number key or two neighbouring chips, and then shows how the algorithm decides; it keeps the score.
 *
 * @typedef {import("../../shared/elements.js").Segments} Segments
 *
 * @typedef {object} Option
 * @property {Segments} label
 * @property {Segments} told        the number that decides, shown after the answer
 * @property {number | null} share  the same as the length of a bar, 0 to 1
 * @property {boolean} right        the algorithm's choice, or as good
 * @property {boolean} chosen       the algorithm's choice
 * @property {number} [thing]       its number in the picture
 *
 * @typedef {object} Ask
 * @property {Segments} question
 * @property {Segments | null} hint
 * @property {Option[]} options
 * @property {Segments} answer      what the algorithm does
 * @property {Segments | null} rule which rule chose among equals
 * @property {("say" | "spans")[]} hides     what the stage covers until the answer
 * @property {boolean} pairs        options are pairs of neighbours
 */

import { button, element, inline } from "../../shared/elements.js";
import { visitStore } from "../../shared/visit_store.js";
import { Answers, marks, optionOf, outcome, SHOWN } from "./answers.js";

const answers = new Answers(visitStore()); // outlives the stage, and a reload
const FEWEST_IN_A_ROW = 2;

export class QuestionPanel {
  constructor(stage) {
    this.stage = stage;
    this.question = element("p", { class: "question", id: "question", "aria-live": "polite" });
    this.score = element("span", { class: "score", role: "status" });
    this.reset = button({ class: "reset", name: "reset" }, () => this.forget());
    this.hint = element("p", { class: "hint" });
    this.options = element("div", { class: "options", role: "group", "aria-labelledby": "question" });
    this.verdict = element("p", { class: "verdict", "aria-live": "polite" });
    this.next = button({ class: "next", name: "next" }, () => stage.take(stage.step + 1));
    this.rule = element("p", { class: "rule" });
    this.aside = element("div", { class: "aside" }, this.score, this.reset, this.next);
    const head = element("div", { class: "head" }, this.question, this.verdict, this.aside);
    this.root = element("div", { class: "ask", "data-testid": "ask" });
    this.root.append(head, this.hint, this.options, this.rule);
  }

  get ask() {
    return this.stage.frame?.ask;
  }

  get given() {
    const { room } = this.stage;
    if (room) return room.stand === "shown" ? (room.given ?? SHOWN) : undefined;
    return answers.at(this.stage.payload.quiz, this.stage.step);
  }

  /** Whether the frame on the stage waits for an answer. */
  get isOpen() {
    return Boolean(this.ask) && this.given === undefined;
  }

  /** Whether this of the frame is covered now. */
  covers(what) {
    return this.isOpen && this.ask.hides.includes(what);
  }

  /** Whether the panel says what comes next, in place of the sentence of the frame. */
  get tells() {
    return Boolean(this.ask?.hides.includes("say"));
  }

  take(number) {
    if (!(this.isOpen && number in this.ask.options)) return;
    if (!this.stage.room) this.note(number);
    else if (this.mayAnswer) this.stage.report("answer", number);
  }

  /** Whether the question of a live class takes answers here. */
  get mayAnswer() {
    return this.stage.isOfStudent && this.stage.room.stand === "open";
  }

  /** Show what comes next, which does not count; in a live class that is the teacher's to do, for all. */
  show() {
    if (!this.stage.room) this.note(SHOWN);
  }

  /** Ask no more what a live class has been shown. */
  keepShown() {
    const { payload, step } = this.stage;
    if (answers.at(payload.quiz, step) === undefined) answers.note(payload.quiz, step, SHOWN, false);
  }

  note(number) {
    const isRight = Boolean(this.ask.options[number]?.right);
    const { quiz } = this.stage.payload;
    const { step } = this.stage;
    answers.note(quiz, step, number, isRight);
    if (number !== SHOWN) window.dispatchEvent(new CustomEvent("tokviz-answered", { detail: { quiz, step, isRight } }));
    this.stage.draw({ isStill: true });
  }

  forget() {
    answers.forget();
    this.stage.draw({ isStill: true });
  }

  /** Answer with a pair of neighbours, which may not be among the options. */
  pick(pair) {
    const number = optionOf(this.ask.options, pair);
    if (number < 0) this.verdict.textContent = this.stage.payload.asks.other;
    else this.take(number);
  }

  // -- On the screen

  /** Whether the focus is on what answers a question. */
  get hasFocus() {
    const focus = this.root.getRootNode().activeElement;
    return this.root.contains(focus) || Boolean(this.stage.picture?.choices?.list.contains(focus));
  }

  /** Draw what belongs to the frame on the stage. */
  draw() {
    const { asks } = this.stage.payload;
    const { ask, given, isOpen } = this;
    this.next.textContent = asks.next;
    this.next.hidden = !ask || isOpen;
    this.question.hidden = !this.next.hidden; // the answer takes its place
    this.reset.textContent = asks.reset;
    this.reset.disabled = answers.isEmpty;
    this.score.textContent = this.told(answers.scoreOf());
    const { room, isOfStudent } = this.stage;
    this.aside.hidden = Boolean(room);
    this.root.classList.toggle("of-class", Boolean(room) && (isOfStudent || room.stand === "shown"));
    if (ask) this.drawAsk(ask, given);
    else {
      this.root.dataset.state = "none";
      this.question.replaceChildren(this.ended());
      for (const part of [this.hint, this.options, this.verdict, this.rule]) part.replaceChildren();
    }
  }

  drawAsk(ask, given) {
    const { isOpen } = this;
    this.root.dataset.state = isOpen ? "open" : outcome(ask.options, given);
    this.question.replaceChildren(...inline(ask.question));
    this.hint.replaceChildren(...inline((isOpen && ask.hint) || []));
    const options = ask.options.map((option, number) =>
      isOpen ? this.choice(option, number) : this.judged(option, number, given),
    );
    this.options.replaceChildren(...options);
    this.verdict.replaceChildren(...(isOpen ? [] : this.said(ask, given)));
    this.rule.replaceChildren(...inline((!isOpen && ask.rule) || []));
  }

  /** Put the focus, which was on what answered a question, on what can be done next. */
  focus() {
    const { forward, back } = this.stage.buttons;
    const picked = this.stage.picture?.choices?.list.querySelector("[tabindex='0']"); // where the answer is picked there
    if (this.isOpen) (picked ?? this.options.firstChild).focus();
    else if (this.next.hidden) (forward.disabled ? back : forward).focus();
    else this.next.focus();
  }

  told({ asked, right, streak }) {
    const { score, unscored, streak: row } = this.stage.payload.asks;
    if (!asked) return unscored;
    const said = score.replace("{right}", right).replace("{asked}", asked);
    return streak < FEWEST_IN_A_ROW ? said : `${said} · ${row.replace("{streak}", streak)}`;
  }

  /** In place of a question: at the end what was reached, if anything was answered on the way. */
  ended() {
    const { asks, quiz, total } = this.stage.payload;
    const { asked, right, longest } = answers.scoreOf(quiz);
    if (!asked || this.stage.step < total) return asks.nothing;
    const line = right === asked ? asks.end_all : asks.end;
    return line.replace("{right}", right).replace("{asked}", asked).replace("{longest}", longest);
  }

  said(ask, given) {
    const came = this.stage.room && given === SHOWN ? "class" : outcome(ask.options, given);
    const label = this.stage.payload.asks[came];
    return [element("strong", {}, label), " ", ...inline(ask.answer)];
  }

  /** An option while the question is open. */
  choice({ label }, number) {
    const key = element("kbd", { "aria-hidden": "true" }, `${number + 1}`);
    const name = element("span", {}, ...inline(label));
    const made = button({ class: "option", "data-option": number }, () => this.take(number), key, name);
    const { room } = this.stage;
    if (room) {
      made.disabled = !this.mayAnswer;
      made.ariaPressed = `${room.given === number}`;
    }
    return made;
  }

  /** An option after the answer, with what decides about it. */
  judged(option, number, given) {
    const { kinds, sign, labels } = marks(option, number === given);
    const made = element("div", { class: ["option", ...kinds].join(" "), "data-option": number });
    const name = element("span", { class: "name" }, element("span", { class: "sign" }, sign), ...inline(option.label));
    for (const mark of labels) name.append(element("span", { class: "mark" }, this.stage.payload.asks[mark]));
    made.append(name, element("span", { class: "told" }, ...inline(option.told)));
    if (option.share !== null) {
      const bar = element("span", { class: "bar", "aria-hidden": "true" });
      bar.style.setProperty("--share", option.share);
      made.append(bar);
    }
    const { counts } = this.stage.room ?? {};
    if (counts) made.append(...this.votes(counts[number], Math.max(...counts)));
    return made;
  }

  /** How many of a live class chose an option: a number, and a bar beside that of the most. */
  votes(count, most) {
    const bar = element("span", { class: "bar of-votes", "aria-hidden": "true" });
    bar.style.setProperty("--share", `${most ? count / most : 0}`);
    const text = this.stage.payload.asks.votes.replace("{n}", `${count}`);
    return [element("span", { class: "votes" }, text), bar];
  }
}
