/**
 * Motion of elements that stay from one drawing to the next. Each travels from the place where it was; what is new
 * fades in, and what is gone fades out where it was. The next drawing takes over what is still on its way. Nothing moves
 * in a picture that is marked `unmoved` (the first drawing, a resize), nor for people who want no motion.
 *
 * @typedef {{ left: number, top: number, width: number }} Place
 */

import { placesInOrder } from "./order.js";

// As --move, --fade and --ease in look.css: a script cannot read them without asking for styles at every step.
export const TRAVEL = { duration: 260, easing: "cubic-bezier(0.3, 0, 0.2, 1)" };
const FADING = { duration: 140 };
const UNSEEN = 0.5; // pixels: less is not seen

const travels = new WeakMap(); // element -> the motion that it is on

const canMove = (node) => !node.closest(".unmoved") && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where elements are in a list now, on their way or not. Ask before they are drawn again. */
export function placesIn(list, nodes) {
  const origin = list.getBoundingClientRect();
  return new Map(
    [...nodes].map((node) => {
      const { left, top, width } = node.getBoundingClientRect();
      return [node, { left: left - origin.left, top: top - origin.top, width }];
    }),
  );
}

/**
 * Let elements of a list travel from where they were to where they are; those that were nowhere fade in.
 *
 * @param {HTMLElement} list
 * @param {Iterable<HTMLElement>} nodes
 * @param {Map<HTMLElement, Place>} before    from placesIn
 */
export function moveFrom(list, nodes, before) {
  if (!canMove(list)) return;
  const every = [...nodes];
  for (const node of every) travels.get(node)?.cancel();
  for (const [node, { left, top }] of placesIn(list, every)) {
    const old = before.get(node);
    if (!old) fadeIn(node);
    else if (Math.abs(old.left - left) > UNSEEN || Math.abs(old.top - top) > UNSEEN) {
      const path = [{ translate: `${old.left - left}px ${old.top - top}px` }, { translate: "0px 0px" }];
      travels.set(node, node.animate(path, TRAVEL));
    }
  }
}

/** Let a new element appear; timing: of the motion, if it comes with what travels. */
export function fadeIn(node, timing = FADING) {
  if (canMove(node)) node.animate([{ opacity: 0 }, {}], timing);
}

/** How a thing falls that was removed: to the side, turning. */
export const FALL = {
  end: { opacity: 0, translate: "30px 150px", rotate: "9deg" },
  timing: { duration: 480, easing: "cubic-bezier(0.5, 0, 0.9, 0.5)" },
};

/** Let a number wait unseen until what it is about has arrived: on the way it would pass over others. */
export function arrive(node) {
  if (!canMove(node)) return;
  const duration = TRAVEL.duration + FADING.duration;
  node.animate([{ opacity: 0 }, { opacity: 0, offset: TRAVEL.duration / duration }, { opacity: 1 }], { duration });
}

/**
 * Take an element off the page: it fades where it is. Until then it comes after the others, and cannot be used.
 *
 * @param {any} node
 * @param {Place | null} [place]    where it is, if the others close up; its list is what it is placed in
 * @param {{ end: Keyframe, timing: KeyframeAnimationOptions }} [how]
 */
export function leave(node, place, how = { end: { opacity: 0 }, timing: FADING }) {
  if (!(node.isConnected && canMove(node))) {
    node.remove();
    return;
  }
  node.classList.add("leaving");
  node.classList.remove("lit"); // nothing can be said of it now
  node.inert = true;
  if (place) {
    const [left, top, width] = [place.left, place.top, place.width].map((value) => `${value}px`);
    Object.assign(node.style, { position: "absolute", left, top, width });
  }
  node.parentNode.append(node);
  const gone = () => node.remove();
  node.animate([{}, how.end], { ...how.timing, fill: "forwards" }).finished.then(gone, gone);
}

/**
 * Show rows in a list and no others, each in the element of its key, which keeps the focus. What travels is up to who
 * draws: ask for `placesIn` before, and let it `moveFrom` there behind.
 *
 * @template Row
 * @param {HTMLElement} list
 * @param {import("../lists.js").KeyedNodes} entries
 * @param {Row[]} rows
 * @param {object} how
 * @param {(row: Row) => any} how.key
 * @param {(row: Row) => any} how.make    the entry of a row that is new
 * @param {(entry: any, row: Row, place: number) => void} how.fill
 * @param {(node: HTMLElement) => void} [how.gone]    what becomes of an element that is not shown
 * @returns {HTMLElement[]}    the elements of the rows
 */
export function showRows(list, entries, rows, { key, make, fill, gone = (node) => node.remove() }) {
  const root = /** @type {Document | ShadowRoot} */ (list.getRootNode());
  const active = /** @type {HTMLElement} */ (root.activeElement);
  const nodes = rows.map((row, place) => {
    const entry = entries.take(key(row), () => make(row));
    fill(entry, row, place);
    return entries.nodeOf(entry);
  });
  entries.dropped().forEach(gone);
  putInOrder(list, nodes);
  if (active !== root.activeElement && nodes.includes(active)) active.focus({ preventScroll: true });
  return nodes;
}

/**
 * Put elements into a list in this order, before those that leave it. As few as possible are moved: one that is moved
 * can lose the focus, and what is on its way in it.
 */
export function putInOrder(list, nodes) {
  const stay = placesInOrder(nodes.map((node) => (node.parentNode === list ? childPlace(list, node) : -1)));
  let next = list.querySelector(":scope > .leaving");
  for (let place = nodes.length - 1; place >= 0; place -= 1) {
    const node = nodes[place];
    if (!stay.has(place)) putBefore(list, node, next);
    next = node;
  }
}

const childPlace = (list, node) => Array.prototype.indexOf.call(list.children, node);

function putBefore(list, node, next) {
  if (list.moveBefore && node.parentNode === list) list.moveBefore(node, next);
  else list.insertBefore(node, next);
}
