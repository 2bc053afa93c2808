/* What was answered, how well, and what an answer says of an option. Nothing here is drawn. */

/** In place of an option: the answer was shown unasked, and does not count. */
export const SHOWN = -1;

/** What is asked about -> step -> the number of the option, and whether it was right. */
export class Answers {
  given = new Map();

  /** The number of the option that was chosen at a step, if one was. */
  at(quiz, step) {
    return this.given.get(quiz)?.get(step)?.number;
  }

  note(quiz, step, number, isRight) {
    if (!this.given.has(quiz)) this.given.set(quiz, new Map());
    this.given.get(quiz).set(step, { number, isRight });
  }

  forget() {
    this.given.clear();
  }

  get isEmpty() {
    return !this.given.size;
  }

  /** How many were asked and answered, and how many of those right. */
  get score() {
    const every = [...this.given.values()].flatMap((steps) => [...steps.values()]);
    const counted = every.filter(({ number }) => number !== SHOWN);
    return { asked: counted.length, right: counted.filter(({ isRight }) => isRight).length };
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
  if (isPicked) labels.push("ask_picked");
  if (right) labels.push(chosen ? "ask_chosen" : "ask_equal");
  const wrong = isPicked ? "✗" : "";
  return { kinds: Object.keys(kinds).filter((kind) => kinds[kind]), sign: right ? "✓" : wrong, labels };
}

/** The place of the option that is this pair of neighbours; -1 if none is. */
export function optionOf(options, pair) {
  const name = pair.join(" ");
  return options.findIndex(({ label }) => label[1] === name);
}
