/**
 * Predict first: what the picture asks before it shows a step. The panel draws the question of a frame and takes a
 * guess by button, number key or two neighboring boxes. A wrong guess says what it is worth and may be tried again; a
 * right one, or the answer that is shown, says how the algorithm decides. The panel keeps the score.
 *
 * A question is an Ask of payloads.d.ts.
 */

import { visitStore } from "../../shared/browser_store.js";
import { button, element, inline, textOf } from "../../shared/elements.js";
import { fill, filled } from "../../shared/templates.js";
import { isTouch } from "../../shared/touch.js";
import { Answers, beforehand, judged, marks, numberOf, outcome, SHOWN } from "./answers.js";
import { Boxes } from "./boxes.js";
import { classAnswers } from "./class_answers.js";
import { answersBar, answersNumber } from "./votes.js";

const answers = new Answers(visitStore()); // outlives the picture, and a reload
const FEWEST_IN_A_ROW = 2;

export class QuestionPanel {
  boxes = new Boxes();
  about = ""; // the question that is drawn
  isTryingAgain = false; // after a wrong guess
  note = ""; // what a press was that is no guess

  constructor(stepper) {
    this.stepper = stepper;
    this.question = element("p", { class: "question", id: "question", "aria-live": "polite" });
    this.verdict = element("p", { class: "verdict", "aria-live": "polite" });
    this.restart = button({ name: "restart" }, () => this.startOver());
    this.again = button({ class: "main", name: "again" }, () => this.tryAgain());
    this.tell = button({ name: "tell" }, () => this.show());
    this.next = button({ class: "main next", name: "next" }, () => stepper.take(stepper.step + 1));
    this.actions = element("div", { class: "actions" }, this.restart, this.again, this.tell, this.next);
    this.hint = element("p", { class: "hint" });
    this.options = element("div", { class: "options", role: "group", "aria-labelledby": "question" });
    this.score = element("span", { class: "score", role: "status" });
    this.reset = button({ class: "reset", name: "reset" }, () => this.forget());
    this.aside = element("div", { class: "aside" }, this.score, this.reset);
    this.classTold = element("p", { class: "class-told", "aria-live": "polite" });
    const texts = element("div", { class: "said" }, this.question, this.verdict, this.classTold);
    this.root = element("div", { class: "ask", "data-testid": "ask" });
    const head = element("div", { class: "head" }, texts, this.aside, this.actions);
    this.root.append(head, this.hint, this.options);
  }

  /** The question of the frame in the picture, or what is asked before. @returns {import("../../payloads").SingleAsk | undefined} */
  get ask() {
    const { frame } = this.stepper;
    return this.isBefore ? frame.ask.first : frame?.ask;
  }

  /** Whether it is asked now what comes before the question of the frame. A live class is asked the question alone. */
  get isBefore() {
    const { frame, room } = this.stepper;
    return Boolean(frame?.ask?.first) && !room && !this.before?.end;
  }

  /** What was answered to what is asked before. */
  get before() {
    return answers.at(this.stepper.payload.quiz, beforehand(this.stepper.step));
  }

  /** The step, or what stands for it where something else is asked before. */
  get place() {
    const { step } = this.stepper;
    return this.isBefore ? beforehand(step) : step;
  }

  /** What was answered to the question of the frame in the picture. */
  get answer() {
    return answers.at(this.stepper.payload.quiz, this.place);
  }

  /** How the question ended: the number of an option, or SHOWN; undefined while it is open. */
  get given() {
    const { room } = this.stepper;
    if (room) return room.phase === "shown" ? (room.given ?? SHOWN) : undefined;
    const { guesses, end } = this.answer ?? {};
    if (end === "shown") return SHOWN;
    return end ? guesses.at(-1) : undefined;
  }

  /** The number of the last guess, right or wrong; undefined without one. */
  get picked() {
    const { room } = this.stepper;
    return room ? this.given : this.answer?.guesses.at(-1);
  }

  /** Whether the frame in the picture waits for an answer. */
  get isOpen() {
    return Boolean(this.ask) && this.given === undefined;
  }

  /** Whether the panel asks now. */
  get isAsking() {
    return this.isOpen && !this.isResting;
  }

  /** Whether the last guess was wrong, and the visitor has not begun to try again. */
  get isWrong() {
    return this.isOpen && !this.stepper.room && !this.isTryingAgain && this.picked !== undefined;
  }

  /** Whether a lesson is at the end of its card, which asks no more: the next card may. */
  get isResting() {
    const last = document.documentElement.dataset.guideLast;
    return last !== undefined && Number(last) === this.stepper.numberOf(this.stepper.step) && !this.stepper.room;
  }

