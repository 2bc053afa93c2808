/**
 * Where things are in the picture of a lattice, in pixels, and which part of a long word is drawn. Nothing here is
 * drawn.
 *
 * @typedef {object} Sizes
 * @property {number} step      from one position to the next
 * @property {number} left      where position 0 of the drawn part is
 * @property {number} row       how much higher an arc is for each character of its piece
 * @property {number} axis      where the positions are, from the top
 * @property {boolean} isRoomy  whether there is room for a probability beside its neighbors, and for long costs
 * @property {boolean} isTall   whether a label may have two lines
 */

const CHARACTERS = 14; // so many of a word are drawn at most
const LEAST_STEP = 34; // pixels from one position to the next
const WIDEST_STEP = 112;
const TIGHT_STEP = 46; // a probability of seven characters has room beside its neighbors
const ROOMY_STEP = 54; // and so where the word scrolls
const WORTH_LETTER = 6.6; // the width of a character of a probability
const FULL_STEP = 72; // from here on arcs are as thick as their shares say
const TWO_LINES = 34; // a row with labels of two lines
const HIGHEST_ROW = 104; // a row takes no more
const ABOVE = 56; // for the highest label, above a thick arc and a position
const BELOW = 44; // for letters and costs
const SIDE = 22; // for half a position and half a cost

/** How many characters have room. isScrolling: whether a word may be wider than its room. */
export function roomFor(width, isScrolling = false) {
  if (isScrolling) return CHARACTERS;
  return Math.max(6, Math.min(CHARACTERS, Math.floor((width - 2 * SIDE) / LEAST_STEP)));
}

/**
 * How wide a drawing is that may scroll sideways: probabilities have room beside their neighbors. A word that fits with
 * its letters nearer to each other does not scroll: a few pixels would hide the half of its last position.
 */
export function scrollingWidth(width, characters, scale = 1) {
  const needed = (step) => (2 * SIDE + characters * step) * scale;
  return needed(TIGHT_STEP) <= width ? width : needed(ROOMY_STEP);
}

/** The positions of a word that are drawn: those around one, moved by half of what has room, not with every step. */
export function stretch(at, length, room) {
  const block = Math.max(1, Math.floor((room - 2) / 2));
  const first = Math.max(0, Math.min(Math.floor(at / block) * block - block, length - room));
  return { first, last: Math.min(length, first + room) };
}

/**
 * @param {{ width: number, height: number, scale: number }} room    scale: of a page with larger type
 * @param {number} characters
 * @param {number} longest              the length of the longest piece
 * @returns {Sizes}
 */
export function latticeSizes({ width, height, scale }, characters, longest) {
  const step = Math.min(WIDEST_STEP * scale, (width - 2 * SIDE * scale) / Math.max(1, characters));
  const row = Math.max(8, Math.min(HIGHEST_ROW * scale, (height - (ABOVE + BELOW) * scale) / Math.max(1, longest)));
  const used = row * longest + (ABOVE + BELOW) * scale;
  return {
    step,
    row,
    left: (width - step * characters) / 2,
    axis: (height + used) / 2 - BELOW * scale,
    isRoomy: step >= TIGHT_STEP * scale,
    isTall: row >= TWO_LINES * scale,
  };
}

/** The path of an arc from one place to another, so many pixels high. */
export function arcPath(start, end, axis, height) {
  const top = axis - height / 0.75; // of the two points that pull a cubic curve up
  const lean = Math.min(10, (end - start) / 8);
  return `M${start} ${axis}C${start + lean} ${top} ${end - lean} ${top} ${end} ${axis}`;
}

/** How thick an arc is, for its share of all segmentations. */
export const thickness = (share, scale = 1) => (1.6 + 9.4 * share) * scale;

/** How large the letters of pieces are where positions are near to each other: as much smaller as these are nearer. */
export const smaller = (step, scale = 1) => Math.max(TIGHT_STEP, Math.min(ROOMY_STEP, step / scale)) / ROOMY_STEP;

/** Whether a probability has room: pieces of one length may begin at neighboring positions. */
export const hasRoom = (written, step, scale = 1) => [...written].length * WORTH_LETTER * scale <= step;

/** How much thinner arcs are whose feet are near to each other: they leave room for the labels between them. */
export const thinner = (step, scale = 1) => Math.min(1, step / (FULL_STEP * scale));
