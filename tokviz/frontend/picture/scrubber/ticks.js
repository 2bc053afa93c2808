/* The ticks of the scrubber: as many as there is room for. */

const TICK = 9; // pixels from one to the next, which is one more than the sign above a tick is wide

/** Which of these places, in pixels and in order, are far enough from the one shown before. */
export function spread(places) {
  let last = -TICK;
  return places.map((place) => {
    if (place - last < TICK) return false;
    last = place;
    return true;
  });
}

/** Hide the ticks that would be on top of others. */
export function thinOut(ticks) {
  const nodes = [...ticks.children];
  const shown = spread(nodes.map((node) => (Number.parseFloat(node.style.left) / 100) * ticks.clientWidth));
  nodes.forEach((node, place) => {
    node.hidden = !shown[place];
  });
}
