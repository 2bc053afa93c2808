/**
 * Where the symbols of a word are in the picture of a merging, and what each is made of. Nothing here is drawn.
 *
 * Letters keep their order whatever is merged: a merge only closes the gap between two boxes. A letter is a cell, a
 * symbol a box around its cells, and below it each merge that went into it is a line, its root.
 *
 * @typedef {object} Origins          how symbols came about, by their number in the pool of chips
 * @property {Map<number, {number: number, left: number, right: number}>} made
 * @property {Map<number, {before: string, letters: string, after: string}>} cells
 *
 * @typedef {object} Box
 * @property {number} symbol
 * @property {number} first           the place of its first cell in the word
 * @property {number} cells           how many cells it has
 * @property {number} start           where it begins and ends, in pixels
 * @property {number} end
 * @property {{start: number, width: number, cell: object}[]} places   of its cells
 * @property {number} mark            how wide the mark before its first cell is
 * @property {number} [line]          on which line of the word it is
 * @property {number} [cut]           where its letters end in an ellipsis, if it is longer than a line
 */

import { SPACE_SIGN } from "./spaces.js";

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const JOINED =
  /\p{Mark}|\u200d|[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Thai}]/u;
const LETTER_OF = /\p{Letter}/u;
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const FEW = 40; // merges: the hues of more are spread by their logarithm

/** The hue of a merge, blue (early) to orange (late), and how far it is on the way, 0 to 1; logarithmic in long traces. */
export function hueOf(number, total) {
  const spread = total <= FEW ? (number - 1) / (total - 1) : Math.log(number) / Math.log(total);
  const share = total < 2 ? 0 : spread;
  return { hue: Math.round(258 + 165 * share) % 360, share: Math.round(share * 1000) / 1000 };
}

/** The first symbols that a symbol was made from, in order. */
export function leaves(symbol, origins) {
  const parts = [];
  const waiting = [symbol];
  while (waiting.length) {
    const next = waiting.pop();
    const origin = origins.made.get(next);
    if (origin) waiting.push(origin.right, origin.left);
    else parts.push(next);
  }
  return parts;
}

/**
 * The merges that went into a symbol: which cells each covers, counted from the symbol's first, at which height above
 * its letters, and where it joined two parts. The symbol's own merge comes last.
 */
export function roots(symbol, origins) {
  const trees = [];
  const walk = (part, first) => {
    const origin = origins.made.get(part);
    if (!origin) return { cells: 1, height: 0 };
    const left = walk(origin.left, first);
    const right = walk(origin.right, first + left.cells);
    const cells = left.cells + right.cells;
    const height = Math.max(left.height, right.height) + 1;
    trees.push({ number: origin.number, first, cells, height, cut: first + left.cells });
    return { cells, height };
  };
  walk(symbol, 0);
  return trees;
}

/** How wide a cell is, in widths of a letter: marks are small, wide letters take two. */
export function cellWidth({ letters, after }) {
  const count = [...letters].reduce((sum, letter) => sum + (WIDE.test(letter) ? 1.7 : 1), 0);
  return count + after.length * 0.55;
}

/** The sizes that a picture draws with, all in pixels: a letter's width, the air beside letters, the gap of boxes. */
export const metrics = (letter) => ({ letter, pad: letter * 0.45, gap: Math.max(3, letter * 0.5) });

/** The boxes of a word, from the left; of one that is written from the right they are mirrored later. */
export function boxesOf(symbols, origins, { letter, pad, gap }) {
  const boxes = [];
  let at = 0;
  let first = 0;
  for (const symbol of symbols) {
    const cells = leaves(symbol, origins).map((leaf) => origins.cells.get(leaf) ?? UNKNOWN);
    const mark = cells[0].before.length * 0.55 * letter;
    const start = at;
    const places = [];
    at += pad + mark;
    for (const cell of cells) {
      const width = cellWidth(cell) * letter;
      places.push({ start: at, width, cell });
      at += width;
    }
    at += pad;
    boxes.push({ symbol, first, cells: cells.length, start, end: at, places, mark, before: cells[0].before });
    first += cells.length;
    at += gap;
  }
  return boxes;
}

/** Whether a box begins with a space, as a word of a text does. */
const beginsWord = ({ places }) => Boolean(places[0]?.cell.letters.startsWith(SPACE_SIGN));

/**
 * On which line each box is, and where that line begins. A line breaks before the last word that begins on it, or, where
 * there is none, between symbols.
 */
