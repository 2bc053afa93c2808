/**
 * Which chips of a row are marked, and how.
 *
 * @typedef {[number, number, "new" | "next"]} Span      start, length, mark: chips just made, or about to be merged
 */

/**
 * The chips of a row, by place, in runs. New ones are marked one by one; those about to be merged share an outline.
 *
 * @param {number} length
 * @param {Span[]} spans
 * @returns {{ isOutlined: boolean, marked: { place: number, isNew: boolean }[] }[]}
 */
export function runs(length, spans) {
  const of = (wanted) =>
    spans
      .filter(([, , mark]) => mark === wanted)
      .map(([start, count]) => /** @type {[number, number]} */ ([start, start + count]));
  const made = of("new");
  const outlines = new Map(of("next"));
  const isNew = (place) => made.some(([start, end]) => start <= place && place < end);
  const found = [];
  for (let start = 0; start < length; ) {
    const isOutlined = outlines.has(start);
    let end = start + 1;
    while (end < length && (isOutlined ? end < outlines.get(start) : !outlines.has(end))) end += 1;
    const places = Array.from({ length: end - start }, (_, i) => start + i);
    found.push({ isOutlined, marked: places.map((place) => ({ place, isNew: isNew(place) })) });
    start = end;
  }
  return found;
}
