/* What was answered, how well, and what an answer says of an option. Nothing here is drawn. */

import { keepIn } from "../../shared/visit_store.js";

/** In place of an option: the answer was shown unasked, and does not count. */
export const SHOWN = -1;

const KEPT_AS = "tokviz-answers";

/** What is asked about and the step -> the number of the option, and whether it was right; in the order of answering. */
export class Answers {
  given = new Map();

  /** store: keeps them over a reload, if there is one. */
  constructor(/** @type {import("../../shared/visit_store.js").Store | null} */ store = null) {
    this.store = store;
    for (const [quiz, step, number, isRight] of restored(store)) this.put(quiz, step, number, isRight);
  }

  put(quiz, step, number, isRight) {
    this.given.set(`${quiz} ${step}`, { quiz, step, number, isRight });
  }

  /** The number of the option that was chosen at a step, if one was. */
  at(quiz, step) {
    return this.given.get(`${quiz} ${step}`)?.number;
  }

  note(quiz, step, number, isRight) {
    this.put(quiz, step, number, isRight);
    this.keep();
  }

  forget() {
    this.given.clear();
    this.keep();
  }

  keep() {
    const every = [...this.given.values()].map((one) => [one.quiz, one.step, one.number, one.isRight]);
    keepIn(this.store, KEPT_AS, every);
  }

  get isEmpty() {
    return !this.given.size;
  }

  /**
   * How many were asked and answered, how many of those right, how many right in a row at last and at most; of one
   * thing that is asked about, or of all.
   */
  scoreOf(quiz = null) {
    const found = { asked: 0, right: 0, streak: 0, longest: 0 };
    for (const one of this.given.values()) {
      if (one.number === SHOWN || (quiz !== null && one.quiz !== quiz)) continue;
      found.asked += 1;
      found.right += one.isRight ? 1 : 0;
      found.streak = one.isRight ? found.streak + 1 : 0;
      found.longest = Math.max(found.longest, found.streak);
    }
    return found;
  }
}

/** What a store has kept; nothing if it holds anything else. */
function restored(store) {
  try {
    const every = JSON.parse(store?.getItem(KEPT_AS) ?? "[]");
    const isAnswer = ([quiz, step, number, isRight]) =>
      typeof quiz === "string" && Number.isInteger(step) && Number.isInteger(number) && typeof isRight === "boolean";
    return every.filter(isAnswer);
  } catch {
    return [];
  }
}

/** How an answer is judged: as good as the algorithm's choice is right, too, but tied. */
export function outcome(options, number) {
  if (number === SHOWN) return "shown";
  const { right, chosen } = options[number];
  if (chosen) return "right";
  return right ? "tied" : "wrong";
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

/** The place of the option that is this pair of neighbours; -1 if none is. */
export function optionOf(options, pair) {
  const name = pair.join(" ");
  return options.findIndex(({ label }) => label[1] === name);
}
