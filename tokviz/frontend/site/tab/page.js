/**
 * The page where visitors train on their own text, in the browser: the form, the tabs, and what a request to the tab's
 * Python gives. The address says at any time what is shown.
 *
 * @typedef {object} Tab    what runs Python, in a worker
 * @property {(request: object, onPhase: (now: any) => void) => Promise<any>} answer
 * @property {() => void} cancel
 * @property {boolean} isWarm
 */

import { wordsOf } from "../../page/counted.js";
import { keepIn, readFrom, visitStore } from "../../shared/browser_store.js";
import { element } from "../../shared/elements.js";
import { fill } from "../../shared/templates.js";
import { Shows } from "../shows.js";
import {
  BytesControls,
  ChatControls,
  CompareControls,
  EncodeControls,
  TokenizersControls,
  VocabularyControls,
  WhyControls,
} from "./controls.js";
import { CorpusForm } from "./corpus_form.js";
import { Exercises } from "./exercises.js";
import { TokenizerFiles } from "./files.js";
import { KeepList } from "./keep.js";
import {
  algorithmOf,
  appLink,
  changed,
  exampleOf,
  isApplicable,
  isTooLong,
  linkOf,
  pageOf,
  queryOf,
  read,
  WITHOUT_CORPUS,
  withMore,
} from "./link.js";
import { byId } from "./nodes.js";
import { Practice } from "./practice.js";
import { Progress } from "./progress.js";
import { Views } from "./views.js";

const ASIDE_TABS = new Set(["exercises", "practice", "keep"]); // which draw what they have themselves
const ASKING_TABS = new Set(["training", "apply", "compare"]);
const NEAR = 3; // steps from the last frame that is there: time to get others
const SAMPLE_WORDS = 8;
const SAMPLE_CHARS = 200;
const HEADINGS = /^[ \t]*\[[^[\]\n]{1,40}\][ \t]*$/gmu; // lines that begin a language
const TAB_STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * What the address says. It is after `#`, which no server hears of, since the visitor's text is in it; a link of the
 * app, or from a lesson, may have it after `?`.
 */
function here() {
  return new URLSearchParams(location.hash.length > 1 ? location.hash.slice(1) : location.search);
}

export class OwnPage {
  runs = 0; // requests so far: only what the last one gives is shown
  /** @type {{ remove: () => void, made: Shows, steps: { first: number, last: number, total: number, least?: number, name?: string } | null, extendedAt?: number } | null} */
  picture = null;

  /** @type {Views | null} */
  views = null;

  /** @param {Tab} tab */
  constructor(data, tab) {
    this.data = data;
    this.tab = tab;
    this.store = visitStore();
    this.state = read(here(), data, readFrom(this.store, data.kept));
    this.form = new CorpusForm(this);
    this.controls = {
      apply: new EncodeControls(this),
      compare: new CompareControls(this),
      bytes: new BytesControls(this),
      tokenizers: new TokenizersControls(this),
      vocabulary: new VocabularyControls(this),
      why: new WhyControls(this),
      chat: new ChatControls(this),
      practice: new Practice(this),
    };
    this.exercises = new Exercises(this);
    this.keep = new KeepList(this);
    this.files = new TokenizerFiles(this);
    const progress = { root: byId("progress"), bar: byId("progress-bar"), text: byId("phase") };
    this.progress = new Progress(progress, data.labels, data.lang);
    this.error = byId("error");
    this.fields = {
      corpus: { input: byId("text"), said: byId("corpus-error") },
      amount: { input: byId("amount"), said: byId("amount-error") },
    };
    this.title = byId("title");
    this.shows = byId("shows");
    this.about = byId("about");
    this.settings = byId("settings");
    this.onward = byId("onward");
    this.said = byId("said");
    this.notes = byId("notes");
    this.predict = byId("predict");
    this.tabs = [...document.querySelectorAll("[role=tab]")];
    this.listen();
  }

  listen() {
    window.addEventListener("hashchange", () => this.take(read(here(), this.data, this.state), true)); // by hand
    byId("begin").addEventListener("click", () => this.train());
    byId("cancel").addEventListener("click", () => this.cancel());
    byId("copy").addEventListener("click", () => this.copy());
    this.predict.addEventListener("change", () => this.take({ ...this.state, predict: this.predict.checked }, true));
    for (const node of this.tabs) {
      node.addEventListener("click", () => this.turnTo(node.dataset.tab));
      node.addEventListener("keydown", (event) => this.onTabKey(event, node));
    }
  }

