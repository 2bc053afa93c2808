/* Where things of the clock are: sizes on a logarithmic axis, words on a grid of letters. Nothing here is drawn. */

const CLOCK_GAP = 0.8; // between words, in widths of a letter
const NARROW_NAMES = 34; // pixels: room for a badge alone, where words wrap
/** Up to a largest size, the distance of sizes that may be written. @type {[number, number][]} */
const STEPS_WRITTEN = [
  [60, 1],
  [300, 10],
];
const LEAST_CELL = 15.5; // a smaller cell, and the words wrap

/** Which of ascending sizes is the last that is not larger; -1 before the first. */
export function vocabularyAt(sizes, size) {
  let low = 0;
  let high = sizes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sizes[middle] <= size) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The cuts of each word in each vocabulary, out of what changed: [vocabulary, word, cuts]. null is an unknown word.
 *
 * @param {[number, number, number[] | null][]} changes
 * @param {number} vocabularies
 * @param {number} words
 * @returns {(number[] | null)[][]}
 */
export function cutsByVocabulary(changes, vocabularies, words) {
  const every = [];
  let here = Array.from({ length: words }, () => /** @type {number[] | null} */ ([]));
  let next = 0;
  for (let number = 0; number < vocabularies; number += 1) {
    here = [...here];
    for (; next < changes.length && changes[next][0] === number; next += 1) here[changes[next][1]] = changes[next][2];
    every.push(here);
  }
  return every;
}

/**
 * Whether a size that is come to by a turn of 1 or -1 changes no word that is shown, and what was done there cost
 * nothing, as most early prunings.
 *
 * @param {{ grows: boolean }[]} hands
 * @param {{ number: number, place: string, free: boolean }[]} there    of each at the size
 * @param {(number[] | null)[][][]} cuts    of each, vocabulary and word
 */
export function isQuickSize(hands, there, cuts, turn) {
  return hands.every(({ grows }, hand) => {
    const { number, place, free } = there[hand];
    if (place !== "here") return true;
    const before = cuts[hand][number - turn];
    const isSame = !before || before.every((cut, word) => cut === cuts[hand][number][word]);
    return isSame && (grows !== turn > 0 || free);
  });
}

/** The boxes that cuts leave of a word of so many letters: [begin, end]; none of an unknown word. */
export function boxesBetween(cuts, letters) {
  if (!cuts) return [];
  const edges = [0, ...cuts, letters];
  return edges.slice(1).map((end, place) => [edges[place], end]);
}

/** The pixels of a size on a logarithmic axis, and the size that is nearest to a pixel. */
export function sizeAxis(smallest, largest, left, right) {
  const span = Math.log(Math.max(largest, smallest + 1) / smallest) || 1;
  const x = (one) => left + (Math.log(one / smallest) / span) * (right - left);
  const size = (pixel) => {
    const wanted = smallest * Math.exp(((pixel - left) / Math.max(1, right - left)) * span);
    return Math.round(Math.min(largest, Math.max(smallest, wanted)));
  };
  return { x, size };
}

/**
 * Whether the line of a training passes through a box: left, right, top and bottom. The tokens that it needs become
 * fewer with the size, as good as always, so its ends in the box tell.
 *
 * @param {{ sizes: number[], tokens: number[] }} hand
 * @param {{ x: (size: number) => number, y: (tokens: number) => number }} place
 * @param {[number, number, number, number]} box
 */
export function isLineThrough({ sizes, tokens }, { x, y }, [left, right, top, bottom]) {
  const from = sizes.findLastIndex((size) => x(size) <= left);
  const inside = tokens.filter((_, number) => number >= from && x(sizes[number]) <= right).map(y);
  return inside.length > 0 && Math.min(...inside) <= bottom && Math.max(...inside) >= top;
}

/** The sizes that are written at an axis: round ones, so far apart. */
export function writtenSizes(smallest, largest, x, room) {
  const step = STEPS_WRITTEN.find(([most]) => largest <= most)?.[1] ?? 50;
  const round = [];
  for (let size = smallest; size <= largest; size += 1) if (size === smallest || size % step === 0) round.push(size);
  const written = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const size of round) {
    if (x(size) - last < room) continue;
    written.push(size);
    last = x(size);
  }
  return written;
}

/**
 * How large letters are, and which words are in which line.
 *
 * @param {number[]} letters     of each word
 * @param {{ width: number, names: number, most: number, isNarrow: boolean }} room    names: width of the trainings' names;
 *   most: the largest cell
 */
export function wordGrid(letters, { width, names, most, isNarrow }) {
  const units = letters.reduce((sum, number) => sum + number, 0) + CLOCK_GAP * (letters.length - 1);
  const cell = Math.min(most, (width - names - 8) / units);
  const all = letters.map((_, word) => word);
  if (!isNarrow && cell >= LEAST_CELL) return { cell, names, gap: CLOCK_GAP * cell, lines: [all] };
  const longest = Math.max(11, ...letters);
  const wrapped = Math.min(isNarrow ? 25 : 30, (width - NARROW_NAMES - 8) / longest);
  const lines = [];
  let used = Number.POSITIVE_INFINITY;
  for (const word of all) {
    const needed = letters[word] * wrapped;
    if (used + CLOCK_GAP * wrapped + needed > width - NARROW_NAMES) {
      lines.push([]);
      used = -CLOCK_GAP * wrapped;
    }
    lines.at(-1).push(word);
    used += CLOCK_GAP * wrapped + needed;
  }
  return { cell: wrapped, names: NARROW_NAMES, gap: CLOCK_GAP * wrapped, lines };
}
