/**
 * The lessons in their order. A whole card is one link: to the first card of the lesson, or to the one where the visitor
 * left it. How far the visitor got is kept in the browser; see lesson_progress.js. Starting over forgets the answers to
 * the questions of the lesson, too, here and on the server, which is told so. The static site keeps them in the lasting
 * store. On a page of their own, lessons say what they answer, and the one to take now is above them.
 *
 * @typedef {object} Lesson
 * @property {string} name
 * @property {string} title
 * @property {string} line         what it answers
 * @property {string} picture      address of a drawing; empty for none
 * @property {string} cards        how many cards it has and how long they take, in words
 * @property {string[]} links      to each card, in order
 * @property {string} practice     to exercises of the kinds that it asked; empty for none
 * @property {string} [film]       address of its film, where the static site has films; empty for none
 * @property {string} [video]      address of the same film with controls; empty for none
 * @property {string} [still]      a picture in its place, for people who want no motion; empty for none
 *
 * @typedef {object} Payload
 * @property {Lesson[]} lessons
 * @property {Record<string, string>} labels
 * @property {string} lang
 * @property {string} practice     for a page of their own, to exercises of all kinds; empty for a list on another page
 */

import { lastingStore, visitStore } from "../shared/browser_store.js";
import { button, drawn, element } from "../shared/elements.js";
import { followLinks } from "../shared/navigation.js";
import { mounting } from "../shared/streamlit.js";
import { fill } from "../shared/templates.js";
import { KeptAnswers } from "./kept_answers.js";
import { isPracticeDue, nextLesson, progressOf, startOver } from "./lesson_progress.js";
import { ScoreKeeper } from "./score.js";

class Lessons {
  /** @type {string | undefined} */
  sent = undefined;
  /** @type {Payload | any} */
  payload = null;

  constructor(/** @type {HTMLElement} */ parent) {
    this.store = lastingStore();
    this.next = element("p", { class: "next" });
    this.list = element("ol", { class: "list" });
    this.root = element("div", { class: "lessons", "data-testid": "lessons" }, this.next, this.list);
    this.listening = new AbortController();
    const { signal } = this.listening;
    followLinks(this.root, signal);
    window.addEventListener("storage", () => this.draw(), { signal }); // another tab went on
    window.addEventListener("pageshow", () => this.draw(), { signal }); // back from another site
    parent.append(this.root);
  }

  update({ data, setTriggerValue }) {
    this.report = setTriggerValue;
    if (data.payload === this.sent) return;
    this.sent = data.payload;
    this.payload = JSON.parse(data.payload);
    this.root.lang = this.payload.lang;
    this.draw();
  }

  unmount() {
    this.listening.abort();
    this.root.remove();
  }

  draw() {
    if (!this.payload) return;
    const { lessons, practice } = this.payload;
    this.isInFull = Boolean(practice);
    this.root.classList.toggle("in-full", this.isInFull);
    this.list.replaceChildren(...lessons.map((lesson, place) => this.card(lesson, place + 1)));
    this.next.hidden = !this.isInFull;
    this.next.replaceChildren(...(this.isInFull ? this.toTakeNow() : []));
  }

  /** The lesson to take now, and how many are done. */
  toTakeNow() {
    const { lessons, labels, practice } = this.payload;
    const names = lessons.map(({ name }) => name);
    const total = names.length;
    const done = names.filter((name) => progressOf(this.store, name)?.isDone).length;
    const howFar = done ? [element("span", { class: "how-far" }, fill(labels.howFar, { n: done, total }))] : [];
    const place = names.indexOf(nextLesson(this.store, names) ?? "");
    if (place < 0) return [element("a", { href: practice }, labels.practiceAll), ...howFar];
    const { title, links } = lessons[place];
    const card = this.cardOf(lessons[place]);
    const begin = place > 0 ? labels.nextBegin : labels.nextFirst;
    const label = card > 1 ? labels.nextContinue : begin;
    return [element("a", { href: links[card - 1] }, fill(label, { n: place + 1, card, title })), ...howFar];
  }

  /** The card that a lesson goes on with. */
  cardOf({ name, links }) {
    const progress = progressOf(this.store, name);
    return progress && !progress.isDone && progress.card <= links.length ? progress.card : 1;
  }