  /** Show what the address says; a link of something that was trained trains it. */
  open() {
    const { dataset } = document.documentElement;
    const { pressed } = dataset;
    dataset.ready = "";
    const typed = this.form.text.value; // before this script was there
    if (typed) this.state = changed(this.data, this.state, { example: this.data.own, text: typed });
    this.draw();
    this.write();
    if (pressed) this.train();
    else if (this.state.run) this.run();
  }

  // -- the state

  /** Take another state. isReady: whether it may be trained at once, where something was trained already. */
  take(state, isReady) {
    const isOther = queryOf(this.data, state).toString() !== queryOf(this.data, this.state).toString();
    this.state = state;
    this.draw();
    this.write();
    if (isReady && state.run) this.run();
    else if (isOther && state.run) this.tellStale();
  }

  /** Take parameters of the page that is shown; an empty value takes one out. */
  change(parameters) {
    this.take(withMore(this.data, this.state, parameters), true);
  }

  /** Have parameters in the link that change nothing of the picture. */
  note(parameters) {
    this.state = withMore(this.data, this.state, parameters);
    this.write();
  }

  /** The picture is of what was trained, and the text is another one by now. */
  tellStale() {
    byId("work").classList.add("stale");
    this.said.textContent = this.data.labels.stale;
  }

  /** The view that the link opens below the picture; none for the first. */
  linkedView() {
    return this.state.more[pageOf(this.data, this.state)]?.view;
  }

  write() {
    const { data, state } = this;
    const link = linkOf(data, state);
    try {
      history.replaceState(history.state, "", `${location.pathname}#${link}`);
    } catch {
      // A browser that allows no other address for a file: the visit keeps the state all the same.
    }
    keepIn(this.store, data.kept, state);
    for (const other of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[hreflang]")))
      other.hash = `${link}`;
    const inApp = byId("in-app");
    if (inApp) inApp.href = appLink(data, state);
    byId("too-long").textContent = isTooLong(data, state) ? data.labels.not_in_link : "";
  }

  turnTo(tab) {
    if (tab === this.state.tab) return;
    const step = this.picture?.made.picture?.dataset.step; // it may not rest there yet
    if (step) this.state = withMore(this.data, this.state, { [this.counted]: step === "0" ? "" : step });
    this.take({ ...this.state, tab }, true);
  }

  onTabKey(event, node) {
    const step = TAB_STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation(); // the picture would take it for a step
    const shown = this.tabs.filter((tab) => !tab.hidden);
    const next = shown.at((shown.indexOf(node) + step) % shown.length);
    next.focus();
    this.turnTo(next.dataset.tab);
  }

  // -- what is on the page

  draw() {
    const { data, state } = this;
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-for]")))
      node.hidden = !node.dataset.for.split(" ").includes(state.tab);
    this.form.fill(); // which hides some of the rest
    for (const node of this.tabs) {
      const isChosen = node.dataset.tab === state.tab;
      node.ariaSelected = `${isChosen}`;
      node.tabIndex = isChosen ? 0 : -1;
      if (isChosen) byId("panel").setAttribute("aria-labelledby", node.id);
    }
    const algorithm = algorithmOf(data, state);
    const { apply } = algorithm;
    byId("tab-apply").hidden = !isApplicable(algorithm);
    byId("tab-apply").textContent = apply.do === "lattice" ? data.labels.lattice : data.labels.encode;
    this.predict.checked = state.predict;
    document.body.dataset.tab = state.tab;
    this.fillControls();
    if (!state.run) this.invite();
  }

  fillControls() {
    const { state } = this;
    this.controls[state.tab]?.fill(state.more[pageOf(this.data, state)] ?? {}, this.sampleText());
    if (state.tab === "exercises") this.exercises.fill();
    if (state.tab === "keep") this.keep.fill();
  }

  /** Nothing was trained yet. */
  invite() {
    byId("invitation").hidden = this.state.run;
    for (const node of [this.title, this.about, this.onward]) node.hidden = true;
    this.picture?.remove();
    this.showViews([]);
  }

  /** The text that a tokenizer is applied to, where none is typed: that of the example, or words of the own text. */
  sampleText() {
    const { data, state } = this;
    if (WITHOUT_CORPUS.has(state.tab)) return "";
    const known = exampleOf(data, state);
    if (known) return state.tab === "compare" ? known.compared.text : known.openings[state.algorithm].text;
    const { byLanguage } = algorithmOf(data, state);
    const text = byLanguage ? state.text.replaceAll(HEADINGS, "") : state.text;
    return [...new Set(wordsOf(text))].slice(0, SAMPLE_WORDS).join(" ").slice(0, SAMPLE_CHARS);
  }

