/**
 * What belongs together in the picture of an encoding: the rows of a choice and places of the word. Nothing here is
 * drawn.
 *
 * What a step chooses from is Choice of payloads.d.ts.
 *
 * @typedef {{ try: number } | { symbol: number }} Thing
 */

/**
 * The rows that fit, in their order: what comes next is always among them.
 *
 * @param {import("../../payloads").Attempt[]} tries
 * @param {number} room
 */
export function triesThatFit(tries, room) {
  const every = tries.map((_, place) => place);
  if (every.length <= room) return every;
  const next = tries.findIndex(({ kind }) => kind === "wins");
  return next < room ? every.slice(0, room) : [...every.slice(0, room - 1), next];
}

/** The row of a choice that is about a pair of neighbors; -1 if none is. */
export function tryOf(tries, names) {
  return tries.findIndex(
    ({ names: own }) => own.length === names.length && own.every((name, place) => name === names[place]),
  );
}

/**
 * How a row of a word is covered by places: for each symbol how wide it is, and whether it belongs.
 *
 * @param {number[]} widths       of its symbols, in letters
 * @param {import("../../payloads").SymbolPlace[]} places
 */
export function coverage(widths, places) {
  const isIn = (at) => places.some(({ start, length }) => start <= at && at < start + length);
  return widths.map((width, at) => ({ width, isIn: isIn(at) }));
}

/**
 * The merges on a ruler, in their order: all if they are few, else those that the word has or that went into it.
 *
 * @param {number} merges         how many there are
 * @param {boolean} isWhole       whether all of them are shown
 * @param {import("../../payloads").Attempt[]} tries
 * @param {Set<number>} used      the numbers of those that went into the word
 */
export function rungs(merges, isWhole, tries, used) {
  const here = new Map();
  tries.forEach(({ number, names, kind }, place) => {
    if (number !== undefined && !here.has(number)) here.set(number, { names, kind, place });
  });
  const every = isWhole ? Array.from({ length: merges }, (_, at) => at + 1) : [...new Set([...here.keys(), ...used])];
  return every
    .sort((one, other) => one - other)
    .map((number) => {
      const { names = [], kind = "", place = null } = here.get(number) ?? {};
      const kinds = [kind && (kind === "wins" ? "wins" : "here"), used.has(number) && "used"].filter(Boolean);
      return { number, kinds, place, names };
    });
}