  card(lesson, number) {
    const { name, title, line, picture, links } = lesson;
    const progress = progressOf(this.store, name);
    const card = this.cardOf(lesson);
    const link = element("a", { href: links[card - 1], title: this.isInFull ? "" : line }, `${number} ${title}`);
    const answers = this.isInFull ? [element("p", { class: "line" }, line)] : [];
    const image = element("span", { class: "picture" });
    if (picture) image.append(element("img", { alt: "", src: picture }));
    const words = element("div", { class: "words" }, link, ...answers, this.state(lesson, number, progress, card));
    const item = element("li", { "data-lesson": name }, image, words);
    if (card > 1) item.classList.add("begun");
    if (card > 1) item.append(this.bar(card - 1, links.length));
    return item;
  }

  /** What is said of a lesson: how many cards it has, or where the visitor is in it and a way to start over; a week
   * after it was done also a way to practice. */
  state(lesson, number, progress, card) {
    const { name, title, cards, practice } = lesson;
    const { labels } = this.payload;
    const isDone = progress?.isDone;
    const film = this.filmButton(lesson);
    if (!isDone && card === 1) return element("p", { class: "state" }, cards, ...film);
    const label = fill(labels.againWith, { n: number, title });
    const again = button({ "aria-label": label }, () => this.startOver(name));
    again.append(labels.again);
    const where = isDone
      ? [element("span", { class: "tick" }, tick()), element("span", {}, labels.done)]
      : [element("span", { class: "onward" }, fill(labels.onward, { n: card }))];
    const isDue = practice && isPracticeDue(progress);
    const due = isDue ? [element("a", { class: "practice", href: practice }, labels.practice)] : [];
    return element("p", { class: "state" }, ...where, ...due, ...film, again);
  }

  /** The way to the film of a lesson, if it has one. */
  filmButton(lesson) {
    if (!lesson.film) return [];
    const { film, filmOf } = this.payload.labels;
    const label = fill(filmOf, { title: lesson.title });
    return [button({ class: "film", "aria-label": label }, () => this.openFilm(lesson, label), film)];
  }

  /** The film over the page; it is loaded, and moves, while that is open. */
  openFilm(lesson, label) {
    const dialog = /** @type {HTMLDialogElement} */ (element("dialog", { "aria-label": label }));
    const close = button({}, () => dialog.close(), this.payload.labels.filmClose);
    dialog.append(lesson.video ? videoOf(lesson, label) : imageOf(lesson, label), close);
    dialog.addEventListener("close", () => dialog.remove());
    this.root.append(dialog);
    dialog.showModal();
  }

  startOver(name) {
    startOver(this.store, name);
    for (const store of [visitStore(), this.store]) {
      new KeptAnswers(store).forget(name);
      new ScoreKeeper(store).forget(name);
    }
    this.report("over", name);
    this.draw();
    this.root.querySelector(`[data-lesson="${CSS.escape(name)}"] a`)?.focus();
  }

  /** How far the visitor got, as a bar along the edge. */
  bar(before, total) {
    const label = fill(this.payload.labels.bar, { n: before, total });
    const done = element("span");
    done.style.width = `${(100 * before) / total}%`;
    return element("span", { class: "bar", role: "img", "aria-label": label }, done);
  }
}

/** A film with controls, which begins to play unless the visitor wants no motion. */
function videoOf({ video, still }, label) {
  const shown = element("video", { src: video, controls: "", playsinline: "", "aria-label": label });
  if (still) shown.setAttribute("poster", still);
  shown.toggleAttribute("autoplay", !matchMedia("(prefers-reduced-motion: reduce)").matches);
  return shown;
}

/** A film that starts over; a still for a visitor who wants no motion. */
function imageOf({ film, still }, label) {
  const calm = still ? [element("source", { srcset: still, media: "(prefers-reduced-motion: reduce)" })] : [];
  return element("picture", {}, ...calm, element("img", { src: film, alt: label }));
}

function tick() {
  return drawn("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, drawn("path", { d: "M3 9.500l4 4 8-9" }));
}

const mountLessons = mounting(Lessons);

export default mountLessons;
