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
