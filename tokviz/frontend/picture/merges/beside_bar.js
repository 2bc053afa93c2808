/*
 * A row of the candidates in a hall: the pair, a short bar, the number, and beside it the words that add up to it. Nothing
 * is cut: a sum that is too long for its row ends in an ellipsis between two words. Nothing here is drawn.
 */

import { cellWidth } from "../word_layout.js";

const CHIP_LETTER = 0.6; // the width of a letter of a chip, in em
const CHIP_MARK = 0.43; // and of a sign of its mark
const CHIP_SIDES = 0.68; // what a chip is wider than its letters
const NARROWEST_CHIP = 1.5; // a chip
const SEEN_ROWS = 12; // of a step that are ever seen

/**
 * How wide the widest pair of a training is, in em of a chip.
 *
 * @param {{ candidates?: import("../../payloads").Candidates }[]} frames
 * @param {(symbol: number) => string} textOf
 * @param {string[]} marks
 */
export function widestPair(frames, textOf, marks) {
  const widths = new Map();
  const widthOf = (symbol) => {
    if (!widths.has(symbol)) widths.set(symbol, chipWidth(textOf(symbol), marks));
    return widths.get(symbol);
  };
  const pairs = frames.flatMap(
    ({ candidates }) => candidates?.rows.slice(0, SEEN_ROWS).concat(candidates.leader ?? []) ?? [],
  );
  return Math.max(2 * NARROWEST_CHIP, ...pairs.map(({ left, right }) => widthOf(left) + widthOf(right) + 0.25));
}

function chipWidth(text, marks) {
  const mark = marks.find((candidate) => text.startsWith(candidate) || text.endsWith(candidate)) ?? "";
  const letters = cellWidth({ letters: text, after: "" }) - mark.length;
  return Math.max(NARROWEST_CHIP, letters * CHIP_LETTER + mark.length * CHIP_MARK + CHIP_SIDES);
}

/** The longest number of a training, in characters. @param {{ candidates?: import("../../payloads").Candidates }[]} frames */
export function longestWorth(frames) {
  return Math.max(
    1,
    ...frames.flatMap(({ candidates }) => candidates?.rows.slice(0, SEEN_ROWS).map(({ worth }) => worth.length) ?? []),
  );
}

/**
 * As many parts of a sum as there is room for.
 *
 * @param {string[]} parts
 * @param {number} room                          in pixels
 * @param {(text: string) => number} widthOf     of a text, in pixels
 */
export function fittingSum(parts, room, widthOf) {
  for (let count = parts.length; count > 0; count -= 1) {
    const text = [...parts.slice(0, count), ...(count < parts.length ? ["…"] : [])].join(" + ");
    if (widthOf(text) <= room) return text;
  }
  return "";
}

/** How wide texts are in a font. @returns {(text: string) => number} */
export function ruler(font) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  return (text) => context.measureText(text).width;
}
