/**
 * Ways through a lattice: the best one to a position, what an arc is at a moment, which segmentations use it. Nothing
 * here is drawn.
 *
 * @typedef {[number, number, string, string, string, number, string]} Arc
 *   begin, end, piece, probability, cost, share of all segmentations as a number and as it is written
 * @typedef {[string, string, [number, string][], number]} Cell
 *   cost, the same shorter, the arcs that end here (the best first) with how their costs add up, how many of them tie
 *
 * @typedef {object} Moment
 * @property {number} at         the position that it is about
 * @property {number} filled     the last position with a cost
 * @property {boolean} back      whether pointers are followed from the end
 * @property {boolean} asks      whether it is asked which arc is the best at this position, which is not filled yet
 *
 * @typedef {"path" | "here" | "later" | "kept" | "seen"} State
 *   on the best way to the position; ends at the position; not looked at yet; the best where it ends; looked at
 */

/** The arcs of the best way to a position, from the left. */
export function wayTo(position, arcs, cells) {
  const found = [];
  for (let at = position; at > 0; ) {
    const best = cells[at][2][0][0];
    found.unshift(best);
    at = arcs[best][0];
  }
  return found;
}

/** The arcs that a moment is about: the best way to its position, or while going back those followed so far. */
export function wayAt({ at, back, asks }, { arcs, cells, best }) {
  if (back) return best.filter((number) => arcs[number][0] >= at);
  return asks ? [] : wayTo(at, arcs, cells);
}

/** @returns {State[]} of every arc */
export function statesAt(moment, { arcs, cells, best }) {
  const { at, filled, back } = moment;
  const way = new Set(wayAt(moment, { arcs, cells, best }));
  return arcs.map(([, end], number) => {
    if (way.has(number)) return "path";
    if (!back && end === at) return "here";
    if (end > filled) return "later";
    return cells[end][2][0][0] === number ? "kept" : "seen";
  });
}

/** The arcs that share the best cost at the position of a moment, where several do. */
export function tiedAt({ at, back, asks }, cells) {
  const [, , ways, tied] = cells[at];
  return back || asks || tied < 2 ? [] : ways.slice(0, tied).map(([number]) => number);
}

/** The numbers of the segmentations that use a thing. */
export function using(thing, paths) {
  if (thing?.path !== undefined) return [thing.path];
  if (thing?.arc === undefined) return [];
  return paths.flatMap(([arcs], place) => (arcs.includes(thing.arc) ? [place] : []));
}

/** The arcs of a thing. */
export function arcsOf(thing, paths) {
  if (thing?.path !== undefined) return paths[thing.path][0];
  return thing?.arc === undefined ? [] : [thing.arc];
}
