/* What the next step of an encoding chooses from, row by row, each with the places of the word that it is about. */

import { element, inline } from "../../shared/elements.js";
import { HeadedList } from "../headed_list.js";
import { typeSize } from "../linking.js";
import { coverage, triesThatFit } from "./links.js";

const TRY = 26; // a row takes no less, in pixels of a page of normal size
const TALLEST_TRY = 40;
const DENSE = 16; // symbols: the blocks of more have no frames
const TRY_SIGNS = { wins: "✓", out: "–", done: "·", open: "" };

export class Choices extends HeadedList {
  constructor(picture) {
    super(picture, { root: "choice", head: "race-head", list: "tries" });
  }

  draw() {
    const { choice, isAsking } = this.of;
    const [title, rule] = choice?.title ?? ["", ""];
    const told = isAsking || !rule ? "" : `; ${rule}`;
    this.title.replaceChildren(element("b", {}, title), element("span", {}, told));
    const size = typeSize(this.of.root);
    const { height } = this.list.getBoundingClientRect();
    const rows = isAsking ? this.asked() : this.told(Math.max(1, Math.floor(height / (TRY * size))));
    const tall = Math.max(TRY * size, Math.min(TALLEST_TRY * size, height / Math.max(1, rows.length)));
    this.list.style.setProperty("--try", `${tall}px`);
    this.list.classList.toggle("asks", isAsking);
    const active = this.list.getRootNode().activeElement;
    const had = this.list.contains(active) ? active.dataset.key : null;
    this.list.replaceChildren(...rows);
    const again = had && rows.find((row) => row.dataset.key === had);
    rows.forEach((row, place) => {
      row.tabIndex = (again ? row === again : place === 0) ? 0 : -1;
    });
    again?.focus({ preventScroll: true });
    const hidden = isAsking || !choice ? 0 : choice.tries.length - rows.length + choice.others;
    this.more.textContent = this.others(hidden);
  }

  /** The rows of a choice, as many as fit. */
  told(room) {
    const tries = this.of.choice?.tries ?? [];
    return triesThatFit(tries, room).map((place) => {
      const [names, places, worth, , kind] = tries[place];
      const key = names.join(" ");
      const button = this.row(key, kind, TRY_SIGNS[kind]);
      button.dataset.try = place;
      button.classList.add(...this.of.picked(key));
      const chips = names.map((name) => this.of.chip(name));
      button.append(element("span", { class: "names" }, ...chips), this.strip(places));
      button.append(element("span", { class: "worth" }, worth));
      return button;
    });
  }

  /** Where in the word it stands: the word as a strip, with a block for each symbol. */
  strip(places) {
    const kind = this.of.widths.length > DENSE ? "strip dense" : "strip";
    const node = element("span", { class: kind, "aria-hidden": "true" });
    for (const [width, isIn] of places.length ? coverage(this.of.widths, places) : []) {
      const block = element("i", isIn ? { class: "in" } : {});
      block.style.flexGrow = width;
      node.append(block);
    }
    return node;
  }

  /** The options of a question, in an order that betrays nothing. */
  asked() {
    return this.of.stage.panel.ask.options.map(({ label }, number) => {
      const button = this.row(label.join(""), "open", `${number + 1}`);
      button.dataset.option = number;
      button.append(
        element("span", { class: "names asked" }, ...inline(label)),
        element("span", { class: "worth" }, "?"),
      );
      return button;
    });
  }

  row(key, kind, sign) {
    const about = { type: "button", class: `try ${kind}`, "data-key": key };
    return element("button", about, element("span", { class: "sign" }, sign));
  }

  relight(thing) {
    for (const node of this.list.children) {
      node.classList.toggle("lit", thing?.try !== undefined && node.dataset.try === `${thing.try}`);
    }
  }
}
