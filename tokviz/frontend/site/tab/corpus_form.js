/* The form with the corpus, the algorithm, its convention and the size. What is changed, it tells the page. */

import { counted } from "../../page/counted.js";
import { element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { algorithmOf, changed, exampleOf, openingOf, startOf, stopsOf } from "./link.js";
import { byId } from "./nodes.js";

const TRAINED = ["algorithm", "example", "text", "split", "preset", "stop", "amount", "isChosen", "knobs"];
const option = ([value, label]) => element("option", { value }, label);

/** A line with its codes, which are between backticks, as elements. */
export function withCodes(line) {
  return line.split("`").map((part, place) => (place % 2 ? element("code", {}, part) : part));
}

export class CorpusForm {
  /** What was trained before the text was cleared or replaced. @type {Partial<import("./link.js").State> | null} */
  before = null;

  /** @param {import("./page.js").OwnPage} page */
  constructor(page) {
    this.page = page;
    this.data = page.data;
    this.root = byId("corpus");
    this.text = byId("text");
    this.example = byId("example");
    this.split = byId("split");
    this.start = byId("start");
    this.preset = byId("preset");
    this.stop = byId("stop");
    this.amount = byId("amount");
    this.count = byId("count");
    this.clear = byId("clear");
    this.undo = byId("undo");
    this.line = byId("preset-line");
    this.fields = byId("knob-fields");
    this.text.addEventListener("input", () => this.type());
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      page.train();
    });
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      page.train();
    });
    this.clear.addEventListener("click", () => this.replace({ example: this.data.own, text: "" }));
    this.undo.addEventListener("click", () => this.takeBack());
    this.example.addEventListener("change", () => this.replace({ example: this.example.value }));
    this.split.addEventListener("change", () => this.change({ split: this.split.value }));
    this.start.addEventListener("change", () => page.change({ from: this.start.value, step: "" }));
    this.preset.addEventListener("change", () => this.change({ preset: this.preset.value }));
    this.stop.addEventListener("change", () => this.change({ stop: this.stop.value, isChosen: true }));
    this.amount.addEventListener("change", () => this.change({ amount: Number(this.amount.value), isChosen: true }));
    for (const radio of this.root.querySelectorAll("[name=algorithm]"))
      radio.addEventListener("change", () => this.change({ algorithm: radio.value }));
  }

  /** Show what is set. */
  fill() {
    const { data } = this;
    const { state } = this.page;
    const text = this.textOf(state);
    if (this.text.value !== text) this.text.value = text;
    this.example.value = state.example;
    this.split.value = state.split;
    const isFixed = state.example !== data.own && !exampleOf(data, state).prose;
    const start = this.fillStart(state);
    byId("split-field").hidden = isFixed || start; // the words of a list are what they are
    for (const radio of this.root.querySelectorAll("[name=algorithm]")) radio.checked = radio.value === state.algorithm;
    const algorithm = algorithmOf(data, state);
    const { presets } = algorithm;
    const source = openingOf(data, state).preset === "source" ? [["source", data.labels.source]] : [];
    this.preset.replaceChildren(...[...source, ...presets.map(({ name, label }) => [name, label])].map(option));
    this.preset.value = state.preset;
    const chosen = presets.find(({ name }) => name === state.preset);
    this.line.replaceChildren(...withCodes([algorithm.about, chosen?.line, chosen?.limit].filter(Boolean).join(" ")));
    const stops = stopsOf(data, state);
    this.stop.replaceChildren(...algorithm.stops.filter(([name]) => stops.includes(name)).map(option));
    this.stop.value = state.stop;
    this.amount.hidden = state.stop === "end";
    if (state.amount) this.amount.value = state.amount;
    if (start) for (const id of ["preset-field", "knobs"]) byId(id).hidden = true; // the tokenizer has its own rules
    this.fillKnobs(algorithm, chosen);
    this.tellCount(text);
  }

  textOf(state) {
    if (state.example === this.data.own) return state.text;
    const { labeled, text } = exampleOf(this.data, state);
    return (algorithmOf(this.data, state).byLanguage && labeled) || text;
  }

  /** Offer tokenizers whose training goes on, where it can. Returns whether one is chosen. */
  fillStart(state) {
    const { of, names } = this.data.starts;
    const field = byId("start-field");
    field.hidden ||= state.algorithm !== of;
    const chosen = startOf(this.data, state);
    const known = new Map(names);
    for (const name of [...this.page.files.opened.names, chosen]) if (!known.has(name)) known.set(name, name);
    this.start.replaceChildren(...[...known].map(option));
    this.start.value = chosen;
    return Boolean(chosen) && !field.hidden;
  }

  fillKnobs(algorithm, chosen) {
    const valueIn = (url) => this.page.state.knobs[url] ?? chosen?.knobs[url];
    const known = algorithm.knobs.filter(
      ({ url, unless }) => !chosen || (url in chosen.knobs && !unless.some(([other, idle]) => valueIn(other) === idle)),
    );
    if (!known.length || !chosen) byId("knobs").hidden = true; // rules of a source are no convention that is listed
    if (byId("knobs").hidden) return;
    const fields = known.map((knob) => {
      const input = this.knobField(knob, valueIn(knob.url));
      input.addEventListener("change", () => {
        const now = input.type === "checkbox" ? `${Number(input.checked)}` : input.value;
        const { [knob.url]: _, ...others } = this.page.state.knobs;
        this.change({ knobs: now === chosen.knobs[knob.url] ? others : { ...others, [knob.url]: now } });
      });
      const isFlag = knob.kind === "flag";
      const name = element("span", {}, knob.label);
      return element("label", { class: "field", title: knob.help }, ...(isFlag ? [input, name] : [name, input]));
    });
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.id;
    this.fields.replaceChildren(...fields);
    if (focused?.startsWith("knob-")) byId(focused)?.focus();
  }

  knobField({ kind, url, choices, empty }, value) {
    const id = `knob-${url}`;
    if (kind === "choice") {
      const select = element("select", { id }, ...choices.map(option));
      select.value = value;
      return select;
    }
    if (kind === "flag") {
      const box = element("input", { type: "checkbox", id });
      box.checked = value === "1";
      return box;
    }
    if (kind === "text") return element("input", { id, value, spellcheck: "false", maxlength: 20 });
    if (kind === "numbers") return element("input", { id, value, spellcheck: "false", maxlength: 60 });
    const least = { number: 0, positive: 1, optional: 1, share: 0, decimal: 0.01 }[kind];
    const step = { share: 0.01, decimal: 0.01 }[kind] ?? 1;
    return element("input", { type: "number", id, value, min: least, step, placeholder: empty });
  }

  tellCount(text) {
    const { labels, lang } = this.data;
    const number = new Intl.NumberFormat(lang);
    const { characters } = counted(text);
    this.count.textContent = text ? fill(labels.typed, { characters: number.format(characters) }) : labels.nothing;
    this.clear.hidden = !text;
    this.undo.hidden = !this.before;
  }

  // -- what the visitor does

  type() {
    this.before = null;
    this.take({ example: this.data.own, text: this.text.value }, false);
  }

  /** Another text in the place of one that can be had back. */
  replace(change) {
    const { state, data } = this.page;
    if (this.textOf(state).trim()) this.before = Object.fromEntries(TRAINED.map((name) => [name, state[name]]));
    this.take(change, change.example !== data.own);
    if (change.text === "") this.text.focus();
  }

  takeBack() {
    const { before } = this;
    this.before = null;
    this.page.take({ ...this.page.state, ...before }, false);
    this.text.focus();
  }

  change(change) {
    this.take(change, true);
  }

  take(change, isReady) {
    this.page.take(changed(this.data, this.page.state, change), isReady);
  }
}
