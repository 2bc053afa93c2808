/* Which part of a trace a replay shows. */

const STEP = /^#\d+$/u;

/** The part with the most frames on both sides of a step. */
export function partWith(parts, step) {
  const room = ({ first, frames }) => Math.min(step - first, first + frames.length - 1 - step);
  return parts.reduce((best, part) => (room(part) > room(best) ? part : best));
}

/** The step that an address asks for, as in replay.html#3; null if it asks for none. */
export function stepIn(hash) {
  return STEP.test(hash) ? Number(hash.slice(1)) : null;
}
