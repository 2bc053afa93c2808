/**
 * A platform that speaks xAPI: the link that opens the lesson says where statements go and about whom they are. Without
 * that nothing is sent. The same place keeps what the lesson kept, as a state document.
 *
 * @typedef {import("./store.js").Report} Report
 * @typedef {{ activity: string, titles: string[], title: string, lang: string }} Lesson
 *
 * @typedef {object} Launch
 * @property {string} endpoint        with a slash at its end
 * @property {string} auth            what is sent as Authorization
 * @property {object} actor
 * @property {string} registration    empty for none
 * @property {string} activity        empty for that of the lesson
 */

import { timeOf } from "./scorm.js";

const VERBS = "http://adlnet.gov/expapi/verbs/";
const TYPES = "http://adlnet.gov/expapi/activities/";
const STATE = "tokviz";
const WEB_ADDRESS = /^https?:\/\//u;
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})/u;

/** What the link that opens the lesson says; null where it says too little. @returns {Launch | null} */
export function launchOf(/** @type {string} */ search) {
  const query = new URLSearchParams(search);
  const [endpoint, auth, actor] = ["endpoint", "auth", "actor"].map((name) => query.get(name) ?? "");
  if (!(WEB_ADDRESS.test(endpoint) && auth)) return null;
  const known = actorOf(actor);
  if (!known) return null;
  return {
    endpoint: endpoint.endsWith("/") ? endpoint : `${endpoint}/`,
    auth,
    actor: known,
    registration: query.get("registration") ?? "",
    activity: query.get("activity_id") ?? "",
  };
}

function actorOf(text) {
  try {
    const actor = JSON.parse(text);
    return actor && typeof actor === "object" && !Array.isArray(actor) ? actor : null;
  } catch {
    return null;
  }
}

export class Xapi {
  most = 64_000; // characters of what is kept
  /** @type {Report | null} */
  before = null;
  /** @type {object[]} statements that were not taken yet */
  waiting = [];

  /** @param {Launch} launch @param {Lesson} lesson */
  constructor(launch, lesson, send = /** @type {any} */ (globalThis.fetch?.bind(globalThis)), now = Date.now) {
    this.launch = launch;
    this.lesson = { ...lesson, activity: launch.activity || lesson.activity };
    this.send = send;
    this.now = now;
    this.begun = now();
  }

  /** What was kept. */
  async begin() {
    try {
      const answer = await this.send(this.stateAddress, { headers: this.headers });
      return answer.ok ? await answer.text() : "";
    } catch {
      return "";
    }
  }

  /** Tell what is new, keep the text, and tell whether the platform took it. @param {Report} report */
  async keep(report, text) {
    this.waiting.push(...statementsOf(this.before, report, this.lesson).map((made) => this.signed(made)));
    this.before = report;
    const sent = this.waiting;
    this.waiting = [];
    const taken = await Promise.all([
      sent.length ? this.put("POST", `${this.launch.endpoint}statements`, JSON.stringify(sent)) : true,
      this.put("PUT", this.stateAddress, text),
    ]);
    if (!taken[0]) this.waiting.unshift(...sent); // again with the next: a statement is known by its id
    return taken.every(Boolean);
  }

  /** The beginning of a visit: what was told before is not told again. @param {Report} report */
  resume(report) {
    this.before = report;
  }

  end() {
    // Everything was sent as it came.
  }

  signed(statement) {
    const { actor, registration } = this.launch;
    const { context, result, ...others } = statement;
    const time = new Date(this.now()).toISOString();
    const about = {
      platform: "tokviz",
      language: this.lesson.lang,
      ...context,
      ...(registration ? { registration } : {}),
    };
    const duration = timeOf("2004", this.now() - this.begun);
    const found = result?.completion ? { ...result, duration } : result;
    return { id: newId(), actor, ...others, ...(found ? { result: found } : {}), context: about, timestamp: time };
  }

  get headers() {
    return { Authorization: this.launch.auth, "X-Experience-API-Version": "1.0.3", "Content-Type": "application/json" };
  }

  get stateAddress() {
    const { endpoint, actor, registration } = this.launch;
    const query = { activityId: this.lesson.activity, agent: JSON.stringify(actor), stateId: STATE };
    return `${endpoint}activities/state?${new URLSearchParams({ ...query, ...(registration ? { registration } : {}) })}`;
  }

  async put(method, address, body) {
    try {
      return (await this.send(address, { method, headers: this.headers, body, keepalive: true })).ok;
    } catch {
      return false;
    }
  }
}

/**
 * What is new in a report: a card that was reached, first answers, and that the lesson is done.
 *
 * @param {Report | null} before @param {Report} after @param {Lesson} lesson
 */
export function statementsOf(before, after, { activity, titles, title, lang }) {
  const context = { contextActivities: { parent: [{ id: activity }] } };
  const lesson = activityOf(activity, "lesson", title, lang);
  const made = [];
  if (after.card !== before?.card) {
    const card = activityOf(`${activity}/card/${after.card}`, "module", titles[after.card - 1], lang);
    made.push({ verb: verbOf("experienced"), object: card, context });
  }
  for (const [name, { isRight, text }] of after.given) {
    if (before?.given.has(name)) continue;
    const [card, place] = name.split(" ").map(Number);
    const question = activityOf(`${activity}/card/${card}/question/${place + 1}`, "question", titles[card - 1], lang);
    const result = { success: isRight, response: text, score: { scaled: Number(isRight) } };
    made.push({ verb: verbOf("answered"), object: question, result, context });
  }
  if (after.isDone && !before?.isDone) {
    const { right, asked } = after;
    const score = asked ? { score: { scaled: right / asked, raw: right, min: 0, max: asked } } : {};
    made.push({ verb: verbOf("completed"), object: lesson, result: { completion: true, ...score } });
  }
  return made;
}

const verbOf = (name) => ({ id: `${VERBS}${name}`, display: { "en-US": name } });

const activityOf = (id, type, name, lang) => ({
  objectType: "Activity",
  id,
  definition: { type: `${TYPES}${type}`, name: { [lang]: name } },
});

/** A random UUID; `crypto.randomUUID` is there over https only. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(UUID_PARTS, "$1-$2-$3-$4-");
}
