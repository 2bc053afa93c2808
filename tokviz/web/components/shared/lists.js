/* Lists whose elements stay from one drawing to the next: they may have the focus, or be on their way. */

/** Put an element at its place in a list, unless it is there. */
export function putAt(list, node, place) {
  if (list.children[place] !== node) list.insertBefore(node, list.children[place] ?? null);
}

/** Fill a list anew, unless it has these elements already. */
export function refill(list, nodes) {
  const isSame = nodes.length === list.children.length && nodes.every((node, place) => node === list.children[place]);
  if (!isSame) list.replaceChildren(...nodes);
}

/** Forget all entries but some, and take their elements off the page. nodeOf: the element of an entry. */
export function keepOnly(entries, kept, nodeOf = (entry) => entry) {
  for (const [key, entry] of entries) {
    if (kept.has(key)) continue;
    entries.delete(key);
    nodeOf(entry).remove();
  }
}