function breakIntoLines(boxes, width) {
  const lines = [];
  let [line, shift, first] = [0, 0, 0];
  for (const [at, { start, end }] of boxes.entries()) {
    while (end - shift > width && start > shift) {
      const word = boxes.slice(first + 1, at + 1).findLastIndex(beginsWord);
      first = word < 0 ? at : first + 1 + word;
      line += 1;
      shift = boxes[first].start;
      lines.fill({ line, shift }, first);
    }
    lines.push({ line, shift });
  }
  return lines;
}

const moved = (box, { line, shift }) => ({
  ...box,
  line,
  start: box.start - shift,
  end: box.end - shift,
  places: box.places.map((place) => ({ ...place, start: place.start - shift })),
});

/**
 * The boxes of a word on lines of a width. A symbol that is longer than a line ends in an ellipsis, and so does a word
 * of more lines than there may be.
 *
 * @returns {{ boxes: Box[], lines: number, rest: { start: number, line: number } | null }}   rest: the ellipsis of the word
 */
export function wrapped(boxes, width, { letter, pad, gap }, most = Number.POSITIVE_INFINITY) {
  const lines = breakIntoLines(boxes, width);
  const placed = boxes
    .map((box, place) => moved(box, lines[place]))
    .map((box) => (box.end > width ? shortened(box, width, letter, pad) : box));
  const count = (lines.at(-1)?.line ?? 0) + 1;
  if (count <= most) return { boxes: placed, lines: count, rest: null };
  const visible = placed.filter((box) => box.line < most);
  while (visible.length > 1 && visible.at(-1).end + gap + letter > width) visible.pop();
  const last = visible.at(-1);
  return { boxes: visible, lines: last.line + 1, rest: { start: last.end + gap, line: last.line } };
}

function shortened(box, width, letter, pad) {
  const places = box.places.filter((place) => place.start + place.width + letter + pad <= width);
  const last = places.at(-1);
  return { ...box, places, end: width, cut: last ? last.start + last.width : box.start + pad };
}

/** The sizes that letters may have, the largest first, in pixels; those of very large windows before the others. */
export const LETTER_SIZES = [28, 24, 20, 16];
export const LARGE_LETTER_SIZES = [36, 32, ...LETTER_SIZES];
export const FONT = 1.55; // how high type is whose letters are 1 wide
const LEVELS = { 16: 1, 20: 2 }; // lines below boxes of this size; below larger ones 3
const LEVEL = 4; // how high a line below a box is, of a merge that went into it
const LINE_GAP = 4; // between two lines of a word
export const LEAST_AIR = 6; // between words
const MOST_AIR = 44;

/**
 * The largest size at which all words fit, on one line each; if there is none, on several. If even the smallest leaves
 * some out, `fits` is false. wraps: a line is a text, whose letters are as large as they can be on several lines.
 *
 * @param {Box[][]} words     of letters that are 1 wide
 * @param {{ width: number, height: number, wraps?: boolean }} room
 */
export function fittedSize(words, room, sizes, scale = 1) {
  const needed = (size, mostLines) => {
    const sized = measuresOf(size, scale);
    const { letter } = sized.metrics;
    const lines = words.map((boxes) => placedLines(boxes, room.width / letter));
    if (Math.max(...lines) > mostLines) return Number.POSITIVE_INFINITY;
    return lines.reduce((sum, count) => sum + heightOf(count, sized) + LEAST_AIR, 0);
  };
  for (const mostLines of room.wraps ? [Number.POSITIVE_INFINITY] : [1, Number.POSITIVE_INFINITY]) {
    const size = sizes.find((candidate) => needed(candidate, mostLines) <= room.height);
    if (size) return { size, fits: true };
  }
  return { size: sizes.at(-1), fits: false };
}

const READABLE = 14; // pixels that a letter is wide: a word of smaller ones is on several lines, if it may be
const WORTH_LINES = 1.3; // so many times as large are letters on several lines, or they are on one
const CHIP = 2.2; // how high a box is, in widths of a letter
const UNDER = 0.8; // the lines of merges below a box have so much, in the same
const LEAST_UNDER = 0.4; // and no less where a word is on several lines
const AROUND_LINE = 8; // frames above and below a word

