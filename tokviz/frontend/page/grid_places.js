/* Where arrow keys lead in rows of buttons. Nothing here is drawn. */

/** The buttons of a table, row by row; null where a place has none. */
export function cellsOf(table) {
  return [...table.rows].map((row) => [...row.cells].map((cell) => cell.querySelector("button")));
}

/**
 * The thing that a key leads to: the next one in its row or its column, without empty places.
 *
 * @template T
 * @param {(T | null)[][]} rows
 * @param {T | null} from
 * @param {string} key
 * @returns {T | null}    null: the key is not for this, or nothing lies there
 */
export function nextPlace(rows, from, key) {
  const at = rows.findIndex((cells) => cells.includes(from));
  if (at < 0) return null;
  const column = rows[at].indexOf(from);
  const row = rows[at];
  const inColumn = rows.map((cells) => cells[column]);
  const firstOf = (things) => things.find(Boolean) ?? null;
  const lastOf = (things) => things.findLast(Boolean) ?? null;
  const places = {
    ArrowRight: () => firstOf(row.slice(column + 1)),
    ArrowLeft: () => lastOf(row.slice(0, column)),
    ArrowDown: () => firstOf(inColumn.slice(at + 1)),
    ArrowUp: () => lastOf(inColumn.slice(0, at)),
    Home: () => firstOf(row),
    End: () => lastOf(row),
  };
  return Object.hasOwn(places, key) ? places[key]() : null;
}
