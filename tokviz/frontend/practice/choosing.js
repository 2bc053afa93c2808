/* What a press on a symbol means where two neighbors are to be chosen. Nothing here is drawn. */

/**
 * @typedef {[number, number]} Spot     number of a word, and of a symbol in it
 */

/**
 * What is chosen after a press: one symbol, or with its neighbor a pair, which is named by its first symbol.
 *
 * @param {Spot | null} chosen    the symbol that was chosen before
 * @param {Spot} pressed
 * @returns {{ chosen: Spot | null, pair: Spot | null }}
 */
export function afterPress(chosen, [word, place]) {
  const distance = chosen?.[0] === word ? place - chosen[1] : null;
  if (distance === 0) return { chosen: null, pair: null }; // pressed again: taken back
  if (distance === 1) return { chosen: null, pair: [word, place - 1] };
  if (distance === -1) return { chosen: null, pair: [word, place] };
  return { chosen: [word, place], pair: null };
}

/**
 * Where an arrow key leads.
 *
 * @param {number[]} lengths    how many symbols each word has
 * @param {Spot} spot
 * @param {string} key
 * @returns {Spot | null}       null: the key is not for this
 */
export function afterArrow(lengths, [word, place], key) {
  const within = (value, length) => Math.min(Math.max(value, 0), length - 1);
  if (key === "ArrowLeft") return [word, within(place - 1, lengths[word])];
  if (key === "ArrowRight") return [word, within(place + 1, lengths[word])];
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (!step) return null;
  const next = within(word + step, lengths.length);
  return [next, within(place, lengths[next])];
}
