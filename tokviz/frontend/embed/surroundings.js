/* What a picture has to know of a page that is not ours. */

const NUMBERS = /[\d.]+(?:e-?\d+)?/gu;
const UNSCALED = 0.01; // sizes are whole pixels

/** Whether a color, as `color(srgb 1 1 1)`, is nearer to white than to black. */
export function isLight(color) {
  const [red, green, blue] = (color.replace("srgb", "").match(NUMBERS) ?? []).map(Number);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5;
}

/** How much larger an element is on the screen than by its own measures; 0 while it is not shown. */
export function scaleOf(/** @type {HTMLElement} */ host) {
  const scale = host.offsetWidth ? host.getBoundingClientRect().width / host.offsetWidth : 0;
  return Math.abs(scale - 1) < UNSCALED ? 1 : scale;
}
