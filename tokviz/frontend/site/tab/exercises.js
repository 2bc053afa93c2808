/**
 * Exercises on the visitor's own training: one at a time, of a kind that fits the algorithm. The tab's Python asks and
 * judges; here the question is shown as in a lesson.
 *
 * A request has `kind` "task" with `task` (the kind of exercise) and `number`, or "check" with the same and `answers`,
 * all that was answered so far (null: show what is right). Both are answered with `ask`, as `lessons/asks.js` has it.
 */

import { AskList } from "../../lessons/asks.js";
import { keepIn, readAllFrom } from "../../shared/browser_store.js";
import { button, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { algorithmOf } from "./link.js";
import { byId } from "./nodes.js";

const SCORE = "-score"; // behind the name of what the visit keeps
const DONE = new Set(["right", "wrong", "shown", "broken"]);

export class Exercises {
  /** @type {(string | null)[]} */
  answers = [];
  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    this.page = page;
    const { right, asked } = readAllFrom(page.store, `${page.data.kept}${SCORE}`);
    const isKept = Number.isInteger(right) && Number.isInteger(asked);
    this.right = isKept ? right : 0;
    this.asked = isKept ? asked : 0;
    this.root = byId("exercises");
    this.exercise = byId("exercise");
    this.exercise.addEventListener("change", () => this.turnTo({ kind: this.exercise.value, number: 1 }));
    this.list = new AskList((_place, text) => this.answer(text));
    this.next = button({ class: "main", name: "next" }, () => this.goOn(), page.data.labels.next);
    this.score = element("p", { class: "note" });
    this.none = element("p", { class: "note" }, page.data.labels.no_exercise);
    this.root.append(this.none, this.list.root, this.next, this.score);
    this.next.hidden = true;
  }

  fill() {
    const { state } = this.page;
    const { exercises } = algorithmOf(this.page.data, state);
    const kinds = exercises.map(([kind]) => kind);
    this.none.hidden = kinds.length > 0;
    this.exercise.closest(".field").hidden = !kinds.length;
    this.place = kinds.includes(state.exercise?.kind) ? state.exercise : { kind: kinds[0], number: 1 };
    this.exercise.replaceChildren(...exercises.map(([value, label]) => element("option", { value }, label)));
    this.exercise.value = this.place.kind;
  }

  turnTo(exercise) {
    this.page.take({ ...this.page.state, exercise }, true);
  }

  goOn() {
    this.turnTo({ ...this.place, number: this.place.number + 1 });
  }

  /** Ask the task that is set. */
  async ask() {
    this.answers = [];
    const { kind: task, number } = this.place;
    if (!task) {
      for (const node of [this.list.root, this.next]) node.hidden = true; // of the algorithm before this one
      return;
    }
    const made = await this.page.ask(this.page.request("task", { task, number }));
    this.list.root.hidden = !made;
    this.next.hidden = true;
    if (made) this.show(made);
  }

  async answer(text) {
    this.answers.push(text);
    const { kind: task, number } = this.place;
    const made = await this.page.ask(this.page.request("check", { task, number, answers: this.answers }));
    if (!made) {
      this.answers.pop();
      return;
    }
    if (made.ask.state === "unreadable") this.answers.pop();
    if (DONE.has(made.ask.state)) {
      this.asked += 1;
      this.right += Number(made.ask.state === "right" && this.answers.length === 1);
      keepIn(this.page.store, `${this.page.data.kept}${SCORE}`, { right: this.right, asked: this.asked });
    }
    this.show(made);
    if (DONE.has(made.ask.state)) this.next.focus();
  }

  show({ ask }) {
    const { labels } = this.page.data;
    const card = `${this.place.kind} ${this.place.number}`;
    this.list.draw({ asks: [ask], labels: labels.asks, lesson: "own", card, visit: card });
    this.next.hidden = !DONE.has(ask.state);
    const { right, asked } = this;
    this.score.textContent = asked ? fill(labels.asks.score, { right, asked }) : "";
  }
}
