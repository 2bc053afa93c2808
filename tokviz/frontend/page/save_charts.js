/*
 * Lists the charts that are on the page when the list is opened, and saves them; a drawing of the picture is one, too.
 * A chart is the SVG that the browser shows, as wide as it is shown; a PNG has twice as many points each way. Text
 * stays text, never HTML.
 */

import { button, element } from "../shared/elements.js";
import { mounting } from "../shared/streamlit.js";
import { dismissible } from "../shared/terms.js";

const CHARTS = "[data-testid=stVegaLiteChart] svg.marks";
const DRAWINGS = "[data-testid=drawing] svg[role=group]"; // in the shadow of a component
// What style sheets, which do not go with the file, say of a drawing.
const STYLES = [
  ...["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "paint-order", "opacity"],
  ...["font", "text-anchor", "dominant-baseline"],
];
const SCALE = 2;

const about = (svg) => svg.closest("[aria-label]")?.getAttribute("aria-label") ?? "";

/** Give a copy of a drawing the size and the looks that it has on the page. */
function dress(copy, svg) {
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const shown = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((node, place) => {
    const style = getComputedStyle(shown[place]);
    for (const name of STYLES) node.style.setProperty(name, style.getPropertyValue(name));
    for (const name of ["role", "tabindex"]) node.removeAttribute(name);
  });
}

/** The chart as a file of its own: with its size, and its text alternative as the title. */
function source(svg) {
  const copy = svg.cloneNode(true);
  if (svg.matches(DRAWINGS)) dress(copy, svg);
  const shown = svg.querySelectorAll("text"); // the page's style sheet, which does not go with the file, colors some
  copy.querySelectorAll("text").forEach((text, i) => {
    text.setAttribute("fill", getComputedStyle(shown[i]).fill);
  });
  const title = document.createElementNS(svg.namespaceURI, "title");
  title.textContent = about(svg);
  copy.prepend(title);
  copy.setAttribute("role", "img");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}`;
}

async function png(svg) {
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source(svg))}`;
  await image.decode();
  const canvas = element("canvas", { width: Math.round(width * SCALE), height: Math.round(height * SCALE) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // the browser may still be reading
}

class List {
  listening = new AbortController();

  constructor(parent) {
    this.summary = element("summary");
    this.items = element("ul");
    this.root = element("details", { class: "save-charts", "data-testid": "save-charts" }, this.summary, this.items);
    this.root.addEventListener("toggle", () => this.draw());
    this.root.addEventListener("pointerenter", () => this.draw()); // a step may have changed the charts
    this.observer = new MutationObserver(() => this.look());
    this.observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["data-drawn"],
    });
    parent.append(this.root);
    dismissible(document, this.listening.signal); // the page's own text has no script, and this is on each page with terms
  }

  update({ data: { labels, name, lang } }) {
    this.labels = labels;
    this.name = name;
    this.root.lang = lang;
    this.summary.textContent = labels.title;
    this.look();
    this.draw();
  }

  /** Offer the list while there is a chart; at most once a frame, since much may change in one. */
  look() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.root.hidden = !this.root.open && !this.charts.length;
    });
  }

  unmount() {
    if (this.frame) cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.listening.abort();
    this.root.remove();
  }

  /** The charts that can be seen now. */
  get charts() {
    const roots = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const drawings = roots.flatMap((root) => [...root.querySelectorAll(DRAWINGS)]);
    return [...drawings, ...document.querySelectorAll(CHARTS)].filter((svg) => svg.getClientRects().length);
  }

  draw() {
    if (!this.root.open) return;
    const { charts } = this;
    this.items.replaceChildren(...charts.map((svg, place) => this.item(about(svg), place)));
    if (!charts.length) this.items.append(element("li", {}, this.labels.none));
  }

  /** A line of the list. What is saved is what is at its place by then: a step draws charts again. */
  item(text, place) {
    const saving = (kind, label, suffix, blob) => {
      const act = async () => {
        const svg = this.charts[place];
        if (svg) save(await blob(svg), `${this.name}-chart-${place + 1}.${suffix}`);
      };
      return button({ "aria-label": `${label}: ${text}` }, act, kind);
    };
    const { svg, png: bitmap } = this.labels;
    return element(
      "li",
      {},
      element("span", { class: "about", title: text }, text),
      saving("SVG", svg, "svg", (drawn) => new Blob([source(drawn)], { type: "image/svg+xml" })),
      saving("PNG", bitmap, "png", png),
    );
  }
}

export default mounting(List);
