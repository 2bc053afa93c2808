/*
 * The bar of the teacher of a live class. Everything is written as text, never as HTML.
 */

import { button, element } from "../shared/elements.js";
import { mounting } from "../shared/streamlit.js";
import { addressFor, offered, present, told, withLead } from "./leading.js";
import { spaced } from "./room_code.js";
import { RoomSocket } from "./room_socket.js";
import { chipped, questionOn, taskOn, taskParts } from "./task.js";

const TOGETHER_MS = 40; // steps of a dragged slider go out together
const GONE_MS = 600; // how long a page without a picture waits for one
const KEEP_MS = 500; // how often the address is looked at
const ASKING_MS = 15_000; // how long the questions of a picture may take to come
const PREDICT = ".st-key-predict_switch input";

const seen = new Set(); // codes that have been on the screen; outlives the bar

class LiveBar {
  place = { view: "", step: 0, asks: false };
  state = null;
  sent = "";
  sentAt = 0;
  askUntil = 0; // a question was asked for, and the picture has none yet

  constructor(parent) {
    this.root = element("section", { class: "live-bar", "data-testid": "live-bar" });
    parent.append(this.root);
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener("tokviz-picture", (event) => this.onPicture(/** @type {CustomEvent} */ (event).detail), {
      signal,
    });
    document.addEventListener("tokviz-reveal", () => this.onReveal(), { signal }); // by a key of the picture
    window.addEventListener("popstate", () => this.showSoon(), { signal });
    window.addEventListener("keydown", (event) => this.onKey(event), { signal, capture: true });
    this.keeping = setInterval(() => this.keepLead(), KEEP_MS);
  }

  unmount() {
    this.listening.abort();
    clearInterval(this.keeping);
    for (const timer of [this.showing, this.waiting]) clearTimeout(timer);
    this.socket?.end();
    this.tellPicture(null);
    this.tellPage(null);
    this.root.remove();
  }

  update({ data: { payload } }) {
    if (payload === this.source) return;
    this.source = payload;
    const before = this.data;
    this.data = JSON.parse(payload);
    this.root.lang = this.data.lang;
    this.build();
    if (before?.code === this.data.code) this.draw();
    else this.connect();
    if (this.data.new && !seen.has(this.data.code)) this.dialog.showModal();
    seen.add(this.data.code);
    document.dispatchEvent(new CustomEvent("tokviz-where"));
    this.showSoon(GONE_MS);
  }

  /** While a dialog is open, keys are its own, wherever the focus is: Escape closes it, and the page behind stays as it is. */
  onKey(event) {
    if (this.dialog?.open || this.picker?.open) event.stopPropagation();
  }

  build() {
    const { code, address, qr, report, labels } = this.data;
    const name = spaced(code);
    this.root.ariaLabel = labels.bar;
    const about = { class: "code", name: "code", title: labels.show };
    this.code = button(about, () => this.dialog.showModal(), name);
    this.students = element("span", { class: "students" });
    this.status = element("span", { class: "status", role: "status" });
    this.buttons = element("span", { class: "buttons" });
    this.report = element("a", { class: "report", href: report }, labels.report);
    this.report.addEventListener("click", (event) => this.openReport(event));
    this.dialog = element(
      "dialog",
      { "aria-label": labels.enter },
      element("p", { class: "enter" }, labels.enter),
      element("p", { class: "address" }, address),
      element("p", { class: "large" }, name),
      element("img", { src: qr, alt: labels.qr }),
      button({ name: "hide" }, () => this.dialog.close(), labels.hide),
    );
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.buildPicker();
    this.task = element("section", { class: "task-card", "data-testid": "task", "aria-label": labels.shown });
    const parts = [this.students, this.status, this.buttons, this.report, this.task, this.dialog, this.picker];
    this.root.replaceChildren(this.code, ...parts);
  }

  /** What a task is to be of; the choice of before stays. */
  buildPicker() {
    const { kinds, levels, labels } = this.data;
    const options = (values) => values.map(({ value, label }) => element("option", { value }, label));
    const kind = element("select", { name: "kind" }, ...options(kinds));
    const level = element("select", { name: "level" }, ...options(levels));
    kind.value = this.picked?.kind ?? "next-merge";
    level.value = this.picked?.level ?? "1";
    const send = element("button", { name: "send" }, labels.ask);
    const leave = button({ name: "hide" }, () => this.picker.close(), labels.hide);
    const form = element(
      "form",
      { method: "dialog" },
      element("label", {}, labels.kind, kind),
      element("label", {}, labels.level, level),
      element("p", { class: "buttons" }, send, leave),
    );
    form.addEventListener("submit", () => {
      this.picked = { kind: kind.value, level: level.value };
      this.show();
      this.socket.send({ do: "task", kind: kind.value, level: Number(level.value), lang: this.data.lang });
    });
    this.picker = element("dialog", { class: "picker", "aria-label": labels.task }, form);
  }

  connect() {
    this.socket?.end();
    this.state = null;
    this.sent = "";
    const { code, key, socket } = this.data;
    this.socket = new RoomSocket(socket, {
      hello: () => ({ do: "lead", room: code, key }),
      hear: (message) => this.hear(message),
      change: (isOpen) => this.onChange(isOpen),
    });
    this.draw();
  }

  onChange(isOpen) {
    if (isOpen && !this.isThere) {
      this.sent = ""; // what was sent before may be lost
      this.showSoon();
    }
    this.isThere = isOpen;
    this.draw();
  }

  hear(message) {
    if (message.refused) this.refused = this.socket.isOver ? "over" : message.refused;
    if (message.state) {
      this.state = message.state;
      this.refused = "";
      this.tellPicture(this.state.question);
    }
    this.draw();
  }