  /** The state with the text that its fields show: a request says what a link may leave out. */
  complete(state) {
    const { data } = this;
    const page = pageOf(data, state);
    const query = state.more[page] ?? {};
    if (state.tab === "bytes" && !(query.text || query.preset)) {
      return withMore(data, state, { preset: data.own, text: state.text.slice(0, SAMPLE_CHARS) || data.text });
    }
    const isOwn = state.example === data.own && (state.tab === "apply" || state.tab === "compare");
    return isOwn && !query.text ? withMore(data, state, { text: this.sampleText() }) : state;
  }

  // -- asking

  train() {
    this.state = { ...this.state, run: true };
    this.run({ isAsked: true });
  }

  /** The request for what the page is set to. */
  request(kind, more = {}) {
    const { data, state } = this;
    const page = pageOf(data, state);
    const asks = state.predict && ASKING_TABS.has(state.tab);
    return { kind, page, query: `${queryOf(data, state)}`, lang: data.lang, asks, ...more };
  }

  /** Ask for what the tab shows. isAsked: by the button, after which the focus goes on with the picture. */
  async run({ isAsked = false } = {}) {
    if (!this.isWhole()) {
      this.state = { ...this.state, run: false };
      this.write();
      return;
    }
    this.state = this.complete(this.state);
    this.fillControls();
    this.write();
    byId("invitation").hidden = true;
    const { tab } = this.state;
    if (tab === "exercises") await this.exercises.ask();
    if (tab === "practice") await this.controls.practice.ask();
    if (ASIDE_TABS.has(tab)) return;
    const answer = await this.ask(this.request("picture"), isAsked);
    if (!answer) return;
    await this.show(answer);
    if (isAsked) this.goOn();
  }

  /**
   * What the tab answers; null where another request came after it, or none could be had, which is said. isAsked: by the
   * button, after which the focus goes to the field with a mistake. refuse: says why a request has no answer.
   *
   * @param {object} request
   */
  async ask(
    request,
    isAsked = false,
    refuse = ({ message, field }) => {
      this.refuse(message, field, isAsked);
    },
  ) {
    this.runs += 1;
    const number = this.runs;
    this.error.textContent = "";
    this.said.textContent = "";
    this.progress.begin();
    this.shows.ariaBusy = "true";
    byId("work").classList.remove("stale");
    try {
      const answer = await this.files.answer(request, (now) => number === this.runs && this.progress.tell(now));
      if (number !== this.runs) return null;
      if (answer.ok) return answer;
      refuse(answer);
    } catch (/** @type {any} */ error) {
      if (number !== this.runs) return null;
      if (error.name === "AbortError") this.said.textContent = this.data.labels.canceled;
      else this.refuse(fill(this.data.labels.failed, { why: error.message }));
    } finally {
      if (number === this.runs) {
        this.progress.end();
        this.shows.ariaBusy = "false";
      }
    }
    return null;
  }

  /** Say what is wrong, at its field or in the place of a picture that would be of something else. */
  refuse(message, field = "", hasFocus = false) {
    const { input, said } = this.fields[field] ?? {};
    const isThere = Boolean(input?.getClientRects().length);
    if (isThere) {
      said.textContent = message;
      input.ariaInvalid = "true";
      if (hasFocus) input.focus();
    } else this.error.textContent = message;
    this.clear();
    this.showViews([]);
  }

  /** Take away the picture and what is said of it. */
  clear() {
    for (const node of [this.title, this.about, this.onward]) node.hidden = true;
    this.picture?.remove();
    this.notes.replaceChildren();
  }

  cancel() {
    this.tab.cancel();
    const [begin] = [byId("train"), byId(`tab-${this.state.tab}`)].filter((node) => node.getClientRects().length);
    begin.focus();
  }

  /** Whether there is something to train on; what is missing is said at its field. */
  isWhole() {
    const { data, state } = this;
    const problem = byId("corpus-error");
    const characters = [...state.text].length;
    const number = new Intl.NumberFormat(data.lang);
    const said = (key, values = {}) => fill(data.labels[key], values);
    const isAside = WITHOUT_CORPUS.has(state.tab);
    const isOwn = state.example === data.own && !isAside;
    const input = byId("text");
    let message = "";
    if (isOwn && !state.text.trim()) message = said("empty");
    else if (isOwn && characters > data.most.corpus)
      message = said("long", { n: number.format(characters), most: number.format(data.most.corpus) });
    problem.textContent = message;
    input.ariaInvalid = `${Boolean(message)}`;
    if (message) {
      input.focus();
      return false;
    }
    const isSize = state.stop === "end" || state.tab === "compare" || isAside;
    const isRight = isSize || (Number.isInteger(state.amount) && state.amount > 0 && state.amount <= data.most.steps);
    byId("amount-error").textContent = isRight ? "" : said("amount", { most: number.format(data.most.steps) });
    byId("amount").ariaInvalid = `${!isRight}`;
    if (!isRight) byId("amount").focus();
    return isRight;
  }