  /** Whether this of the frame is covered now. */
  covers(part) {
    return this.isOpen && this.ask.hides.includes(part);
  }

  /** How many of a live class chose each option, on the teacher's page once that is revealed; else null. */
  get classCounts() {
    const { room, isOfStudent } = this.stepper;
    return (room?.phase === "shown" && !isOfStudent && room.counts) || null;
  }

  /** Whether the rows of the picture show these, in place of the options. */
  get answersInRows() {
    return Boolean(this.classCounts && this.ask && this.stepper.picture?.takesAnswers?.(this.ask));
  }

  /** Whether the panel says what comes next, in place of the sentence of the frame. */
  get tells() {
    return Boolean(this.ask?.hides.includes("say"));
  }

  // -- Answering

  /** Take a guess by the number of an option. */
  take(number) {
    if (!(this.isAsking && number in this.ask.options)) return;
    if (!this.stepper.room) this.guess(number);
    else if (this.mayAnswer) this.stepper.report("answer", number);
  }

  /** Whether the question of a live class takes answers here. */
  get mayAnswer() {
    return this.stepper.isOfStudent && this.stepper.room.phase === "open";
  }

  /** Take a press on the words as one of two neighbors, or as both where it is between them. */
  press(event) {
    if (this.isWrong) this.isTryingAgain = true;
    const pair = this.boxes.press(event);
    this.note = "";
    if (pair) this.pick(pair);
    else this.redraw();
  }

  /** Guess what was pointed at, which may not be among the options. */
  pick(names) {
    if (!this.isAsking) return;
    const number = numberOf(this.ask, names);
    const isOption = number !== null && number in this.ask.options;
    if (isOption && this.stepper.room) this.take(number);
    else if (number !== null && !this.stepper.room) this.guess(number, names);
    else {
      this.note = this.stepper.payload.asks.other;
      this.boxes.clear();
      this.redraw();
    }
  }

  guess(number, names = []) {
    const { isRight } = judged(this.ask, number, names);
    const { quiz } = this.stepper.payload;
    const step = this.place;
    const isFirst = !this.answer?.guesses.length;
    answers.guess(quiz, step, number, isRight);
    this.names = names;
    this.isTryingAgain = false;
    this.note = "";
    this.boxes.chosen = null;
    if (!names.length) this.boxes.clear();
    if (this.boxes.marked) this.boxes.marked.kind = isRight ? "right" : "wrong";
    if (isFirst) window.dispatchEvent(new CustomEvent("tokviz-answered", { detail: { quiz, step, isRight } }));
    this.stepper.draw({ isStill: true });
  }

  /** Show the answer; in a live class that is the teacher's to do, for all. */
  show() {
    if (this.stepper.room || this.isResting) return;
    answers.show(this.stepper.payload.quiz, this.place);
    this.boxes.clear();
    this.stepper.draw({ isStill: true });
  }

  /** Ask no more what a live class has been shown. */
  keepShown() {
    const { quiz } = this.stepper.payload;
    const { step } = this.stepper;
    if (this.stepper.frame?.ask?.first) answers.show(quiz, beforehand(step));
    answers.show(quiz, step);
  }

  tryAgain() {
    this.isTryingAgain = true;
    this.startOver();
  }

  /** Nothing is chosen. */
  startOver() {
    this.boxes.clear();
    this.note = "";
    this.redraw();
  }

  forget() {
    answers.forget();
    this.boxes.clear();
    this.isTryingAgain = false;
    this.stepper.draw({ isStill: true });
  }

  // -- On the screen

  /** Whether the focus is on what answers a question. */
  get hasFocus() {
    const focus = this.root.getRootNode().activeElement;
    return this.root.contains(focus) || Boolean(this.stepper.picture?.choices?.list.contains(focus));
  }

  /** Draw the panel and its marks again: something was chosen that is no guess yet. */
  redraw() {
    const hadFocus = this.root.contains(this.root.getRootNode().activeElement);
    this.draw();
    this.drawMarks();
    if (hadFocus) this.focus();
  }

  /** Draw what belongs to the frame in the picture. */
  draw() {
    this.beginAnew();
    const { ask } = this;
    const { room, isOfStudent } = this.stepper;
    this.root.classList.toggle("of-class", Boolean(room) && (isOfStudent || room.phase === "shown"));
    this.root.dataset.state = this.state;
    this.root.classList.toggle("tells", this.tells);
    this.root.classList.toggle("before", this.isBefore);
    const ended = ask ? "" : this.ended();
    this.root.hidden = this.isResting || !(ask || ended);
    this.stepper.root.dataset.asks = ask && !this.root.hidden ? this.state : "";
    this.drawActions();
    if (ask) this.drawAsk(ask);
    else {
      this.question.replaceChildren(ended);
      this.question.hidden = false;
      for (const part of [this.hint, this.options, this.verdict, this.classTold]) part.replaceChildren();
    }
  }

