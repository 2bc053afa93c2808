/**
 * A task that a class is asked: what is asked, what there is to work with, and at the end what was answered how often,
 * what is right and why. Shown to the teacher and to students alike; what a student does with it is not here.
 *
 * @typedef {import("../shared/elements.js").Sentence} Sentence
 *
 * @typedef {{label: Sentence, right?: boolean}} TaskOption
 * @typedef {object} Task
 * @property {Sentence} question
 * @property {import("../payloads").GivenPart[]} [given]
 * @property {TaskOption[]} options      once it is revealed, what was written as well
 * @property {string} [field]            what an answer looks like; none for a choice
 * @property {Sentence} [answer]
 * @property {Sentence} [rule]
 */

import { element, givenPart, inline, plainText, textOf } from "../shared/elements.js";

/** The question that belongs on the screen: one that takes answers always, one that has been revealed while what it was
 * asked about is shown. */
export function questionOn({ shown, question }) {
  if (question?.phase !== "shown") return question ?? null;
  const { address, view, step } = shown ?? { address: "/", view: "", step: 0 };
  const isThere = view === question.view && step === question.step && (!question.task || address === question.address);
  return isThere ? question : null;
}

/** The task that belongs on the screen. */
export function taskOn(state) {
  const question = state && questionOn(state);
  return question?.task ? question : null;
}

/**
 * One row for each answer: its share of all answers, also of those that have no row, and whose it is.
 *
 * @param {{ask: Task, counts: number[], answered?: number}} question
 * @param {number | string | null} mine   what this student chose, or wrote
 */
export function rowsOf({ ask, counts, answered = 0 }, mine = null) {
  const told = counts.reduce((sum, count) => sum + count, 0);
  const all = Math.max(1, answered, told);
  return ask.options.map(({ label, right }, number) => ({
    label,
    isRight: Boolean(right),
    isMine: mine !== null && (ask.field ? plainText(label) : number) === mine,
    count: counts[number],
    share: counts[number] / all,
  }));
}

/**
 * The task as elements. labels: right, mine, others; question: as the room tells it.
 *
 * @param {{ask: Task, phase: string, counts: number[] | null, answered?: number}} question
 */
export function taskParts(question, labels, mine = null) {
  const { ask, counts } = question;
  const given = (ask.given ?? []).map((part) => givenPart(part, chipsOf));
  const head = [element("p", { class: "prompt" }, ...chipped(ask.question)), ...given];
  if (!counts) return head;
  const list = element(
    "ul",
    { class: "answers" },
    ...rowsOf({ ask, counts, answered: question.answered }, mine).map((row) => answerRow(row, labels)),
  );
  const others = question.answered - counts.reduce((sum, count) => sum + count, 0);
  const rest = others > 0 ? [element("p", { class: "others" }, labels.others.replace("{n}", `${others}`))] : [];
  const because = [ask.answer, ask.rule].map((told) => element("p", { class: "because" }, ...chipped(told)));
  return [...head, list, ...rest, ...because];
}

/** Symbols, each in a frame of its own; as text they are apart by spaces. */
function chipsOf(symbols) {
  const chips = symbols.flatMap((symbol, place) => [place ? " " : "", element("span", { class: "token" }, symbol)]);
  return element("code", { class: "tokens" }, ...chips);
}

/** A sentence with its tokens as chips. @param {Sentence} sentence */
export const chipped = (sentence) =>
  inline(sentence, (part) => ("tokens" in part ? chipsOf(part.tokens) : element("code", {}, textOf(part))));

function answerRow({ label, isRight, isMine, count, share }, labels) {
  const said = isRight ? { role: "img", "aria-label": labels.right } : {};
  const sign = element("span", { class: "sign", ...said }, isRight ? "✓" : "");
  const mark = isMine ? [" ", element("span", { class: "mark" }, labels.mine)] : [];
  const name = element("span", { class: "name" }, ...chipped(label), ...mark);
  const bar = element("span", { class: "votes", "aria-hidden": "true" });
  bar.style.setProperty("--share", `${share}`);
  const parts = [sign, name, bar, element("span", { class: "count" }, `${count}`)];
  return element("li", { class: isRight ? "right" : "other" }, ...parts);
}
