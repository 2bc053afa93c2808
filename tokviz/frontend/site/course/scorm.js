/**
 * A platform that speaks SCORM: it offers an object with functions in a window above the lesson's, or in the one that
 * opened it. SCORM 1.2 and 2004 name the functions and the values differently.
 *
 * @typedef {import("./store.js").Report} Report
 * @typedef {"1.2" | "2004"} Version
 */

const MOST_WINDOWS = 100; // above each other, before the search ends
const NAMES = {
  1.2: {
    api: "API",
    ...{ begin: "LMSInitialize", get: "LMSGetValue", set: "LMSSetValue", save: "LMSCommit", end: "LMSFinish" },
    ...{ kept: "cmi.suspend_data", status: "cmi.core.lesson_status", time: "cmi.core.session_time" },
    most: 4096, // characters of what is kept
  },
  2004: {
    api: "API_1484_11",
    ...{ begin: "Initialize", get: "GetValue", set: "SetValue", save: "Commit", end: "Terminate" },
    ...{ kept: "cmi.suspend_data", status: "cmi.completion_status", time: "cmi.session_time" },
    most: 64_000,
  },
};
const ENDED = new Set(["completed", "passed", "failed"]); // a platform makes the latter two of a score

/** The object of a platform; null where none is found. @param {Version} version */
export function findApi(version, /** @type {any} */ here) {
  const { api } = NAMES[version];
  return apiAbove(here, api) ?? apiAbove(opener(here.top) ?? opener(here), api);
}

function apiAbove(start, name) {
  try {
    let at = start;
    for (let count = 0; at && count < MOST_WINDOWS; count += 1) {
      if (at[name]) return at[name];
      if (at === at.parent) return null;
      at = at.parent;
    }
  } catch {
    // A window of another site, which may not be looked into.
  }
  return null;
}

function opener(/** @type {any} */ window) {
  try {
    return window?.opener ?? null;
  } catch {
    return null;
  }
}

export class Scorm {
  /** @param {Version} version */
  constructor(version, api, now = Date.now) {
    this.version = version;
    this.names = NAMES[version];
    this.api = api;
    this.now = now;
    this.most = this.names.most;
  }

  call(/** @type {"begin" | "get" | "set" | "save" | "end"} */ what, ...values) {
    return this.api[this.names[what]](...values);
  }

  /** Begin, and return what was kept. */
  begin() {
    this.begun = this.now();
    this.call("begin", "");
    this.hasEnded = ENDED.has(`${this.call("get", this.names.status)}`);
    return `${this.call("get", this.names.kept) ?? ""}`;
  }

  /** Tell what there is, and whether the platform took it. @param {Report} report @param {string} text */
  keep(report, text) {
    const values = { ...valuesOf(this.version, report), [this.names.kept]: text };
    if (this.hasEnded) delete values[this.names.status]; // what was done stays done
    const taken = Object.entries(values).map(([name, value]) => this.call("set", name, value));
    return isTrue(this.call("save", "")) && taken.every(isTrue);
  }

  /** End the visit; the next one goes on with what was kept. */
  end() {
    this.call("set", this.names.time, timeOf(this.version, this.now() - this.begun));
    this.call("save", "");
    this.call("end", "");
  }
}

/** Platforms answer with a text, and some with a truth value. */
function isTrue(answer) {
  return `${answer}` === "true";
}

/** The values of a report, by their names. @param {Version} version @param {Report} report */
export function valuesOf(version, { card, total, isDone, given, right, asked }) {
  const status = isDone ? "completed" : "incomplete";
  const share = asked ? right / asked : 0;
  const hasScore = asked > 0 && (given.size > 0 || isDone);
  const score = { min: "0", max: "100", raw: rounded(100 * share, 2) };
  if (version === "1.2") {
    return {
      "cmi.core.lesson_status": status,
      "cmi.core.lesson_location": `${card}`,
      "cmi.core.exit": "suspend",
      ...(hasScore ? named("cmi.core.score", score) : {}),
    };
  }
  return {
    "cmi.completion_status": status,
    "cmi.location": `${card}`,
    "cmi.exit": "suspend",
    "cmi.progress_measure": rounded(isDone ? 1 : card / total, 4),
    ...(hasScore ? named("cmi.score", { ...score, scaled: rounded(share, 4) }) : {}),
  };
}

const named = (before, values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${before}.${name}`, value]));

const rounded = (value, places) => `${Number(value.toFixed(places))}`;

/** A duration as a version writes it. @param {Version} version @param {number} milliseconds */
export function timeOf(version, milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (version === "2004") return `PT${parts[0]}H${parts[1]}M${parts[2]}S`;
  return [`${parts[0]}`.padStart(4, "0"), ...parts.slice(1).map((part) => `${part}`.padStart(2, "0"))].join(":");
}
