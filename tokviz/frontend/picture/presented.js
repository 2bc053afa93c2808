/*
 * Presenting: how large the letters of words are in a hall, and how words and candidates share the window for it. What is
 * left out then is in `presented.css`. Nothing here is drawn.
 *
 * A letter has at least a 22nd of the window's height, and the largestLetter size at which all words fit in their widest state,
 * which is letters alone: so it is the same at every step.
 */

import { boxesOf, FONT, placedLines } from "./word_layout.js";

const HALL_ROWS = 22; // of letters in the height of a window
const UPRIGHT_LETTER = 16; // pixels that a letter has at least in a window that is higher than wide: its width is what counts
const MOST_OF_HEIGHT = 0.1; // of the height: letters get no larger
const BESIDE_WORD = 26; // pixels beside a word, for frames and the gap to what is beside it
const SENTENCES = [1.3, 1.15, 1]; // sizes of a sentence, in rem
const SENTENCE_LINE = 1.4; // how high a line of it is, as in the sheet

/** How much room letters have: `pad` and `gap` in widths of a letter, the others in heights of one. */
const AIRY = { pad: 0.38, gap: 0.4, chip: 1.52, air: 0.44, times: 0.6 };
const TIGHT = { pad: 0.22, gap: 0.34, chip: 1.26, air: 0.27, times: 0.5 };

/** What is tried, in this order, until letters are large enough: columns of words, and how close they are. */
const COLUMN_TRIES = [
  { columns: 1, density: AIRY },
  { columns: 1, density: TIGHT },
  { columns: 2, density: TIGHT },
];
const WIDER = [0.58, 0.68]; // shares of the width that words take where they need it
const LARGER_LINE = [1.6, 1.45, 1.3, 1.15, 1]; // letters of a text that is alone, and wraps: in the least size, what is tried
const MOST_HALL_AIR = 1.3; // between words, in heights of a letter

/**
 * @typedef {import("./word_layout.js").Origins} Origins
 *
 * @typedef {object} PresentedLayout
 * @property {number} share      of the width that the words have
 * @property {number} columns    of words
 * @property {number} size       of letters, in pixels
 * @property {number} width      of a word's line, in pixels
 * @property {number} times      how wide what is before a word is
 * @property {typeof AIRY} density
 */

/** Whether the page says that it presents. @param {Element} node   of the picture */
export const isPresented = (node) => getComputedStyle(node).getPropertyValue("--presenting") !== "";

/**
 * Make sentences as large as all of them fit on two lines.
 *
 * @param {HTMLElement} root               of the picture
 * @param {() => number} tallestOf         how high the tallest of them is, in pixels
 */
export function fitSentences(root, tallestOf) {
  const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const size of SENTENCES) {
    root.style.setProperty("--say", `${size}rem`);
    if (tallestOf() <= 2.5 * SENTENCE_LINE * size * unit) return;
  }
}

/** The least size of letters of a word, in pixels. @param {{ width: number, height: number }} view   the window */
export const leastLetter = ({ width, height }) => (width < height ? UPRIGHT_LETTER : Math.ceil(height / HALL_ROWS));

/** The gap between its columns, in pixels. @param {Element} node */
export const gapOf = (node) => Number.parseFloat(getComputedStyle(node).columnGap) || 0;

/** The window. */
export const viewOf = () => ({ width: window.innerWidth, height: window.innerHeight });

/**
 * The layout of words for a hall.
 *
 * @param {object} all
 * @param {number[][]} all.words     symbols of each, as wide as they get
 * @param {Origins} all.origins
 * @param {{ width: number, height: number, gap: number }} all.room     that words and candidates share; gap: between them
 * @param {number} all.digits        of the highest count
 * @param {{ width: number, height: number }} all.view
 * @param {number} all.share         of the width that words have if they need no more
 * @returns {PresentedLayout}
 */