  tellPicture(question) {
    const detail = question && !question.task ? { ...question, given: null } : null;
    document.dispatchEvent(new CustomEvent("tokviz-room", { detail }));
  }

  /** A page that presents has room for a task or for its picture; a picture that is there again measures its room. */
  tellPage(task) {
    const page = document.documentElement;
    if (page.dataset.classTask === task?.phase) return;
    if (task) page.dataset.classTask = task.phase;
    else page.removeAttribute("data-class-task");
    window.dispatchEvent(new Event("resize"));
  }

  // -- What the room is told

  onPicture(place) {
    const isAnother = place.view !== this.place.view;
    this.place = place;
    // One picture goes after another has come, where Streamlit keeps both for a moment: the one that is there says so.
    if (!place.view) document.dispatchEvent(new CustomEvent("tokviz-where"));
    if (isAnother && place.view && this.state) this.tellPicture(this.state.question);
    if (place.asks && performance.now() < this.askUntil) this.ask();
    this.showSoon(place.view ? 0 : GONE_MS);
    this.drawButtons();
  }

  /** At once, unless something has just been sent; after a delay where something else may be coming. */
  showSoon(delay = 0) {
    clearTimeout(this.showing);
    const wait = Math.max(delay, this.sentAt + TOGETHER_MS - performance.now());
    this.showing = setTimeout(() => this.show(), wait);
  }

  show() {
    const isReport = location.pathname === new URL(this.data.report, location.href).pathname;
    if (!this.isThere || isReport) return; // what was shown before stays with the students
    const { view, step } = this.place;
    const message = { do: "show", view, step, address: addressFor(location.pathname, location.search, step) };
    const text = JSON.stringify(message);
    if (text === this.sent) return;
    this.sent = text;
    this.sentAt = performance.now();
    this.socket.send(message);
  }

  /** Ask what the picture asks here; if it does not ask, have it ask first. */
  ask() {
    const { view, step, asks } = this.place;
    if (asks) {
      this.askUntil = 0;
      clearTimeout(this.waiting);
      this.show();
      this.socket.send({ do: "ask", view, step });
      return;
    }
    const predict = /** @type {HTMLInputElement} */ (document.querySelector(PREDICT));
    if (!view || !predict || predict.checked) {
      this.refused = "nothing";
      this.draw();
      return;
    }
    this.askUntil = performance.now() + ASKING_MS;
    predict.click();
    this.waiting = setTimeout(() => {
      this.refused = "nothing";
      this.draw();
    }, ASKING_MS);
  }

  // -- The page

  /** The address has the lead, which the page is given when it is loaded again. */
  keepLead() {
    if (!this.data) return;
    const { code, key } = this.data;
    const search = withLead(location.search, `${code}.${key}`);
    if (search !== null) history.replaceState(history.state, "", location.pathname + search + location.hash);
  }

  /** Open the page through the navigation, which keeps the visit. */
  openReport(event) {
    const path = new URL(this.data.report, location.href).pathname;
    const links = [...document.querySelectorAll("[data-testid=stSidebarNavLink]")];
    const link = /** @type {HTMLAnchorElement[]} */ (links).find((one) => new URL(one.href).pathname === path);
    if (!link) return;
    event.preventDefault();
    link.click();
  }

  draw() {
    const { labels } = this.data;
    const { state } = this;
    this.root.dataset.state = this.isThere ? "there" : "away";
    this.students.textContent = state ? present(state, labels) : "";
    const lost = this.isThere ? "" : labels.again;
    this.status.textContent = labels[this.refused] ?? (lost || (state ? told(state, labels) : ""));
    this.drawTask();
    this.drawButtons();
  }

  drawTask() {
    const task = taskOn(this.state);
    this.task.hidden = !task;
    this.tellPage(task);
    if (!task) return;
    const key = `${task.number} ${task.phase}`;
    if (this.task.dataset.task === key && this.task.childElementCount) return;
    this.task.dataset.task = key;
    this.task.dataset.state = task.phase;
    const choices = task.counts ? [] : task.ask.options.map(({ label }) => element("li", {}, ...chipped(label)));
    this.task.replaceChildren(...taskParts(task, this.data.labels), element("ul", { class: "choices" }, ...choices));
  }

  drawButtons() {
    const names = this.isThere && this.state ? offered(questionOn(this.state)) : [];
    const key = names.join();
    const canAsk = Boolean(this.place.view);
    if (key !== this.shownButtons || this.buttons.childElementCount !== names.length) {
      const had = this.buttons.contains(/** @type {ShadowRoot} */ (this.root.getRootNode()).activeElement);
      this.shownButtons = key;
      this.buttons.replaceChildren(
        ...names.map((name) => button({ name }, () => this.press(name), this.data.labels[name])),
      );
      if (had) /** @type {HTMLElement} */ (this.buttons.firstElementChild)?.focus();
    }
    const ask = /** @type {HTMLButtonElement} */ (this.buttons.querySelector("button[name=ask]"));
    if (ask) ask.disabled = !canAsk;
  }

  onReveal() {
    if (this.isThere && this.state && offered(questionOn(this.state)).includes("reveal")) this.press("reveal");
  }

  press(name) {
    this.refused = "";
    if (name === "ask") this.ask();
    else if (name === "task") this.picker.showModal();
    else if (name === "next") document.dispatchEvent(new CustomEvent("tokviz-onward"));
    else this.socket.send({ do: name === "done" ? "dismiss" : name });
  }
}

export default mounting(LiveBar);
