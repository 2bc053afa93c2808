/**
 * Practice, as the app has it at `/practice`: tasks out of a series, each with hints, a verdict, and the picture of what
 * the algorithm does. The tab's Python asks, judges and counts; a link has the place in the series and the points. The
 * browser keeps both, and what was done about the task, beyond the visit: nothing of it leaves the browser.
 *
 * @typedef {{ query: Record<string, string>, attempt: object | null }} Kept
 */

import mountPairChoice from "../../practice/pair_choice.js";
import { questionNode, verdictNode } from "../../practice/sheet.js";
import { keepIn, lastingStore, readAllFrom } from "../../shared/browser_store.js";
import { button, element } from "../../shared/elements.js";
import { styledRoot } from "../../shared/styled_root.js";
import { Shows } from "../shows.js";
import { resumed } from "./link.js";
import { byId } from "./nodes.js";

const PRACTICE_KEPT_AS = "tokviz-practice";
const SEED_BYTES = 3;
const CORPUS_KIND = "find-corpus"; // the one with challenges

export class Practice {
  store = lastingStore();
  isMoving = false; // whether the focus goes to the task that comes
  end = () => undefined; // take away what is mounted of a task

  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    this.page = page;
    this.data = page.data.practice;
    const { query, attempt } = readAllFrom(this.store, PRACTICE_KEPT_AS);
    /** @type {Kept} */
    this.kept = { query: textsOf(query), attempt: attempt ?? null };
    this.controls = byId("practice-controls");
    this.topics = byId("topics-label");
    this.root = byId("practice");
    this.controls.addEventListener("submit", (event) => event.preventDefault());
    this.controls.addEventListener("change", ({ target }) => this.onChange(target));
    byId("new-set").addEventListener("click", () => this.choose({ seed: newSeed() }));
  }

  // -- what is asked

  /** Show a link's series in the fields. */
  fill(query) {
    this.query = resumed(query, this.kept.query);
    const { kinds, level, seed, challenge } = { ...this.data.usual, ...this.query };
    const chosen = kinds.split(",");
    for (const box of this.boxes) box.checked = chosen.includes(box.value);
    for (const one of this.controls.querySelectorAll("[name=level]")) one.checked = one.value === level;
    byId("seed").value = seed;
    byId("challenge").value = challenge;
    byId("challenge-field").hidden = kinds !== CORPUS_KIND;
  }

  get boxes() {
    return [...this.controls.querySelectorAll("[name=kind]")];
  }

  onChange(field) {
    const chosen = this.boxes.filter(({ checked }) => checked).map(({ value }) => value);
    if (!chosen.length)
      field.checked = true; // the last topic stays
    else if (field.name === "kind") this.choose({ kinds: chosen.join(), challenge: "" });
    else this.choose({ [field.name]: field.value.trim() });
  }

  /** Begin another series with its first task; the points stay. An empty value takes a parameter out. */
  choose(parameters) {
    const query = { ...this.query, ...parameters, number: "" };
    const { usual } = this.data;
    const isSaid = ([name, value]) => value !== "" && value !== usual[name];
    this.turnTo(Object.fromEntries(Object.entries(query).filter(isSaid)));
  }

  /** Begin the series anew, without points. */
  restart() {
    const { number, score, ...series } = this.query;
    this.goOn(series);
  }

  /** Ask another task of the series, and have the focus go there. */
  goOn(query) {
    this.isMoving = true;
    this.turnTo(query);
  }

  /** Ask the task that a query string names. */
  turnTo(query) {
    const { page } = this;
    this.keep(query, null);
    page.take({ ...page.state, run: true, more: { ...page.state.more, practice: query } }, true);
  }

  /** The query string that the page shows. */
  get query() {
    return this.page.state.more.practice ?? {};
  }

  set query(query) {
    const { state } = this.page;
    this.page.state = { ...state, more: { ...state.more, practice: query } };
  }

  keep(query, attempt) {
    this.kept = { query, attempt };
    keepIn(this.store, PRACTICE_KEPT_AS, this.kept);
  }

  /** Show the task, after what the visitor does about it: an answer, a pair, a hint, or to see an example. */
  async ask(act = null) {
    const { page } = this;
    page.clear(); // what was trained has no place beside it
    const made = await page.ask({ ...page.request("practice"), attempt: this.kept.attempt, act });
    this.root.hidden = !made;
    if (!made) return;
    this.query = Object.fromEntries(new URLSearchParams(made.query));
    this.keep(this.query, made.attempt);
    page.write();
    this.show(made);
    if (act || this.isMoving) this.moveFocus(made);
    this.isMoving = false;
  }

  // -- what is shown

  show(made) {
    const { verdict, question, field, choice, shows, payloads, explained, notes, views } = made;
    this.end();
    this.end = () => undefined;
    this.topics.textContent = made.topics;
    document.title = made.title;
    this.page.tellNotes(notes);
    const told = element("div", { role: "status" }, ...(verdict ? [verdictNode(verdict)] : []));
    const nodes = [this.row(made), questionNode(question)];
    if (choice) nodes.push(this.words(choice));
    if (field) nodes.push(this.form(field));
    nodes.push(told);
    if (shows.length) {
      const place = element("div", { class: "picture" });
      nodes.push(place, questionNode(explained));
      const picture = new Shows(place, payloads);
      picture.show(shows);
      this.end = () => picture.end();
    }
    this.root.replaceChildren(...nodes);
    this.page.showViews(views);
  }

  /** The row above the task: its name, the points, and the way on, which is at one place. */
  row({ heading, score, onward, next, attempt, is_begun }) {
    const { labels } = this.data;
    const then = Object.fromEntries(new URLSearchParams(next));
    this.next = button({ class: attempt.is_over ? "main" : "", name: "next" }, () => this.goOn(then), onward);
    this.next.disabled = !attempt.is_over;
    const row = element("div", { class: "bar" }, element("strong", {}, heading));
    row.append(element("span", { class: "note" }, score));
    if (is_begun) row.append(button({ class: "quiet", name: "restart" }, () => this.restart(), labels.restart));
    row.append(this.next);
    return row;
  }

  /** Words on which a pair is chosen. */
  words(choice) {
    const host = element("div", { class: "pair_choice" });
    const { root } = styledRoot(host, "../pair_choice.css");
    const setStateValue = (_name, pair) => this.ask({ pair });
    this.end = mountPairChoice({ data: choice, parentElement: root, setStateValue });
    return host;
  }

  form({ label, help, place, text, is_long, choices, hint, has_example }) {
    const { labels } = this.data;
    const check = button({ class: "main", name: "check", type: "submit" }, () => undefined, labels.check);
    const form = element("form", { class: "answering", autocomplete: "off" });
    if (choices.length) form.append(choiceNode(label, choices));
    else {
      const about = { name: "answer", placeholder: place, maxlength: this.data.most, spellcheck: "false" };
      const input = element(is_long ? "textarea" : "input", { ...about, ...(is_long ? { rows: 5 } : {}) });
      input.value = text;
      const named = element("label", { class: "field" }, element("span", help ? { title: help } : {}, label), input);
      form.append(named);
    }
    form.append(check);
    if (hint) form.append(button({ name: "hint", title: hint }, () => this.ask({ hint: true }), labels.hint));
    if (has_example) form.append(button({ name: "example" }, () => this.ask({ example: true }), labels.example));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const answer = `${new FormData(form).get("answer") ?? ""}`;
      if (answer.trim()) this.ask({ answer });
    });
    return form;
  }

  /** On with the way on once a task is over, else with what an answer goes into. */
  moveFocus({ attempt }) {
    const words = this.root.querySelector(".pair_choice")?.shadowRoot.querySelector("button");
    const field = this.root.querySelector("form input, form textarea");
    if (attempt.is_over) this.next.focus();
    else (words ?? field)?.focus();
  }
}

function choiceNode(label, choices) {
  const options = choices.map(([value, name]) =>
    element(
      "label",
      {},
      element("input", { type: "radio", name: "answer", value, required: "" }),
      element("span", {}, name),
    ),
  );
  return element("fieldset", { class: "choice" }, element("legend", {}, label), ...options);
}

/** The texts of what may be anything, by their names. @returns {Record<string, string>} */
function textsOf(known) {
  return Object.fromEntries(Object.entries(known ?? {}).filter(([, value]) => typeof value === "string"));
}

/** A seed that nobody has chosen. */
function newSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
