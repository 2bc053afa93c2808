/* Search over the lists of lessons and examples: what holds all words of the field stays, in whatever order they are typed. */

const SPACE = /\s+/u;

/** Whether a text holds every word of a query; an empty query fits all. */
export function fits(text, query) {
  const where = text.toLowerCase();
  const words = query.toLowerCase().split(SPACE).filter(Boolean);
  return words.every((word) => where.includes(word));
}

/**
 * Search while the field is written in. Returns what searches again, for lists that were drawn again.
 *
 * @param {() => HTMLElement[]} listed            all items
 * @param {(item: HTMLElement) => string} words   what finds an item besides its text
 * @param {(count: {n: number, all: number}) => void} tell    how many are left, of how many
 */
export function searching(field, listed, words, tell) {
  const search = () => {
    const items = listed();
    for (const item of items) item.hidden = !fits(`${item.textContent} ${words(item)}`, field.value);
    tell({ n: items.filter((item) => !item.hidden).length, all: items.length });
  };
  field.addEventListener("input", search);
  search();
  return search;
}
