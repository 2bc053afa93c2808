/**
 * Choosing two neighbors in the words of a picture: one box and then the box beside it, or the gap between two at once.
 * Nothing here is drawn.
 *
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Edges
 * @typedef {{ place: number } | { gap: number }} Spot    a box of a word by its place, or the gap after the box of a place
 * @typedef {{ word: unknown, place: number }} Chosen     the box that was chosen first
 */

/**
 * Where a point is in a word: on a box, or in the gap between two boxes of one line; the nearest box where it is neither.
 *
 * @param {Edges[]} boxes    in the order in which they are seen: lines from the top, boxes from the left
 * @returns {Spot | null}
 */
export function spotAt(boxes, x, y) {
  const line = boxes.filter((box) => isInLine(box, nearestLine(boxes, y)));
  for (const [at, box] of line.entries()) {
    const place = boxes.indexOf(box);
    if (x <= box.right || at === line.length - 1) return { place };
    if (x < line[at + 1].left) return { gap: place };
  }
  return null;
}

/** The edges of the line that is nearest to a height. */
function nearestLine(boxes, y) {
  const away = ({ top, bottom }) => Math.max(top - y, y - bottom, 0);
  return boxes.reduce((best, box) => (away(box) < away(best) ? box : best), boxes[0]);
}

function isInLine(box, line) {
  const middle = (box.top + box.bottom) / 2;
  return middle >= line.top && middle <= line.bottom;
}

/**
 * What a press on a word leads to. pair: the place of the left one of two neighbors, if these are chosen now.
 *
 * @param {Chosen | null} chosen
 * @param {Spot} spot
 * @returns {{ chosen: Chosen | null, pair: number | null }}
 */
export function pressed(chosen, word, spot) {
  if ("gap" in spot) return { chosen: null, pair: spot.gap };
  const { place } = spot;
  if (chosen?.word !== word) return { chosen: { word, place }, pair: null };
  const distance = Math.abs(chosen.place - place);
  if (distance === 1) return { chosen: null, pair: Math.min(chosen.place, place) };
  return { chosen: distance ? { word, place } : null, pair: null };
}
