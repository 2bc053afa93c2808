/* Search over the lists of lessons and examples: what holds all words of the field stays, in whatever order they are typed. */

import { fill } from "../shared/templates.js";

const SPACE = /\s+/u;

/** Whether a text holds every word of a query; an empty query fits all. */
export function fits(text, query) {
  const where = text.toLowerCase();
  const words = query.toLowerCase().split(SPACE).filter(Boolean);
  return words.every((word) => where.includes(word));
}

/** @param {{found: string}} labels   found: with {n} and {all} */
export function searching(field, listed, status, labels) {
  const items = [...listed];
  const search = () => {
    for (const item of items) item.hidden = !fits(`${item.textContent} ${item.dataset.search}`, field.value);
    const left = items.filter((item) => !item.hidden).length;
    status.textContent = fill(labels.found, { n: left, all: items.length });
  };
  field.addEventListener("input", search);
  search();
}