  // -- showing

  async show({ shows, payloads, title, settings, notes = [], links = [], words, steps = null, views = [] }) {
    const number = this.runs;
    const place = element("div", { class: "picture" });
    const made = new Shows(place, payloads);
    made.heard = (step) => this.hear(step);
    this.shows.append(place); // over the one that was there, which stays until this one is drawn
    await made.show(shows);
    if (number !== this.runs) {
      made.end();
      place.remove();
      return;
    }
    this.picture?.remove();
    this.picture = {
      made,
      steps,
      remove: () => {
        made.end();
        place.remove();
        this.picture = null;
      },
    };
    this.title.textContent = title;
    this.title.hidden = false;
    document.title = title;
    this.tellNotes(notes);
    this.tellSettings(settings);
    this.about.hidden = !settings.length;
    this.showLinks(links);
    this.showViews(views);
    this.controls[this.state.tab]?.offer?.(words ?? []);
  }

  /** Show these views below the picture; where there are the same already, only what they say. */
  showViews(named) {
    if (this.views?.named !== JSON.stringify(named)) {
      this.views?.end();
      this.views = named.length ? new Views(this, named) : null;
      if (this.views) byId("below").append(this.views.root);
    }
    this.views?.refresh();
  }

  showLinks(links) {
    const nodes = links.map(({ page, query, label }) => {
      const link = element("a", { href: `#page=${page}&${query}` }, label);
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const there = new URLSearchParams(`page=${page}&${query}`);
        this.take(read(there, this.data, this.state), true);
        byId(`tab-${this.state.tab}`).focus();
      });
      return link;
    });
    this.onward.replaceChildren(element("span", { class: "note" }, this.onward.ariaLabel), ...nodes);
    this.onward.hidden = !nodes.length;
  }

  /** The parameter of a link that says where the picture is: a step, or the size that a comparison is at. */
  get counted() {
    return this.picture?.steps?.name ?? "step";
  }

  /** The picture rests at a step, which a link then says. It has the frames around it, and gets others in time. */
  hear(step) {
    this.note({ [this.counted]: step ? `${step}` : "" });
    const { picture } = this;
    this.views?.refresh();
    if (!picture?.steps || picture.extendedAt === step) return;
    const { first, last, total, least = 0 } = picture.steps;
    const isAtEdge = (step > last - NEAR && last < total) || (step < first + NEAR && first > least);
    const isSize = this.counted === "size";
    if (isSize) this.draw(); // its field has the size
    if (isAtEdge || isSize) this.extend(picture, step, isAtEdge);
  }

  /** Hand the picture the frames around a step, and show what is beside it at its size. */
  async extend(picture, step, isAtEdge) {
    picture.extendedAt = step;
    const answer = await this.ask(this.request("picture"));
    if (!answer || this.picture !== picture) return;
    picture.steps = answer.steps;
    if (isAtEdge) picture.made.extend(answer.shows[0], answer.payloads);
    else picture.made.follow(answer.shows, answer.payloads);
    this.tellNotes(answer.notes);
    this.tellSettings(answer.settings);
  }

  tellNotes(notes) {
    this.notes.replaceChildren(...notes.map((note) => element("p", {}, note)));
  }

  tellSettings(settings) {
    this.settings.replaceChildren(
      ...settings.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
    );
  }

  /** On with the picture: keys are its own from here, and a reader is told its name. */
  goOn() {
    this.title.focus({ preventScroll: true });
    const work = byId("work");
    const { top } = work.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) work.scrollIntoView({ block: "start" });
  }

  async copy() {
    const { labels } = this.data;
    try {
      await navigator.clipboard.writeText(location.href);
      this.said.textContent = labels.copied;
    } catch {
      // Not allowed, as for pages from disk in some browsers: what is selected can be copied by hand.
      const field = element("input", { class: "link", readonly: "", value: location.href, "aria-label": labels.link });
      this.said.replaceChildren(field);
      field.focus();
      /** @type {HTMLInputElement} */ (field).select();
      const isCopied = document.execCommand("copy");
      if (isCopied) this.said.textContent = labels.copied;
      else this.said.append(` ${labels.by_hand}`);
    }
  }
}

/** Open the page. @param {(data: { base: string, typed: string[] }) => Tab} tabOf   what runs Python, of its data */
export function openPage(tabOf) {
  const data = JSON.parse(document.getElementById("site-data").textContent);
  new OwnPage(data, tabOf(data)).open();
}
