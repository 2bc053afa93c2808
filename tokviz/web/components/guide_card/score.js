/** How many answers of a lesson were right: the last one to each question counts. Nothing here is drawn. */

const SCORES_KEPT_AS = "tokviz-lesson";

/** The session's store; null where a page may have none. */
function sessionStore() {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

export class ScoreKeeper {
  /** @param {{ getItem: (key: string) => string | null, setItem: (key: string, value: string) => void } | null} store */
  constructor(store = sessionStore()) {
    this.store = store;
    this.lessons = keptIn(store);
  }

  /** Note the answer to a question of a lesson. */
  note(lesson, question, isRight) {
    if (this.of(lesson)[question] === isRight) return;
    this.lessons = { ...this.lessons, [lesson]: { ...this.of(lesson), [question]: isRight } };
    try {
      this.store?.setItem(SCORES_KEPT_AS, JSON.stringify(this.lessons));
    } catch {
      // Full, or not allowed: the score holds until the page is left.
    }
  }

  /** The questions that were answered in a lesson, each with whether it was right. */
  of(lesson) {
    return this.lessons[lesson] ?? {};
  }
}

/** How many were answered, and how many of these rightly. */
export function countOf(answers) {
  const every = Object.values(answers);
  return { asked: every.length, right: every.filter(Boolean).length };
}

/** What a store has kept; nothing if it holds anything else. */
function keptIn(store) {
  try {
    const found = JSON.parse(store?.getItem(SCORES_KEPT_AS) ?? "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}
