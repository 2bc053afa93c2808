/**
 * A link to what the page shows: read from the address bar, with what is chosen here added to it. Everything is written
 * as text, never as HTML.
 *
 * @typedef {object} Payload
 * @property {string} lang                        language of the link
 * @property {Record<string, string>} labels      all words of the panel
 * @property {import("./link.js").Holding[]} holds     what a link can hold
 * @property {{ name: string, label: string, selector: string }[]} parts   of a page, where the selector finds them
 * @property {import("./link.js").TabSite | null} tab   a site that needs no server
 */

import { button, element } from "../shared/elements.js";
import { PARTS_WANTED } from "../shared/in_view.js";
import { putAt } from "../shared/lists.js";
import { mounting } from "../shared/streamlit.js";
import { heldIn, linkTo, short, tabLink } from "./link.js";

const LOOK_MS = 400; // how often the address is looked at while the panel is open

class Share {
  names = ""; // of the parts of the page

  constructor(parent) {
    this.root = element("section", { class: "share" });
    parent.append(this.root);
    this.timer = setInterval(() => {
      if (!this.root.getClientRects().length) return;
      document.dispatchEvent(new Event(PARTS_WANTED)); // what is below a picture can be hidden, seen or not
      this.look();
    }, LOOK_MS);
  }

  unmount() {
    clearInterval(this.timer);
    this.root.remove();
  }

  /** Take what the server sent, and build the panel again if it is another one. */
  update({ data: { payload } }) {
    // The panel is beside the app in the document and does not inherit that its boxes are dark with the theme.
    this.root.style.colorScheme = getComputedStyle(document.querySelector("[data-testid=stApp]")).colorScheme;
    if (payload === this.source) return;
    const isNew = !this.source;
    this.source = payload;
    this.payload = JSON.parse(payload);
    const { labels, lang } = this.payload;
    this.root.lang = lang;
    this.link = element("input", { class: "link", readonly: "", "aria-label": labels.link, "data-testid": "link" });
    this.link.addEventListener("focus", () => this.link.select());
    this.copy = button({ class: "copy", name: "copy" }, () => this.take(this.link.value), labels.copy);
    this.frame = button({ class: "copy quiet", name: "frame" }, () => this.take(this.snippet()), labels.frame);
    this.tab = element("a", { class: "tab", target: "_blank", rel: "noopener noreferrer", hidden: "" }, labels.tab);
    this.said = element("p", { class: "said", role: "status" });
    this.held = element("ul", { class: "held" });
    this.predict = this.box("predict", labels.predict, labels.predict_help);
    this.embed = this.box("embed", labels.embed, labels.embed_help);
    this.boxes = element("div", { class: "boxes" });
    this.hidden = new Map(); // name of a part -> its box
    this.root.replaceChildren(
      element("div", { class: "line" }, this.link, this.copy),
      this.said,
      element("h3", {}, labels.holds),
      this.held,
      element("h3", {}, labels.choose),
      element("div", { class: "boxes" }, this.predict.label, this.embed.label),
      element("h3", {}, labels.hide),
      this.boxes,
      this.frame,
      this.tab,
    );
    this.address = null;
    this.look();
    // The panel is at the end of the document: Tab would come to it last, and not from the button that opens it.
    if (isNew && document.activeElement?.matches("[data-testid=stPopoverButton]")) this.link.focus();
  }

  box(name, label, help) {
    const input = element("input", { type: "checkbox", name });
    input.addEventListener("change", () => this.write());
    const text = help ? [label, element("small", {}, help)] : [label];
    return { input, label: element("label", {}, input, element("span", {}, ...text)) };
  }

  /** The parts that the address hides, drawn or not. */
  get asked() {
    return (new URL(location.href).searchParams.get("hide") ?? "").split(",");
  }

  /** Follow the address: what it says already is ticked, and only parts that the page has can be hidden. */
  look() {
    const parts = this.payload.parts.filter(({ selector }) => document.querySelector(selector));
    const names = parts.map(({ name }) => name).join();
    if (location.href === this.address && names === this.names) return;
    const now = new URL(location.href).searchParams;
    if (names !== this.names) {
      const makeChoice = (name, label) => {
        const box = this.box(name, label);
        box.input.checked = this.asked.includes(name);
        return box;
      };
      this.hidden = new Map(parts.map(({ name, label }) => [name, this.hidden.get(name) ?? makeChoice(name, label)]));
      this.show([...this.hidden.values()].map((box) => box.label));
    }
    if (this.address !== location.href) this.predict.input.checked = now.get("predict") === "1";
    [this.address, this.names] = [location.href, names];
    this.write();
  }

  /** Show these boxes. Those that stay are not touched: a key that is held down on one would be lost. */
  show(labels) {
    for (const label of [...this.boxes.children]) if (!labels.includes(label)) label.remove();
    for (const [place, label] of labels.entries()) putAt(this.boxes, label, place);
  }

  /** Put the link together, and say what it holds. */
  write() {
    const { holds, labels, lang, parts } = this.payload;
    const isHidden = (name) => this.hidden.get(name)?.input.checked ?? this.asked.includes(name); // or is not drawn yet
    const link = linkTo(location.href, {
      lang,
      predict: this.predict.input.checked,
      embed: this.embed.input.checked,
      hidden: parts.map(({ name }) => name).filter(isHidden),
    });
    this.link.value = link.href;
    this.said.textContent = "";
    const there = tabLink(link, this.payload.tab);
    this.tab.hidden = !there;
    this.tab.href = there;
    const query = link.searchParams;
    const lines = heldIn(query, holds, labels.settings).map(({ label, values }) => {
      const codes = values.flatMap(({ name, value }) => [element("code", { title: name }, short(value)), " "]);
      return element("li", {}, `${label}: `, ...codes);
    });
    if (query.get("example") === "own" && !query.has("corpus")) lines.push(element("li", {}, labels.no_corpus));
    this.held.replaceChildren(...lines);
  }

  /** A frame for a page of a course. */
  snippet() {
    const link = new URL(this.link.value);
    link.searchParams.set("embed", "true");
    const frame = element("iframe", { src: link.href, width: "100%", height: "640", title: document.title });
    return frame.outerHTML;
  }

  async take(text) {
    const { labels } = this.payload;
    try {
      await navigator.clipboard.writeText(text);
      this.said.textContent = labels.copied;
    } catch {
      // No permission, or no secure address: the visitor copies what is selected.
      this.link.value = text;
      this.link.focus();
      this.link.select();
      this.said.textContent = document.execCommand("copy") ? labels.copied : labels.by_hand;
    }
  }
}

export default mounting(Share);
