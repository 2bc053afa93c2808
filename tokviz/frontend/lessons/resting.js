/* Buttons that have just come to their place, where a second press may still be meant for what was there before. */

const RESTING_MS = 1000; // a hurried second press comes sooner, and nobody has read a question by then
const AT_ONE_PLACE = 24; // pixels

/** @type {WeakMap<HTMLElement, { timer: ReturnType<typeof setTimeout> }>} */
const resting = new WeakMap();

/** Let a button take no press for a moment. Returns it. @template {HTMLElement} T @param {T} node @returns {T} */
export function letRest(node) {
  const before = resting.get(node);
  if (before) clearTimeout(before.timer);
  else node.addEventListener("click", refuse, { capture: true });
  node.ariaDisabled = "true";
  const rest = { timer: setTimeout(() => wake(node), RESTING_MS) };
  resting.set(node, rest);
  oncePainted(() => {
    if (resting.get(node) !== rest) return;
    clearTimeout(rest.timer);
    rest.timer = setTimeout(() => wake(node), RESTING_MS);
  });
  return node;
}

/** Call a function once a change can be seen: the first frame is before it is painted. @param {() => void} call */
function oncePainted(call) {
  requestAnimationFrame(() => requestAnimationFrame(call));
}

function wake(node) {
  node.ariaDisabled = null;
  node.removeEventListener("click", refuse, { capture: true });
  resting.delete(node);
}

/**
 * Let a place of the page take no press for a moment: what was there has gone, and something else has come. A page that
 * is busy hears of a press later than it was made, so the time of the press counts, from when the change could be seen.
 */
export function restAt(/** @type {{ x: number, y: number }} */ { x, y }) {
  let began = Number.POSITIVE_INFINITY;
  oncePainted(() => {
    began = performance.now();
  });
  const listening = new AbortController();
  const refuseNear = (/** @type {MouseEvent} */ event) => {
    if (event.timeStamp - began > RESTING_MS) listening.abort();
    else if (Math.hypot(event.clientX - x, event.clientY - y) < AT_ONE_PLACE) refuse(event);
  };
  window.addEventListener("click", refuseNear, { signal: listening.signal, capture: true });
}

/** @param {Event} event */
function refuse(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
