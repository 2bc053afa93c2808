/**
 * Sizes and links of the picture of unigram training: what fits, how long bars are, what belongs to what. Nothing here
 * is drawn.
 *
 * @typedef {import("../../payloads").SegmentedWord} SegmentedWord
 * @typedef {import("../../payloads").WordSegmentation} Way
 * @typedef {import("../../payloads").PieceBar} PieceBar
 * @typedef {import("../../payloads").UnigramView} View
 *
 * @typedef {{ piece?: number, word?: number, way?: number }} UnigramThing   a piece, a word, or one of its ways
 */

const FAINT = 0.005; // of all that flows: thinner ribbons are left out
const TALLEST = 3; // ways of a word, where there is room

/** What bars show: probabilities of seeds and of maximizations are one measure. */
export const measureOf = (kind) => ({ seed: "maximize", final: "maximize" })[kind] ?? kind;

/**
 * The longest bar of each measure in these frames, so that one sees values fall; losses have a scale of their own.
 *
 * @param {{ view: View }[]} frames
 * @returns {Record<string, number>}
 */
export function longestBars(frames) {
  const longest = {};
  for (const { view } of frames) {
    const measure = measureOf(view.kind);
    const values = view.rows.flatMap(({ value, before }) => [value, before ?? 0]);
    longest[measure] = Math.max(longest[measure] ?? 0, ...values);
  }
  return longest;
}

/**
 * What stands for the longest bar of a view.
 *
 * @param {View} view
 * @param {Record<string, number>} longest    of each measure
 */
export function longestOf(view, longest) {
  const own = Math.max(0, ...view.rows.map(({ value }) => value));
  return (view.kind === "prune" ? own : longest[measureOf(view.kind)]) || 1;
}

/**
 * How many words fit, how many ways of each, and whether there is a line for the others.
 *
 * @param {SegmentedWord[]} words
 * @param {number} lines        of the room
 * @param {boolean} isNarrow    a phone has no line for the others
 */
export function waysThatFit(words, lines, isNarrow) {
  const linesOf = (most, hasOthers) =>
    words.reduce((sum, { ways, others }) => {
      const shown = Math.min(most, ways.length);
      return sum + shown + Number(hasOthers && (Boolean(others) || shown < ways.length));
    }, 0);
  for (let ways = isNarrow ? TALLEST - 1 : TALLEST; ways > 0; ways -= 1) {
    for (const others of isNarrow ? [false] : [true, false]) {
      if (linesOf(ways, others) <= lines) return { words: words.length, ways, others };
    }
  }
  return { words: Math.max(1, Math.floor(lines)), ways: 1, others: false };
}

/**
 * The ways of a word that are shown, how many others there are, and their share together.
 *
 * @param {SegmentedWord} word
 * @param {number} most           so many ways are shown
 * @param {boolean} hasOthers     whether there is a line for the others
 */
export function waysShown({ ways, others = { count: 0, share: 0 } }, most, hasOthers) {
  const now = ways.findIndex(({ standing }) => standing === "now");
  const first = ways.slice(0, most);
  const shown = now >= most ? [...first.slice(0, -1), ways[now]] : first; // what is the best now is never left out
  const hidden = ways.filter((way) => !shown.includes(way) && way.share !== null);
  const share = hidden.reduce((sum, way) => sum + way.share, others.share);
  return { shown, others: hasOthers ? hidden.length + others.count : 0, share };
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

/**
 * What flows from words to pieces: the count of a word times how often it has the piece.
 *
 * @param {SegmentedWord[]} words
 * @param {number[]} counts       of all words
 */
export function flowsOf(words, counts) {
  const every = words.flatMap(({ word, flows }) =>
    flows.map(({ piece, often }) => ({ from: word, to: piece, value: often * counts[word] })),
  );
  const least = FAINT * every.reduce((sum, { value }) => sum + value, 0);
  return every.filter(({ value }) => value >= least);
}

/**
 * What lights up with a thing: words, pieces, and of a flow whether it does.
 *
 * @param {UnigramThing} thing
 * @param {SegmentedWord[]} words
 */
export function litBy(thing, words) {
  if (thing.piece !== undefined) {
    const has = ({ ways, flows }) =>
      flows.some(({ piece }) => piece === thing.piece) || ways.some(({ pieces }) => pieces.includes(thing.piece));
    const having = new Set(words.filter(has).map(({ word }) => word));
    return { words: having, pieces: new Set([thing.piece]), isLit: ({ to }) => to === thing.piece };
  }
  const shown = words.find(({ word }) => word === thing.word);
  const its = new Set(
    thing.way === undefined ? shown?.flows.map(({ piece }) => piece) : shown?.ways[thing.way]?.pieces,
  );
  return { words: new Set([thing.word]), pieces: its, isLit: ({ from, to }) => from === thing.word && its.has(to) };
}

/**
 * Why a thing is as it is, as the payload says it.
 *
 * @param {UnigramThing} thing
 * @param {SegmentedWord[]} words
 * @param {PieceBar[]} rows
 */
export function whyOf(thing, words, rows) {
  if (thing.piece !== undefined) return rows.find(({ piece }) => piece === thing.piece)?.why ?? null;
  const shown = words.find(({ word }) => word === thing.word);
  return (thing.way === undefined ? shown : shown?.ways[thing.way])?.why ?? null;
}
