/*
 * A task on a student's page: what is asked, and the field or the buttons that answer it. What has been typed stays while
 * the question is open; what is sent is read by the server, which says so if it cannot.
 */

import { button, element, inline } from "../shared/elements.js";
import { chipped, taskParts } from "./task.js";

const MAX_ANSWER = 400;

export class TaskPanel {
  /** send: gets an answer, {choice} or {text}. */
  constructor(root, labels, send) {
    this.root = root;
    this.labels = labels;
    this.send = send;
  }

  /** task: of the room, or null. mine: what this student has answered, an option or a text; null for nothing. */
  draw(task, mine) {
    this.root.hidden = !task;
    if (!task) return;
    const key = `${task.number} ${task.phase}`;
    if (key !== this.key || task.counts) {
      this.key = key;
      this.number = task.number;
      this.root.dataset.state = task.phase;
      this.root.replaceChildren(...taskParts(task, this.labels, mine));
      if (!task.counts) this.root.append(...(task.ask.field ? this.form(task, mine) : this.choices(task)));
    }
    for (const [number, option] of this.root.querySelectorAll("button.option").entries())
      option.setAttribute("aria-pressed", `${number === mine}`);
    if (this.given && !task.counts) this.given.replaceChildren(...this.told(task, mine));
  }

  /** Why an answer was none. @param {{ question: number, why: import("../shared/elements.js").Sentence }} refused */
  refuse({ question, why }) {
    if (this.number === question) this.wrong?.replaceChildren(...inline(why));
  }

  told(task, mine) {
    if (!task.ask.field || mine === null) return [];
    return [`${this.labels.yours} `, element("code", {}, mine)];
  }

  form({ phase, ask }, mine) {
    const kind = ask.lines ? "textarea" : "input";
    const field = element(kind, {
      maxlength: MAX_ANSWER,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
    });
    field.setAttribute("aria-label", ask.field);
    field.placeholder = ask.field;
    field.value = typeof mine === "string" && !ask.start ? mine : ask.start;
    const send = element("button", {}, this.labels.send);
    this.wrong = element("p", { class: "wrong", role: "alert" });
    this.given = element("p", { class: "yours", role: "status" });
    const form = element("form", {}, field, send);
    for (const one of [field, send]) one.disabled = phase !== "open";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.wrong.textContent = "";
      if (field.value.trim()) this.send({ text: field.value });
    });
    return [form, this.wrong, this.given];
  }

  choices({ phase, ask }) {
    const buttons = ask.options.map(({ label }, choice) => {
      const made = button({ class: "option" }, () => this.send({ choice }), ...chipped(label));
      made.disabled = phase !== "open";
      return made;
    });
    return [element("div", { class: "choices" }, ...buttons)];
  }
}
