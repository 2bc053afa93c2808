/* What was guessed, how well, and what an answer says of an option. Nothing here is drawn. */

import { keepIn, readFrom } from "../../shared/browser_store.js";
import { filled } from "../../shared/templates.js";
import { isSame } from "../linking.js";

/** In place of an option: the answer was shown without a right guess. */
export const SHOWN = -1;

/** In place of an option: a pair that is no candidate among those of the question. */
export const BEYOND = -2;

/** The number in place of a step by which the answer to what is asked before the question of a step is kept. */
export const beforehand = (step) => -1 - step;

const KEPT_AS = "tokviz-answers";

/**
 * @typedef {object} Answer
 * @property {string} quiz        what is asked about
 * @property {number} step
 * @property {number[]} guesses   numbers of options, in the order of guessing
 * @property {"" | "right" | "shown"} end    how it ended, if it has
 */

/**
 * The answers to the questions of a visit. A question is open until a guess is right or the answer is shown; what was
 * guessed before stays. The score counts the first guess: right at the first try, or later, or not.
 */
export class Answers {
  /** @type {Map<string, Answer>} in the order of the first guess */
  given = new Map();

  /** store: keeps them over a reload, if there is one. */
  constructor(/** @type {import("../../shared/browser_store.js").Store | null} */ store = null) {
    this.store = store;
    for (const answer of restored(store)) this.put(answer);
  }

  put(answer) {
    this.given.set(`${answer.quiz} ${answer.step}`, answer);
  }

  /** What was answered at a step, if anything was. */
  at(quiz, step) {
    return this.given.get(`${quiz} ${step}`);
  }

  /** Note a guess, unless the question has ended. */
  guess(quiz, step, number, isRight) {
    const before = this.at(quiz, step) ?? { quiz, step, guesses: [], end: "" };
    if (before.end) return;
    this.put({ ...before, guesses: [...before.guesses, number], end: isRight ? "right" : "" });
    this.keep();
  }

  /** Note that the answer was shown, unless the question has ended. */
  show(quiz, step) {
    const before = this.at(quiz, step) ?? { quiz, step, guesses: [], end: "" };
    if (before.end) return;
    this.put({ ...before, end: "shown" });
    this.keep();
  }

  forget() {
    this.given.clear();
    this.keep();
  }

  keep() {
    keepIn(this.store, KEPT_AS, [...this.given.values()]);
  }

  get isEmpty() {
    return !this.given.size;
  }

  /**
   * How many questions were guessed at, how many of them rightly at the first try and how many later, and how many at
   * the first try in a row at last and at most; of one thing that is asked about, or of all.
   */
  scoreOf(quiz = null) {
    const score = { asked: 0, right: 0, later: 0, streak: 0, longest: 0 };
    for (const { guesses, end, ...answer } of this.given.values()) {
      if (!guesses.length || (quiz !== null && answer.quiz !== quiz)) continue;
      const isFirst = end === "right" && guesses.length === 1;
      score.asked += 1;
      score.right += isFirst ? 1 : 0;
      score.later += end === "right" && !isFirst ? 1 : 0;
      score.streak = isFirst ? score.streak + 1 : 0;
      score.longest = Math.max(score.longest, score.streak);
    }
    return score;
  }
}

/** What a store has kept; nothing if it holds anything else. */
function restored(store) {
  const every = readFrom(store, KEPT_AS);
  const isAnswer = (entry) =>
    typeof entry?.quiz === "string" &&
    Number.isInteger(entry.step) &&
    Array.isArray(entry.guesses) &&
    entry.guesses.every((number) => Number.isInteger(number)) &&
    ["", "right", "shown"].includes(entry.end);
  return Array.isArray(every) ? every.filter(isAnswer) : [];
}

/** How an answer that ended a question is judged: as good as the algorithm's choice is right, too, but tied. */
export function outcome(options, number) {
  if (number === SHOWN) return "shown";
  const option = options[number];
  if (option?.chosen) return "right";
  return !option || option.right ? "tied" : "wrong"; // no option, but right: one of many that tie
}

/** What is marked on an option once the question is answered: its classes, its sign, and the labels of its marks. */
export function marks({ right, chosen }, isPicked) {
  const kinds = { right, chosen, picked: isPicked };
  const labels = [];
  if (isPicked) labels.push("picked");
  if (right) labels.push(chosen ? "chosen" : "equal");
  const wrong = isPicked ? "✗" : "";
  return { kinds: Object.keys(kinds).filter((kind) => kinds[kind]), sign: right ? "✓" : wrong, labels };
}

/**
 * The number of the answer that points at this: of an option, or after these of another candidate; BEYOND if it is
 * neither and surely wrong, null if that is not known.
 *
 * @param {import("../../payloads").Ask} ask
 * @param {string[]} names    of a pair, or of one piece
 */
export function numberOf({ options, others = [], beyond = null }, names) {
  const option = options.findIndex((candidate) => isSame(candidate.names, names));
  if (option >= 0) return option;
  const other = others.findIndex((candidate) => isSame(candidate.names, names));
  if (other >= 0) return options.length + other;
  return beyond ? BEYOND : null;
}

/** Whether the answer of a number is right, and what is said of it if not, with the names of what was pointed at. */
export function judged({ options, others = [], beyond = null }, number, names = []) {
  const option = options[number];
  if (option) return { isRight: option.right, wrong: option.wrong ?? null };
  const other = others[number - options.length];
  if (number >= options.length) return { isRight: other?.wrong === null, wrong: other?.wrong ?? null };
  return { isRight: false, wrong: beyond && filled(beyond, { pair: [{ tokens: names }] }) };
}
