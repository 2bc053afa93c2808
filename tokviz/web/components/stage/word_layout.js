/**
 * Where the symbols of a word stand in the picture of a merging, and what each is made of. Nothing here is drawn.
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
 * @property {boolean} isMarked       whether it shows the mark before its first cell
 */

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
  const found = [];
  const waiting = [symbol];
  while (waiting.length) {
    const next = waiting.pop();
    const origin = origins.made.get(next);
    if (origin) waiting.push(origin.right, origin.left);
    else found.push(next);
  }
  return found;
}

/**
 * The merges that went into a symbol: which cells each covers, counted from the symbol's first, at which height above
 * its letters, and where it joined two parts. The symbol's own merge comes last.
 */
export function roots(symbol, origins) {
  const found = [];
  const walk = (one, first) => {
    const origin = origins.made.get(one);
    if (!origin) return { cells: 1, height: 0 };
    const left = walk(origin.left, first);
    const right = walk(origin.right, first + left.cells);
    const cells = left.cells + right.cells;
    const height = Math.max(left.height, right.height) + 1;
    found.push({ number: origin.number, first, cells, height, cut: first + left.cells });
    return { cells, height };
  };
  walk(symbol, 0);
  return found;
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

const UNKNOWN = { before: "", letters: "…", after: "" };

/** How wide the words are at a letter's width of 1. */
export function widest(words, origins) {
  const one = metrics(1);
  return Math.max(1, ...words.map((symbols) => boxesOf(symbols, origins, { ...one, gap: 0.5 }).at(-1)?.end ?? 1));
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

/** Where a pointer is on a word: on a box, or between two of them; edge: how much of a box belongs to its edge. */
export function pointedAt(boxes, x, gap, edge) {
  const at = boxes.findIndex(({ end }) => x < end + gap / 2);
  if (at < 0) return null;
  const box = boxes[at];
  const share = (x - box.start) / (box.end - box.start);
  if (share < edge && at) return { pair: [boxes[at - 1].symbol, box.symbol] };
  if (share > 1 - edge && at + 1 < boxes.length) return { pair: [box.symbol, boxes[at + 1].symbol] };
  return { symbol: box.symbol };
}
