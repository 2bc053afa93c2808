/**
 * The views below a picture: a row of tabs, and the open one. It is asked for once it is in sight, at each step at which
 * the picture rests, and with each field that is set. What comes is drawn in its place only where it differs.
 */

import { button, element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { dismissible } from "../../shared/terms.js";
import { nodesOf } from "../kinds.js";
import { Shows } from "../shows.js";
import { saveFile } from "./keep.js";

const VIEW_BESIDE = "now"; // the view that is always there, above the tabs
const VIEW_STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export class Views {
  open = "";
  fields = {}; // name -> value, of all views
  asked = 0; // requests so far: only what the last one gives is shown
  isSeen = false;
  listening = new AbortController();

  /** @param {import("./page.js").OwnPage} page @param {[string, string][]} named   name and title of each */
  constructor(page, named) {
    this.page = page;
    this.named = JSON.stringify(named);
    const below = named.filter(([name]) => name !== VIEW_BESIDE);
    this.tabs = below.map(([name, title]) =>
      button({ role: "tab", "data-view": name, "aria-controls": "view" }, () => this.turnTo(name), title),
    );
    const list = element("div", { role: "tablist", class: "views" }, ...this.tabs);
    list.addEventListener("keydown", (event) => this.onKey(event));
    this.now = new ViewPlace(element("div", { class: "now" }));
    this.below = new ViewPlace(element("div", { id: "view", role: "tabpanel", tabindex: 0 }));
    this.root = element("section", { class: "below" }, list, this.below.root);
    if (below.length < named.length) this.root.prepend(this.now.root);
    this.first = below[0][0];
    const linked = page.linkedView();
    this.choose(below.some(([name]) => name === linked) ? linked : this.first);
    this.observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.observer.disconnect();
      this.isSeen = true;
      this.refresh();
    });
    this.observer.observe(this.root);
    dismissible(this.root, this.listening.signal);
  }

  /** Take all away. */
  end() {
    this.asked += 1;
    this.observer.disconnect();
    this.listening.abort();
    this.now.end();
    this.below.end();
    this.root.remove();
  }

  choose(name) {
    this.open = name;
    for (const tab of this.tabs) {
      const isOpen = tab.dataset.view === name;
      tab.ariaSelected = `${isOpen}`;
      tab.tabIndex = isOpen ? 0 : -1;
      tab.id = `view-${tab.dataset.view}`;
    }
    this.below.root.setAttribute("aria-labelledby", `view-${name}`);
  }

  turnTo(name) {
    this.choose(name);
    this.page.note({ view: name === this.first ? "" : name });
    this.ask(name, this.below, this.asked);
  }

  onKey(event) {
    const step = VIEW_STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation(); // the picture would take it for a step
    const place = this.tabs.indexOf(event.target);
    const next = this.tabs[(place + step + this.tabs.length) % this.tabs.length];
    next.focus();
    this.turnTo(next.dataset.view);
  }

  /** Show what belongs to the step in the address. */
  async refresh() {
    if (!this.isSeen) return;
    this.asked += 1;
    const wanted = [this.ask(this.open, this.below, this.asked)];
    if (this.now.root.isConnected) wanted.unshift(this.ask(VIEW_BESIDE, this.now, this.asked));
    await Promise.all(wanted);
  }

  /** Ask for a view. asked: the number of the request, which no other must have followed. */
  async ask(view, place, asked) {
    const { page } = this;
    const isWanted = () => asked === this.asked && (view === VIEW_BESIDE || view === this.open);
    const acts = {
      go: (step) => this.go(step),
      set: (name, value, isLinked) => this.set(name, value, isLinked),
      save: (file) => saveFile(page, "file", { view, fields: this.fields, file }),
      pick: (word) => page.change({ word }),
      light: (texts) => page.picture?.made.first?.player.lightUp(texts),
    };
    try {
      const answer = await page.files.answer(page.request("view", { view, fields: this.fields }), () => undefined);
      if (isWanted()) place.show(answer, acts);
    } catch (/** @type {any} */ error) {
      if (!isWanted() || error.name === "AbortError") return;
      place.show({ ok: false, message: fill(page.data.labels.failed, { why: error.message }) }, acts);
    }
  }

  go(step) {
    this.page.change({ step: `${step}` });
  }

  /** isLinked: whether the field is a parameter of the link, which has its value for all views */
  set(name, value, isLinked = false) {
    if (isLinked) this.page.note({ [name]: value });
    else this.fields = { ...this.fields, [name]: value };
    this.refresh();
  }
}

/** The place of a view. */
class ViewPlace {
  drawn = ""; // the answer that is shown, as JSON
  /** @type {Shows[]} */
  mounted = [];

  constructor(root) {
    this.root = root;
  }

  /** Show an answer; what is shown already stays, with its focus and the step of its picture. */
  show(answer, acts) {
    const text = JSON.stringify(answer);
    if (text === this.drawn) return;
    this.drawn = text;
    const focused = this.root.contains(document.activeElement) ? document.activeElement?.id : "";
    this.end();
    const { ok, shows = [], payloads = [], message = "" } = answer;
    this.root.replaceChildren(...(ok ? [] : [element("p", { class: "error" }, message)]));
    const drawing = { ...acts, mount: (part) => this.mount(part, payloads, acts) };
    for (const show of shows) this.root.append(...nodesOf(show, drawing));
    if (focused) document.getElementById(focused)?.focus();
  }

  /** A place with a picture or a text in rows; a press on a part of the rows sets its field. */
  mount(show, payloads, acts) {
    const place = element("div", { class: show.kind === "picture" ? "word" : "text" });
    const made = new Shows(place, payloads);
    if (show.kind === "rows") {
      made.picked = (kind, number) => acts.set(show.fields[kind], `${number}`, true);
      made.show([{ kind: "text_rows", payload: show.payload, picked: show.picked }]);
    } else made.show([show]);
    this.mounted.push(made);
    return place;
  }

  end() {
    for (const made of this.mounted) made.end();
    this.mounted = [];
  }
}
