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

const FAINT = 0.0006; // of all that flows: thinner ribbons are left out
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"; // digits of an exponent
const WORD_HUES = [250, 45, 325, 150, 95, 200, 20, 285]; // of words: as many as are shown at once
const TALLEST = 3; // ways of a word, where there is room

/** What bars show: probabilities of seeds and of maximizations are one measure. */
export const measureOf = (kind) => ({ start: "maximize", seed: "maximize", final: "maximize" })[kind] ?? kind;

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
 * What is said of the pieces that are not shown, as one: of a pruning how many are removed and how many are kept, else
 * what they are worth together.
 *
 * @param {View} view
 * @param {Pick<PieceBar, "value" | "standing">[]} hidden    rows without room in the window
 * @param {Record<string, string>} labels
 * @param {{ count: (value: number) => string, sum: (value: number) => string }} write
 */
export function leftOut({ kind, more }, hidden, labels, write) {
  const told = (label, number, sum = 0) =>
    number && label.replace("{number}", write.count(number)).replace("{sum}", write.sum(sum));
  const parts = [];
  if (kind === "prune" || kind === "final") {
    const removed = hidden.filter(({ standing }) => standing === "removed").length;
    parts.push(told(labels.more_removed, removed + more.above));
    parts.push(told(labels.more_kept, hidden.length - removed + more.below));
  } else {
    const number = hidden.length + more.above + more.below;
    const sum = hidden.reduce((total, { value }) => total + value, more.sum);
    parts.push(told(number === 1 ? labels.more_alone : labels.more_sum, number, sum));
  }
  return [...parts, more.note].filter(Boolean).join(labels.semicolon);
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
  const tallest = isNarrow ? TALLEST - 1 : TALLEST;
  const highest = words.length === 1 ? words[0].ways.length : tallest;
  for (let ways = highest; ways > 0; ways -= 1) {
    for (const others of words.length > 1 && isNarrow ? [false] : [true, false]) {
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

/**
 * A share as it is written: what is there is never called nothing, and only the whole is called all.
 *
 * @param {number} share
 * @param {string} lang
 * @param {number} digits    decimals
 */
export function percentOf(share, lang, digits = 0) {
  const shape = { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits };
  const written = (value) => new Intl.NumberFormat(lang, /** @type {any} */ (shape)).format(value);
  const least = 10 ** (-2 - digits);
  if (share >= 1) return new Intl.NumberFormat(lang, { style: "percent" }).format(1);
  if (share > 0 && share < least / 2) return `<${written(least)}`;
  return share >= 1 - least / 2 ? `>${written(1 - least)}` : written(share);
}

/** A number with two significant digits, without decimals from 10 on, a tiny one times a power of ten. */
export function twoDigits(value, lang) {
  if (Number.isInteger(value) || Math.abs(value) >= 9.95) return new Intl.NumberFormat(lang).format(Math.round(value));
  return Math.abs(value) < 0.000_095 ? powerOfTen(value, 2) : withDigits(value, lang, 2, 2);
}

/**
 * Two numbers with two significant digits each, or more where they would look the same; alike if no six tell them apart.
 *
 * @param {number} one
 * @param {number} other
 * @param {string} lang
 * @returns {[string, string]}
 */
export function toldApart(one, other, lang) {
  if (twoDigits(one, lang) !== twoDigits(other, lang)) return [twoDigits(one, lang), twoDigits(other, lang)];
  const small = Math.min(Math.abs(one), Math.abs(other)) < 0.000_095;
  const written = (value, most) => (small ? powerOfTen(value, most) : withDigits(value, lang, most, most));
  const digits = [3, 4, 5, 6].find((most) => written(one, most) !== written(other, most));
  return digits ? [written(one, digits), written(other, digits)] : [twoDigits(one, lang), twoDigits(other, lang)];
}

/** The same number with six significant digits. */
export function sixDigits(value, lang) {
  return value && Math.abs(value) < 0.000_001 ? powerOfTen(value, 6) : withDigits(value, lang, 1, 6);
}

const withDigits = (value, lang, least, most) =>
  new Intl.NumberFormat(lang, { minimumSignificantDigits: least, maximumSignificantDigits: most }).format(value);

function powerOfTen(value, digits) {
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  const raised = exponent
    .replace("+", "")
    .replace("-", "⁻")
    .replace(/\d/gu, (digit) => RAISED[Number(digit)]);
  return `${mantissa}×10${raised}`;
}

/** How many times less likely, in words where these are shorter: "880 million". */
export function timesLess(ratio, lang) {
  if (ratio >= 1e15) return `10${String(Math.round(Math.log10(ratio))).replace(/\d/gu, (d) => RAISED[Number(d)])}`;
  const shape = { notation: "compact", compactDisplay: "long", maximumSignificantDigits: 2 };
  return new Intl.NumberFormat(lang, /** @type {any} */ (shape)).format(ratio);
}

/**
 * The hues of words that are shown together: a word keeps its own from step to step, and no two have the same.
 *
 * @param {string[]} words
 * @param {Map<string, number>} before    word -> its hue in an earlier step
 * @returns {Map<string, number>}
 */
export function huesOf(words, before) {
  const hues = new Map(before);
  const taken = new Set();
  for (const word of words) {
    const own = hues.get(word);
    if (own === undefined) continue;
    if (taken.has(own)) hues.delete(word);
    taken.add(own);
  }
  for (const word of words) {
    if (hues.has(word)) continue;
    const free = WORD_HUES.find((hue) => !taken.has(hue)) ?? WORD_HUES[0];
    hues.set(word, free);
    taken.add(free);
  }
  return hues;
}

/**
 * What the words shown give to each piece: piece -> word -> how much.
 *
 * @param {SegmentedWord[]} words
 * @param {number[]} counts       of all words
 * @returns {Map<number, Map<number, number>>}
 */
export function givenTo(words, counts) {
  const given = new Map();
  for (const { word, flows } of words) {
    for (const { piece, often } of flows) {
      if (!given.has(piece)) given.set(piece, new Map());
      given.get(piece).set(word, often * counts[word]);
    }
  }
  return given;
}

/**
 * How much of a piece's count comes from what is lit: a word, or one of its ways.
 *
 * @param {UnigramThing} thing
 * @param {number} piece
 * @param {SegmentedWord[]} words
 * @param {number[]} counts
 */
export function givenBy(thing, piece, words, counts) {
  const word = words.find((one) => one.word === thing.word);
  if (!word) return 0;
  if (thing.way === undefined) {
    return (word.flows.find((flow) => flow.piece === piece)?.often ?? 0) * counts[word.word];
  }
  const { pieces, share } = word.ways[thing.way];
  return pieces.filter((one) => one === piece).length * (share ?? 0) * counts[word.word];
}

/**
 * The row of a pruning whose words are shown split again: that which is lit, or the dearest of those that are removed
 * and that a word needs, if there is one.
 *
 * @param {View} view
 * @param {UnigramThing | null} thing
 * @returns {PieceBar | null}
 */
export function splitAgainOf(view, thing) {
  if (view.kind !== "prune") return null;
  const lit = view.rows.find(({ piece }) => piece === thing?.piece);
  if (lit) return lit;
  const removed = view.rows.filter(({ standing }) => standing === "removed");
  const dearest = (best, row) => (!best || row.value > best.value ? row : best);
  return removed.filter(({ resplit }) => resplit?.length).reduce(dearest, null);
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
