/* The race of the picture of a merging: the best candidates as bars, who is first, who shares the first place. */

import { element } from "../../shared/elements.js";
import { keepOnly } from "../../shared/lists.js";
import { fill } from "../../shared/templates.js";
import { HeadedList } from "../headed_list.js";
import { isSame, typeSize } from "../linking.js";

const RUNNER = 30; // a row takes no less, in pixels of a page of normal size
const TALL = 38; // and no more
const FEW_STEPS = 40; // steps whose bars have one scale
const BAR = 0.43; // the share of the race's width that bars have, until one can be measured
const TEXT = 6.3; // the width of a letter in a bar

/** Its rows are of pairs. */
export class Race extends HeadedList {
  constructor(picture) {
    super(picture, { root: "race", head: "race-head", list: "runners" });
  }

  relight(thing) {
    for (const node of this.rows.values()) {
      node.classList.toggle("lit", Boolean(thing?.pair && isSame(node.pair, thing.pair)));
    }
    for (const node of this.list.querySelectorAll(".bar .part")) {
      node.classList.toggle("lit", Boolean(thing?.word && node.dataset.word === thing.word));
    }
  }

  /** What the longest bar stands for: the same in all steps of a short training by counts, so that one sees them fall. */
  get scale() {
    const { measure, longest } = this.of.picture;
    const best = this.of.frame.race.rows[0]?.[3] ?? 1;
    return measure === "count" && this.of.total <= FEW_STEPS ? longest : Math.max(best, Number.MIN_VALUE);
  }

  draw() {
    const { race } = this.of.frame;
    const asks = this.of.isAsking;
    const [title, rule] = race.title;
    this.title.replaceChildren(element("b", {}, title), element("span", { class: "rule" }, rule && ` ${rule}`));
    const height = this.list.getBoundingClientRect().height;
    const size = typeSize(this.of.root);
    const least = RUNNER * size;
    const rows = asks ? this.asked() : race.rows.map((row, place) => this.told(row, place));
    const fits = Math.max(3, Math.floor(height / least));
    const shown = asks ? rows : rows.slice(0, fits); // an option must not be out of reach
    this.textWidth = TEXT * size;
    this.barWidth = this.list.querySelector(".bar")?.clientWidth ?? this.list.clientWidth * BAR;
    const tall = Math.max(least, Math.min(TALL * size, height / Math.max(shown.length, 9)));
    this.list.style.setProperty("--runner", `${tall}px`);
    this.list.classList.toggle("asks", asks);
    this.list.classList.toggle("scored", !asks && this.of.picture.measure !== "count");
    const hidden = rows.length - shown.length;
    this.more.textContent = !asks && (hidden || race.more) ? this.others(race.total - shown.length) : "";
    const kept = new Set(shown.map((row) => row.key));
    const active = this.list.getRootNode().activeElement;
    const added = shown.filter((row, place) => !this.rows.has(row.key) && this.addRunner(row.key, place, tall));
    if (added.length) this.list.getBoundingClientRect(); // once for all, so that they fade in where they belong
    shown.forEach((row, place) => {
      const node = this.rows.get(row.key);
      node.style.transform = `translateY(${place * tall}px)`;
      node.style.opacity = 1;
      node.tabIndex = place ? -1 : 0;
      this.fillRunner(node, row, place);
      this.list.append(node);
    });
    if (active && kept.has(active.dataset?.key)) active.focus({ preventScroll: true });
    keepOnly(this.rows, kept);
  }

  /** The rows while it is asked which of them wins: options, in an order that betrays nothing. */
  asked() {
    const { ask } = this.of.stage.panel;
    return ask.options.map(({ label }, number) => {
      const names = label[1].split(" ");
      return {
        key: label[1],
        names,
        number,
        kinds: ["option"],
        bar: [["", this.scale]],
        worth: "?",
        notes: [],
      };
    });
  }

  /** What a row of the race shows. */
  told([left, right, count, value, worth, worked, words, leads], place) {
    const names = [this.of.text(left), this.of.text(right)];
    const key = names.join(" ");
    const { kinds, notes } = this.standing(place);
    const isCount = this.of.picture.measure === "count";
    const often = [`${this.of.numbers.format(count)}×`, ...(leads ? [this.of.labels.leads] : [])];
    const bar = isCount ? words : [[worked, value]];
    return {
      key,
      names,
      pair: [left, right],
      kinds: [...kinds, ...this.of.picked(key)],
      bar,
      worth,
      others: isCount ? [] : often,
      words,
      notes,
    };
  }

  /** Who is first, and who shares the first place. */
  standing(place) {
    const { tied } = this.of.frame.race;
    if (this.of.step === this.of.total || place >= Math.max(1, tied)) return { kinds: [], notes: [] };
    const { wins, tied: shared, rule } = this.of.labels;
    if (tied < 2) return { kinds: ["wins"], notes: [wins] };
    const kinds = ["tied"];
    if (place === 0) kinds.push("wins", "top");
    if (place === tied - 1) kinds.push("bottom");
    return { kinds, notes: place ? [shared] : [wins, rule] };
  }

  addRunner(key, place, tall) {
    const node = element("button", { type: "button", "data-key": key });
    node.style.transform = `translateY(${place * tall}px)`;
    node.style.opacity = 0;
    this.list.append(node);
    this.rows.set(key, node);
    return node;
  }

  fillRunner(node, row, place) {
    node.className = ["runner", ...row.kinds].join(" ");
    node.pair = row.pair;
    if (row.number === undefined) delete node.dataset.option;
    else node.dataset.option = row.number;
    const rank = element("span", { class: "rank" }, row.number === undefined ? `${place + 1}` : `${row.number + 1}`);
    const pair = element(
      "span",
      { class: "pair" },
      ...row.names.map((name, at) => this.of.symbolChip(name, row.pair?.[at])),
    );
    const worth = element("span", { class: "worth" }, element("b", {}, row.worth));
    worth.append(...(row.others ?? []).map((text) => element("span", { class: "other" }, text)));
    for (const [at, note] of row.notes.entries())
      worth.append(element("span", { class: at ? "standing rule" : "standing" }, note));
    node.replaceChildren(rank, pair, this.bar(row), worth);
    if (row.kinds.includes("wins")) this.of.tint(node, this.of.step + 1);
    else node.style.removeProperty("--hue");
    const values = { pair: row.names.join(" "), worth: row.worth, sum: this.of.sumText(row.words ?? []) };
    const label = row.number === undefined ? this.of.labels.row : this.of.labels.hidden;
    node.ariaLabel = [fill(label, values), ...row.notes].join(", ");
  }

  /** A bar: a block for each word that adds to a count, or one for a score. What has no room inside is left out. */
  bar({ bar, number }) {
    const isCount = this.of.picture.measure === "count";
    const node = element("span", { class: "bar" });
    let wide = 0;
    for (const [label, value] of bar) {
      const share = Math.max(0, value) / this.scale;
      const room = share * this.barWidth - 8;
      const texts = isCount ? [`${label} ${this.of.numbers.format(value)}`, this.of.numbers.format(value)] : [label];
      const text = texts.find((one) => one.length * this.textWidth <= room);
      const part = element("span", { class: "part", "data-word": label }, number === undefined ? (text ?? "") : "");
      part.style.setProperty("--share", share);
      node.append(part);
      wide += share * this.barWidth;
      const beside = this.barWidth - wide - 12;
      if (!isCount && !text && label.length * this.textWidth <= beside)
        node.append(element("span", { class: "beside" }, label));
    }
    return node;
  }
}
