/**
 * Sizes and links of the picture of unigram training: what fits, how long bars are, what belongs to what. Nothing here
 * is drawn.
 *
 * @typedef {[number[], number[], number, number | null, "" | "before" | "now" | "as-good", string[]]} Way
 *   pieces, which of them are unknown characters, how many more there are, share of the word's count, standing, why
 * @typedef {[number, Way[], [number, number] | [], [number, number][], string[]]} Cut
 *   word, ways, how many others and their share, pieces that it adds to and how often it has each, why
 * @typedef {[number, number, number | null, string, string, string[], string[]]} PieceRow
 *   piece, value, value before, standing, as it is written, what is said beside it (text and words by turns), why
 *
 * @typedef {object} View
 * @property {"start" | "seed" | "expect" | "maximize" | "prune" | "final"} kind
 * @property {[string, string][]} heads      of words and of pieces
 * @property {number[]} words                numbers of cuts
 * @property {PieceRow[]} rows
 * @property {number | null} cut             how many rows are above the line of a pruning
 * @property {[string, string]} more         what is said of the pieces left out, above the others and below them
 *
 * @typedef {{ piece: number } | { word: number } | { word: number, way: number }} UnigramThing
 */

const FAINT = 0.005; // of all that flows: thinner ribbons are left out
const TALLEST = 3; // ways of a word, where there is room

/** What bars show: probabilities of seeds and of maximizations are one measure. */
export const measureOf = (kind) => ({ seed: "maximize", final: "maximize" })[kind] ?? kind;

/** The longest bar of each measure in these frames, so that one sees values fall; losses have a scale of their own. */
export function longestBars(frames) {
  const found = {};
  for (const { view } of frames) {
    const measure = measureOf(view.kind);
    const values = view.rows.flatMap(([, value, before]) => [value, before ?? 0]);
    found[measure] = Math.max(found[measure] ?? 0, ...values);
  }
  return found;
}

/** What stands for the longest bar of a view. */
export function longestOf(view, longest) {
  const own = Math.max(0, ...view.rows.map(([, value]) => value));
  return (view.kind === "prune" ? own : longest[measureOf(view.kind)]) || 1;
}

/**
 * How many words fit, how many ways of each, and whether there is a line for the others. lines: of the room.
 * isNarrow: a phone has no line for the others.
 */
export function waysThatFit(cuts, lines, isNarrow) {
  const linesOf = (ways, others) =>
    cuts.reduce((sum, [, every, rest]) => {
      const shown = Math.min(ways, every.length);
      return sum + shown + Number(others && (rest.length > 0 || shown < every.length));
    }, 0);
  for (let ways = isNarrow ? TALLEST - 1 : TALLEST; ways > 0; ways -= 1) {
    for (const others of isNarrow ? [false] : [true, false]) {
      if (linesOf(ways, others) <= lines) return { words: cuts.length, ways, others };
    }
  }
  return { words: Math.max(1, Math.floor(lines)), ways: 1, others: false };
}

/** The ways of a word that are shown, how many others there are, and their share together. */
export function waysShown([, every, rest], ways, others) {
  const now = every.findIndex(([, , , , standing]) => standing === "now");
  const first = every.slice(0, ways);
  const shown = now >= ways ? [...first.slice(0, -1), every[now]] : first; // what is the best now is never left out
  const hidden = every.filter((way) => !shown.includes(way) && way[3] !== null);
  const number = hidden.length + (rest[0] ?? 0);
  const share = hidden.reduce((sum, way) => sum + way[3], rest[1] ?? 0);
  return { shown, others: others ? number : 0, share };
}

/** A share as it is written: what is there is never called nothing, and only the whole is called all. */
export function percentOf(share, lang) {
  const written = (value, digits) =>
    new Intl.NumberFormat(lang, {
      style: "percent",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  if (share >= 1) return written(1, 0);
  if (share > 0 && share < 0.0005) return `<${written(0.001, 1)}`;
  return share >= 0.9995 ? `>${written(0.999, 1)}` : written(share, 1);
}

/** What flows from words to pieces: the count of a word times how often it has the piece. */
export function flowsOf(cuts, counts) {
  const every = cuts.flatMap(([word, , , flows]) =>
    flows.map(([piece, often]) => ({ from: word, to: piece, value: often * counts[word] })),
  );
  const least = FAINT * every.reduce((sum, { value }) => sum + value, 0);
  return every.filter(({ value }) => value >= least);
}

/** What lights up with a thing: words, pieces, and of a flow whether it does. */
export function litBy(thing, cuts) {
  if (thing.piece !== undefined) {
    const has = ([, ways, , flows]) =>
      flows.some(([piece]) => piece === thing.piece) || ways.some(([pieces]) => pieces.includes(thing.piece));
    const words = new Set(cuts.filter(has).map(([word]) => word));
    return { words, pieces: new Set([thing.piece]), isLit: ({ to }) => to === thing.piece };
  }
  const cut = cuts.find(([word]) => word === thing.word);
  const its = new Set(thing.way === undefined ? cut?.[3].map(([piece]) => piece) : cut?.[1][thing.way]?.[0]);
  return { words: new Set([thing.word]), pieces: its, isLit: ({ from, to }) => from === thing.word && its.has(to) };
}

/** Why a thing is as it is, as the payload says it. */
export function whyOf(thing, cuts, rows) {
  if (thing.piece !== undefined) return rows.find(([piece]) => piece === thing.piece)?.[6] ?? null;
  const cut = cuts.find(([word]) => word === thing.word);
  return (thing.way === undefined ? cut?.[4] : cut?.[1][thing.way]?.[5]) ?? null;
}