  /** Forget what was begun at another question. */
  beginAnew() {
    const about = `${this.stepper.payload.quiz} ${this.stepper.step}`;
    if (about === this.about) return;
    this.about = about;
    this.isTryingAgain = false;
    this.note = "";
    this.names = [];
    this.boxes.clear();
  }

  /** The buttons that there are now, and the score. */
  drawActions() {
    const { ask, isOpen, isWrong } = this;
    const { room, payload } = this.stepper;
    const { asks } = payload;
    this.restart.hidden = !(isOpen && this.boxes.chosen);
    this.again.hidden = !isWrong;
    this.tell.hidden = !isOpen;
    this.next.hidden = !ask || isOpen;
    this.restart.textContent = asks.restart;
    this.again.textContent = asks.again;
    this.tell.textContent = asks.show;
    this.next.textContent = ask?.pairs ? asks.next_merge : asks.next;
    this.actions.hidden = Boolean(room);
    this.score.textContent = this.told(answers.scoreOf());
    this.reset.textContent = asks.reset;
    this.aside.hidden = Boolean(room) || answers.isEmpty;
  }

  /** What the panel is: no question, an open one, a wrong guess, or how it ended. */
  get state() {
    if (!this.ask) return "none";
    if (this.isWrong) return "wrong";
    return this.isOpen ? "open" : outcome(this.ask.options, this.given);
  }

  drawAsk(ask) {
    const { isOpen, isWrong, given } = this;
    this.question.hidden = !isOpen || isWrong; // what is said of a guess takes its place
    const questionNode = element("b", {}, ...inline(ask.question));
    const { payload, step, data } = this.stepper;
    const guess = isOpen && data?.watch === step ? [element("b", {}, payload.asks.guess), " "] : []; // after a film
    this.question.replaceChildren(...guess, questionNode, " ", ...(isOpen ? this.how(ask) : []));
    this.hint.replaceChildren(...(isOpen ? this.hinted(ask) : []));
    const options = ask.options.map((option, number) =>
      isOpen ? this.choice(option, number) : this.judged(option, number),
    );
    this.options.replaceChildren(...(this.answersInRows ? [] : options));
    const correction = isWrong ? this.missed(ask) : [];
    this.verdict.replaceChildren(...(isOpen ? correction : this.said(ask, given)));
    this.classTold.replaceChildren(...(this.classCounts ? this.toldOfClass(ask, this.classCounts) : []));
  }

  /** What helps to answer, and how it was answered what was asked before. */
  hinted(ask) {
    const hint = inline(ask.hint ?? []);
    const { first } = this.stepper.frame.ask;
    if (!first || !this.before?.end) return hint;
    const { guesses, end } = this.before;
    const came = end === "shown" ? end : outcome(first.options, guesses.at(-1));
    return [element("strong", {}, this.stepper.payload.asks[came]), " ", ...hint];
  }

  /** What to do now, in one sentence. */
  how(ask) {
    const { asks, total } = this.stepper.payload;
    if (this.stepper.room) return [];
    if (this.note) return [this.note];
    const { symbol } = this.boxes;
    const chose = isTouch() ? asks.chose_touch : asks.chose;
    if (symbol) return filled(chose, { symbol: [element("code", {}, symbol)] });
    const isInWords = ask.pairs && Boolean(this.stepper.picture?.choices) && total > 0;
    if (isInWords) return [isTouch() ? asks.how_pairs_touch : asks.how_pairs];
    return [isTouch() ? asks.how_one_touch : asks.how_one];
  }

  /** Mark what was chosen and what was wrong in the picture, once it is drawn. */
  drawMarks() {
    const { picture } = this.stepper;
    if (!picture) return;
    this.boxes.draw(picture.root);
    const guesses = this.isOpen ? (this.answer?.guesses ?? []) : [];
    for (const node of picture.choices?.list.querySelectorAll("[data-option]") ?? []) {
      node.classList.toggle("wrong", guesses.includes(Number(node.dataset.option)));
    }
  }

  /** Put the focus, which was on what answered a question, on what can be done next. */
  focus() {
    const { forward, back } = this.stepper.buttons;
    const picked = this.stepper.picture?.choices?.list.querySelector("[tabindex='0']"); // where the answer is picked there
    if (this.isWrong) this.again.focus();
    else if (this.isOpen && !this.root.hidden) (picked ?? this.options.firstChild).focus({ preventScroll: true });
    else if (this.next.hidden || this.root.hidden) (forward.disabled ? back : forward).focus();
    else this.next.focus();
  }

