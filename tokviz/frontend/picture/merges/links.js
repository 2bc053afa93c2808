/**
 * What belongs together in the picture of a merging: which words have a pair or a symbol, and how its count adds up.
 * Nothing here is drawn.
 *
 * @typedef {{pair: [number, number]} | {symbol: number} | {word: string}} Thing
 *
 * @typedef {object} Word
 * @property {string} label
 * @property {number} count
 * @property {number[]} symbols
 * @property {number[]} [bars]      the symbols with a border before them, which no pair crosses
 */

/** The words that have a thing, and how much each adds to its count, the most first. */
export function shares(thing, words) {
  const counted = words.map((word) => ({ word: word.label, count: word.count * times(thing, word) }));
  return counted.filter(({ count }) => count > 0).sort((word, other) => other.count - word.count);
}

/** How often a word has a thing. */
export function times(thing, { label, symbols, bars = [] }) {
  if (thing.word !== undefined) return thing.word === label ? 1 : 0;
  if (thing.symbol !== undefined) return symbols.filter((symbol) => symbol === thing.symbol).length;
  const [left, right] = thing.pair;
  const follows = (place) => symbols[place + 1] === right && !bars.includes(place + 1);
  return symbols.filter((symbol, place) => symbol === left && follows(place)).length;
}

/** Whether a symbol is in use after so many merges. toggles: when it comes into use and goes out of it, by turns. */
export function isInUse(toggles, step, isFromStart) {
  const turns = toggles.filter((turn) => turn <= step).length;
  return (turns % 2 === 0) === isFromStart;
}

/** Rows by which matters most: what was searched for, what has the first of these marks, the next one, and the others. */
export function ranked(rows, marks) {
  const rank = ({ isFound, spans }) => {
    if (isFound) return 0;
    const ranks = spans.map(({ mark }) => marks.indexOf(mark)).filter((place) => place >= 0);
    return 1 + Math.min(marks.length, ...ranks);
  };
  return [...rows].sort((row, other) => rank(row) - rank(other));
}

/**
 * The row in which a step is seen: the one that was shown before if it has what is new, else the one that has it nearest
 * to its beginning, which is not cut. Where nothing is new, the row stays; at first it is the first.
 *
 * @template {{ label: string, spans: { mark: string, start: number }[] }} Row
 * @param {Row[]} rows
 * @param {string} last      the label of the row that was shown before
 * @returns {Row | undefined}
 */
export function lineOfStep(rows, last) {
  const before = rows.find(({ label }) => label === last);
  const placeOf = ({ spans }) =>
    Math.min(...spans.filter(({ mark }) => mark === "new").map(({ start }) => start), Number.POSITIVE_INFINITY);
  const places = new Map(rows.map((row) => [row, placeOf(row)]));
  const first = Math.min(...places.values(), Number.POSITIVE_INFINITY);
  if (first === Number.POSITIVE_INFINITY || (before && places.get(before) < Number.POSITIVE_INFINITY))
    return before ?? rows[0];
  return rows.find((row) => places.get(row) === first);
}