export function presentedLayout({ share, view, ...all }) {
  const least = leastLetter(view);
  const shares = share === 1 ? [1] : [share, ...WIDER];
  const every = shares.flatMap((part) => COLUMN_TRIES.map((attempt) => ({ ...attempt, share: part })));
  const sized = every.map((attempt) => ({ attempt, size: largestLetter(attempt, all) }));
  const isLarge = ({ size }) => size >= least;
  const large = share === 1 ? sized.filter(isLarge).sort(bySize)[0] : sized.find(isLarge);
  if (large) {
    const size = Math.min(large.size, Math.max(least, MOST_OF_HEIGHT * view.height));
    return layoutWith(large.attempt, size, all);
  }
  const tight = every.filter(({ density }) => density === TIGHT);
  const sizes = all.words.length === 1 ? LARGER_LINE.map((times) => times * least) : [least];
  const wrapping = sizes
    .flatMap((size) => tight.map((attempt) => layoutWith(attempt, size, all)))
    .map((layout) => ({ layout, needed: heightOfAll(layout, all) }));
  const enough = wrapping.find(({ needed }) => needed <= all.room.height);
  const lowest = wrapping.reduce((one, other) => (other.needed < one.needed ? other : one));
  return (enough ?? lowest).layout;
}

const bySize = (one, other) => other.size - one.size;

const timesWidth = ({ density }, digits) => density.times * 0.6 * (digits + 1) + 0.35; // in heights of a letter

const columnWidth = ({ share, columns }, { width, gap }) => ((width - gap) * share) / columns - BESIDE_WORD;

function layoutWith(attempt, size, { room, digits }) {
  const times = timesWidth(attempt, digits) * size;
  return { ...attempt, size, times, width: columnWidth(attempt, room) - times };
}

/** The largestLetter size at which each word is on one line. */
function largestLetter(attempt, { words, origins, room, digits }) {
  const { columns, density } = attempt;
  const { pad, gap, chip, air } = density;
  const wide = Math.max(1, ...words.map((word) => boxesOf(word, origins, { letter: 1, pad, gap }).at(-1)?.end ?? 1));
  const byWidth = columnWidth(attempt, room) / (wide / FONT + timesWidth(attempt, digits));
  const rows = Math.max(1, Math.ceil(words.length / columns));
  const byHeight = room.height / (rows * (chip + air));
  return Math.floor(Math.min(byWidth, byHeight) * 2) / 2;
}

/** How high all words are, each on as many lines as it needs. */
function heightOfAll(layout, { words, origins }) {
  const { metrics, chip, air } = presentedSizes(layout);
  const lines = words.map((word) => placedLines(boxesOf(word, origins, metrics), layout.width));
  let height = 0;
  for (let at = 0; at < lines.length; at += layout.columns)
    height += Math.max(...lines.slice(at, at + layout.columns)) * (chip + air);
  return height;
}

/** What words are drawn with. @param {Pick<PresentedLayout, "size" | "density">} layout */
export function presentedSizes({ size, density }) {
  const letter = size / FONT;
  const chip = size * density.chip;
  const air = size * density.air;
  return {
    metrics: { letter, pad: density.pad * letter, gap: Math.max(3, density.gap * letter) },
    chip,
    air,
    mostAir: size * MOST_HALL_AIR,
    levels: 0, // no lines of merges below a box
    level: 0,
    under: 0,
    line: chip + air,
    between: air,
    ring: Math.max(4, size * 0.1),
    farRing: Math.max(7, size * 0.16),
  };
}

/** Tell the sheet of a layout. @param {HTMLElement} node @param {PresentedLayout} layout */
export function putStyle(node, { share, times, size, density }) {
  node.style.setProperty("--words-share", `${100 * share}fr`);
  node.style.setProperty("--rest-share", `${100 - 100 * share}fr`);
  node.style.setProperty("--times-width", `${times}px`);
  node.style.setProperty("--times", `${size * density.times}px`);
}

/**
 * The words that there is room for, in columns, and how high each row of them is.
 *
 * @template Word
 * @param {Word[]} words
 * @param {Word[]} ranked     the same, those that matter most first
 * @param {{ columns: number, height: number, air: number, tall: (word: Word) => number }} room     tall: how high a word is
 */
export function wordsThatFit(words, ranked, { columns, height, air, tall }) {
  const talls = new Map(words.map((word) => [word, tall(word)]));
  for (let count = words.length; ; count -= 1) {
    const kept = new Set(ranked.slice(0, count));
    const here = words.filter((word) => kept.has(word));
    const rows = here.filter((_, at) => at % columns === 0);
    const heights = rows.map((_, at) =>
      Math.max(...here.slice(at * columns, (at + 1) * columns).map((word) => talls.get(word))),
    );
    const needed = heights.reduce((sum, high) => sum + high + air, -air);
    if (needed <= height || count <= 1) return { here, heights };
  }
}