  told({ asked, right, later, streak }) {
    const { score, later: more, streak: row } = this.stepper.payload.asks;
    if (!asked) return "";
    const parts = [fill(score, { right, asked })];
    if (later) parts.push(fill(more, { later }));
    if (streak >= FEWEST_IN_A_ROW) parts.push(fill(row, { streak }));
    return parts.join(" · ");
  }

  /** In place of a question: at the end what was reached, if anything was answered on the way. */
  ended() {
    const { asks, quiz, total } = this.stepper.payload;
    const { asked, right, longest } = answers.scoreOf(quiz);
    if (!asked || this.stepper.step < total) return "";
    return fill(right === asked ? asks.end_all : asks.end, { right, asked, longest });
  }

  /** What is said of a wrong guess. */
  missed(ask) {
    const { wrong } = judged(ask, this.picked, this.names);
    const sign = element("span", { class: "sign" }, "✗");
    return [sign, " ", ...(wrong ? inline(wrong) : [this.stepper.payload.asks.wrong])];
  }

  said(ask, choice) {
    const came = this.stepper.room && choice === SHOWN ? "class" : outcome(ask.options, choice);
    const label = this.stepper.payload.asks[came];
    const rule = ask.rule ? [" ", ...inline(ask.rule)] : [];
    return [element("strong", {}, label), " ", ...inline(ask.answer), element("span", { class: "rule" }, ...rule)];
  }

  /** How many of a class are right, and what most of the others chose. */
  toldOfClass({ options }, counts) {
    const { asks } = this.stepper.payload;
    const { total, right, missed } = classAnswers(options, counts);
    if (!total) return [asks.class_nobody];
    const rightTold = element("b", {}, fill(asks.class_right, { right, total }));
    if (missed === null) return [rightTold];
    const option = options[missed];
    const why = this.stepper.picture.worthOf?.(option) ?? inline(option.told); // which does not name the option again
    const values = { number: counts[missed], option: this.named(option), why };
    if (why.length) return [rightTold, " ", ...filled(asks.class_missed_why, values)];
    return [rightTold, " ", ...filled(asks.class_missed, values), " ", ...inline(option.wrong ?? [])];
  }

  /** An option while the question is open. */
  choice(option, number) {
    const key = element("kbd", { "aria-hidden": "true" }, `${number + 1}`);
    const name = element("span", { class: "name" }, ...this.named(option));
    const optionButton = button({ class: "option", "data-option": number }, () => this.take(number), key, name);
    const { room } = this.stepper;
    optionButton.classList.toggle("wrong", !room && Boolean(this.answer?.guesses.includes(number)));
    if (room) {
      optionButton.disabled = !this.mayAnswer;
      optionButton.ariaPressed = `${room.given === number}`;
    }
    return optionButton;
  }

  /** An option after the answer, with what decides about it. */
  judged(option, number) {
    const { kinds, sign, labels } = marks(option, number === this.picked);
    const optionNode = element("div", { class: ["option", ...kinds].join(" "), "data-option": number });
    const name = element("span", { class: "name" }, element("span", { class: "sign" }, sign), ...this.named(option));
    for (const mark of labels) name.append(element("span", { class: "mark" }, this.stepper.payload.asks[mark]));
    optionNode.append(name, element("span", { class: "told" }, ...inline(option.told)));
    const { counts } = this.stepper.room ?? {};
    if (counts) optionNode.append(...this.votes(counts, number));
    else if (option.share !== null) {
      const bar = element("span", { class: "bar", "aria-hidden": "true" });
      bar.style.setProperty("--share", option.share);
      optionNode.append(bar);
    }
    return optionNode;
  }

  /** How many of a live class chose an option: a bar of all answers, the number and its share. */
  votes(counts, number) {
    const { lang } = this.stepper.payload;
    const total = counts.reduce((sum, count) => sum + count, 0);
    const numberNode = answersNumber(counts[number], total, lang);
    numberNode.role = "img";
    numberNode.ariaLabel = fill(this.stepper.payload.asks.votes, { n: numberNode.textContent });
    return [answersBar(counts[number], total), numberNode];
  }

  /** An option by its symbols, each as the picture draws it. */
  named({ label, names }) {
    const { picture } = this.stepper;
    return inline(label, (part) => {
      const text = textOf(part);
      const symbols = names.length ? names : [text];
      if (text !== symbols.join(" ") || !picture?.optionChip) return element("code", {}, text);
      const chips = symbols.flatMap((name, place) => [place ? " " : "", picture.optionChip(name)]);
      return element("span", { class: "pair" }, ...chips);
    });
  }
}
