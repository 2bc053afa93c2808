/* Where things of a picture by languages are: reckoned without drawing. */

const ROUND_STEPS = [1, 2, 5, 10];
const BOX_SIZES = { letter: 0.6, around: 0.5, gap: 0.42 }; // widths in letters' sizes: of a letter, of its box besides, of a gap
export const BOX_LINE = 1.95; // heights in letters' sizes: a line of boxes, and one of the smaller boxes of plain BPE
export const PLAIN_LINE = 1.6;
const SIZE_STEP = 0.25; // pixels between two sizes of letters that are tried
const MOST_LINES = 4;

/**
 * Round numbers from `low` to `high`, at most so many steps apart; the first is not above and the last not below.
 *
 * @returns {number[]}
 */
export function roundNumbers(low, high, most) {
  const least = (high - low || 1) / most;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ROUND_STEPS.map((factor) => factor * power).find((size) => size >= least * (1 - 1e-9));
  const first = Math.floor(low / step + 1e-9);
  const count = Math.max(1, Math.ceil(high / step - 1e-9) - first);
  return Array.from({ length: count + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)));
}

/**
 * The tops of labels of one height, in their order: as wanted, but none over another or below the bottom; from 0 on, where
 * there is too little room.
 */
export function apart(wanted, height, bottom) {
  const tops = [];
  for (const top of wanted) tops.push(Math.max(top, (tops.at(-1) ?? Number.NEGATIVE_INFINITY) + height));
  let floor = Math.max(bottom, tops.length * height);
  for (let place = tops.length - 1; place >= 0; place -= 1) {
    floor -= height;
    tops[place] = Math.min(tops[place], floor);
  }
  return tops;
}

/** The place of the last number that is not above `step`. @param {number[]} numbers rising, the first is 0 */
export function placeAt(numbers, step) {
  let place = numbers.length - 1;
  while (place > 0 && numbers[place] > step) place -= 1;
  return place;
}

/** In how many lines words are set, each with so many letters, every letter in a box of its own. */
function linesNeeded(words, size, width) {
  let lines = 1;
  let used = 0;
  for (const letters of words) {
    const wide = (letters * (BOX_SIZES.letter + BOX_SIZES.around) + BOX_SIZES.gap) * size; // the last one has a gap, too
    if (used && used + wide > width) {
      lines += 1;
      used = 0;
    }
    used += wide;
  }
  return lines;
}

/**
 * The size of letters for sentences, one for all steps: the largest with which each is in one line, if that is not less
 * than `floor`, else in two, and so on. isFitting: whether there is room for these lines.
 *
 * @param {number[][]} sentences   letters of each word
 * @param {{ width: number, room: number, floor: number, most: number, isBeside: boolean }} limits   in pixels; isBeside: whether
 *     there is a line of plain BPE below each
 * @returns {{ size: number, lines: number, isFitting: boolean }}
 */
export function letterSize(sentences, { width, room, floor, most, isBeside }) {
  const unit = sentences.length * (BOX_LINE + (isBeside ? PLAIN_LINE : 0));
  for (let lines = 1; lines <= MOST_LINES; lines += 1) {
    for (let size = most; size >= floor; size -= SIZE_STEP) {
      const isFitting = lines * unit * size <= room;
      if (isFitting && sentences.every((words) => linesNeeded(words, size, width) <= lines))
        return { size, lines, isFitting };
    }
  }
  const needed = Math.max(1, ...sentences.map((words) => linesNeeded(words, floor, width)));
  return { size: floor, lines: needed, isFitting: false };
}
