/**
 * Ways through a lattice: the best one to a position, what an arc is at a moment, which segmentations use it. Nothing
 * here is drawn.
 *
 * @typedef {import("../../payloads").LatticeArc} Arc
 * @typedef {import("../../payloads").LatticePosition} Position
 * @typedef {import("../../payloads").LatticePath} Path
 * @typedef {Pick<import("../../payloads").LatticePicture, "arcs" | "positions" | "best">} Lattice
 * @typedef {{ arc?: number, path?: number } | null} Thing    by its number
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

/**
 * The arcs of the best way to a position, from the left.
 *
 * @param {number} position
 * @param {Arc[]} arcs
 * @param {Position[]} positions
 */
export function wayTo(position, arcs, positions) {
  const way = [];
  for (let at = position; at > 0; ) {
    const best = positions[at].arcs[0].arc;
    way.unshift(best);
    at = arcs[best].begin;
  }
  return way;
}

/**
 * The arcs that a moment is about: the best way to its position, or while going back those followed so far.
 *
 * @param {Moment} moment
 * @param {Lattice} lattice
 */
export function wayAt({ at, back, asks }, { arcs, positions, best }) {
  if (back) return best.filter((number) => arcs[number].begin >= at);
  return asks ? [] : wayTo(at, arcs, positions);
}

/**
 * @param {Moment} moment
 * @param {Lattice} lattice
 * @returns {State[]} of every arc
 */
export function statesAt(moment, lattice) {
  const { at, filled, back } = moment;
  const way = new Set(wayAt(moment, lattice));
  return lattice.arcs.map(({ end }, number) => {
    if (way.has(number)) return "path";
    if (!back && end === at) return "here";
    if (end > filled) return "later";
    return lattice.positions[end].arcs[0].arc === number ? "kept" : "seen";
  });
}

/**
 * The arcs that share the best cost at the position of a moment, where several do.
 *
 * @param {Moment} moment
 * @param {Position[]} positions
 */
export function tiedAt({ at, back, asks }, positions) {
  const { arcs, tied } = positions[at];
  return back || asks || tied < 2 ? [] : arcs.slice(0, tied).map(({ arc }) => arc);
}

/**
 * The numbers of the segmentations that use a thing.
 *
 * @param {Thing} thing
 * @param {Path[]} paths
 */
export function using(thing, paths) {
  if (thing?.path !== undefined) return [thing.path];
  if (thing?.arc === undefined) return [];
  return paths.flatMap(({ arcs }, place) => (arcs.includes(thing.arc) ? [place] : []));
}

/**
 * The arcs of a thing.
 *
 * @param {Thing} thing
 * @param {Path[]} paths
 */
export function arcsOf(thing, paths) {
  if (thing?.path !== undefined) return paths[thing.path].arcs;
  return thing?.arc === undefined ? [] : [thing.arc];
}
