/* Lists whose elements stay from one drawing to the next: they may have the focus, or be on their way. */

/** Put an element at its place in a list, unless it is there. */
export function putAt(list, node, place) {
  if (list.children[place] !== node) list.insertBefore(node, list.children[place] ?? null);
}

/** Fill a list again, unless it has these elements already. */
export function refill(list, nodes) {
  const isSame = nodes.length === list.children.length && nodes.every((node, place) => node === list.children[place]);
  if (!isSame) list.replaceChildren(...nodes);
}

const LEAVE_MS = 400; // how long an element that goes is still there: longer than any motion of a step

/**
 * Elements by key, or what is kept with each. A drawing takes those that it shows: one that comes is made once and
 * stays. Then the others go. Where a script moves the list (motion.js), `dropped` names them; where the sheet does, they
 * are marked `leaving`, move and fade, and are then taken off the page; where the key of one comes back before that, so
 * does the element.
 */
export class KeyedNodes extends Map {
  leaving = new Map(); // key -> entry and the timer that takes it off
  taken = new Set(); // since the last time that others were let go

  /** nodeOf: the element of an entry. */
  constructor(nodeOf = (entry) => entry) {
    super();
    this.nodeOf = nodeOf;
  }

  /** The entry of a key; make: makes one. */
  take(key, make) {
    this.taken.add(key);
    if (!this.has(key)) this.set(key, this.comeBack(key) ?? make());
    return this.get(key);
  }

  comeBack(key) {
    const [entry, timer] = this.leaving.get(key) ?? [];
    if (!entry) return null;
    clearTimeout(timer);
    this.leaving.delete(key);
    const node = this.nodeOf(entry);
    node.classList.remove("leaving");
    node.inert = false;
    return entry;
  }

  /** Forget those that were not taken since the last time, and return their elements. */
  dropped() {
    const others = [...this].filter(([key]) => !this.taken.has(key));
    for (const [key] of others) this.delete(key);
    this.taken.clear();
    return others.map(([, entry]) => this.nodeOf(entry));
  }

  /**
   * Let those go that were not taken since the last time. isStill: at once; mark: what else changes in one that goes.
   */
  letGo(isStill, mark = null) {
    for (const [key, entry] of this) {
      if (this.taken.has(key)) continue;
      this.delete(key);
      const node = this.nodeOf(entry);
      mark?.(entry, key);
      node.classList.add("leaving");
      node.inert = true;
      this.leaving.set(key, [entry, setTimeout(() => this.remove(key), LEAVE_MS)]);
    }
    this.taken.clear();
    if (isStill) for (const key of [...this.leaving.keys()]) this.remove(key);
  }

  remove(key) {
    const [entry, timer] = this.leaving.get(key);
    clearTimeout(timer);
    this.leaving.delete(key);
    this.nodeOf(entry).remove();
  }

  /** Forget all; their list has been emptied. */
  clear() {
    for (const [, timer] of this.leaving.values()) clearTimeout(timer);
    this.leaving.clear();
    super.clear();
  }
}

const waiting = new WeakMap(); // list -> the timer that puts it in order

/**
 * Have the elements of a list follow each other as they are seen, for the keyboard and for screen readers; what is
 * leaving may be anywhere. A browser that cannot move an element without ending its motion does it after that.
 */
export function arrange(list, nodes, isStill) {
  clearTimeout(waiting.get(list));
  if (list.moveBefore) reorder(list, nodes, (node, next) => list.moveBefore(node, next));
  else if (isStill) reorder(list, nodes, (node, next) => list.insertBefore(node, next));
  else
    waiting.set(
      list,
      setTimeout(() => arrange(list, nodes, true), LEAVE_MS),
    );
}

function reorder(list, nodes, move) {
  const active = list.getRootNode().activeElement;
  let next = null;
  let last = list.lastElementChild;
  for (const node of [...nodes].reverse()) {
    if (node.parentNode !== list) continue;
    while (last?.classList.contains("leaving")) last = last.previousElementSibling;
    if (last === node) last = node.previousElementSibling;
    else move(node, next);
    next = node;
  }
  if (active && active !== list.getRootNode().activeElement) active.focus({ preventScroll: true });
}