/**
 * How wide a letter is where each word is on a line, and on how many lines a word is that may be on several: one, as long
 * as its letters are readable, else as many as give the largest letters. What is longer still is scrolled, on one.
 *
 * @param {number[][]} words      symbols of each, as wide as they get
 * @param {Origins} origins
 * @param {{ width: number, height: number, wraps: boolean }} room     of a word
 * @param {{ largest: number, smallest: number, readable?: number }} sizes
 */
export function lineSize(words, origins, room, { largest, smallest, readable = READABLE }) {
  const byHeight = (room.height - AROUND_LINE) / (CHIP + 0.7);
  const one = Math.min(largest, room.width / widest(words, origins), byHeight);
  const onOne = { letter: Math.max(smallest, one), lines: 1 };
  if (!room.wraps || one >= Math.max(smallest, Math.min(readable, byHeight))) return onOne;
  const boxes = words.map((symbols) => boxesOf(symbols, origins, { ...metrics(1), gap: 0.5 }));
  for (let letter = largest; letter >= smallest; letter -= 0.5) {
    const lines = Math.max(...boxes.map((word) => placedLines(word, room.width / letter)));
    const needed = lines * (letter * (CHIP + LEAST_UNDER) + LINE_GAP) + AROUND_LINE;
    if (needed > room.height) continue;
    return one >= smallest && letter < WORTH_LINES * one ? onOne : { letter, lines };
  }
  return onOne;
}

/** What such words are drawn with, in a height. @param {{ letter: number, lines: number }} size @param {number} height */
export function lineMeasures({ letter, lines }, height) {
  const chip = letter * CHIP;
  const free = (height - 4 - AROUND_LINE) / lines - chip - (lines > 1 ? LINE_GAP : 0);
  const under = Math.max(0, Math.min(letter * UNDER, free));
  const line = chip + under + (lines > 1 ? LINE_GAP : 0);
  return {
    metrics: metrics(letter),
    chip,
    under,
    level: Math.min(LEVEL, under / 3),
    levels: 3,
    line,
    between: LINE_GAP,
  };
}

/** What words are drawn with, by the size of their letters: how high a box is, and so many lines of merges below it. */
export function measuresOf(size, scale = 1) {
  const chip = Math.round(size * scale * 1.5);
  const levels = LEVELS[size] ?? 3;
  const under = levels * LEVEL + 3;
  const line = chip + under + LINE_GAP;
  return { metrics: metrics((size * scale) / FONT), chip, levels, level: LEVEL, under, line, between: LINE_GAP };
}

/** How high a word of so many lines is. */
export function heightOf(lines, { line, between }) {
  return lines * line - between;
}

/** How many lines a word takes. */
export function placedLines(boxes, width) {
  return (breakIntoLines(boxes, width).at(-1)?.line ?? 0) + 1;
}

/** Where words of these heights begin from above: never far apart, however high the room is. */
export function placesOf(heights, room, least = LEAST_AIR, most = MOST_AIR) {
  const free = room - heights.reduce((sum, height) => sum + height, 0);
  const air = Math.max(least, Math.min(most, free / (heights.length + 0.6)));
  let at = Math.min(air * 0.6, most / 2);
  return heights.map((height) => {
    const top = at;
    at += height + air;
    return top;
  });
}

const UNKNOWN = { before: "", letters: "…", after: "" };

/** How wide the words are at a letter's width of 1. */
export function widest(words, origins) {
  const unit = metrics(1);
  return Math.max(1, ...words.map((symbols) => boxesOf(symbols, origins, { ...unit, gap: 0.5 }).at(-1)?.end ?? 1));
}

/** Whether letters of a text change their shape beside others, so that they are drawn together. */
export function isJoined(text) {
  return JOINED.test(text);
}

/** Whether a word is written from the right. */
export function isFromRight(text) {
  const letter = text.match(LETTER_OF);
  return Boolean(letter && FROM_RIGHT.test(letter[0]));
}

/**
 * Where a pointer is on a line of a word: on a box, or between two of them; edge: how much of a box belongs to its edge.
 */
export function pointedAt(boxes, { x, line = 0 }, gap, edge) {
  const at = boxes.findIndex((candidate) => (candidate.line ?? 0) === line && x < candidate.end + gap / 2);
  if (at < 0) return null;
  const box = boxes[at];
  const share = (x - box.start) / (box.end - box.start);
  if (share < edge && at) return { pair: [boxes[at - 1].symbol, box.symbol] };
  if (share > 1 - edge && at + 1 < boxes.length) return { pair: [box.symbol, boxes[at + 1].symbol] };
  return { symbol: box.symbol };
}
