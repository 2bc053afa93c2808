/* Which elements of a list can stay when its order changes. Nothing here is drawn. */

/**
 * The places in `numbers` of the longest part that is in rising order already. Numbers below 0 are never part of it.
 *
 * @param {number[]} numbers
 * @returns {Set<number>}
 */
export function placesInOrder(numbers) {
  const ends = []; // length of a part, less 1 -> the place of its last number, the lowest that there can be
  const before = [];
  for (const [place, number] of numbers.entries()) {
    if (number < 0) continue;
    const longer = ends.findIndex((end) => numbers[end] >= number);
    const length = longer < 0 ? ends.length : longer;
    before[place] = ends[length - 1];
    ends[length] = place;
  }
  const places = new Set();
  for (let place = ends.at(-1); place !== undefined; place = before[place]) places.add(place);
  return places;
}
