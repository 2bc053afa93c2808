/* The code of a live class. */

/** A code with a space in it, as it is read out. */
export function spaced(code) {
  const half = code.length / 2;
  return `${code.slice(0, half)} ${code.slice(half)}`;
}
