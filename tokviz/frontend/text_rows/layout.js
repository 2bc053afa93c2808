/**
 * Where blocks, tokens and characters go: onto pages, into lines, across rows. Everything is numbers; nothing is drawn.
 *
 * @typedef {import("../payloads").TextRows} TextRows
 * @typedef {import("../payloads").TextBlock} TextBlock
 * @typedef {import("../payloads").TextCharacter} TextCharacter
 * @typedef {import("../payloads").RowPart} RowPart
 * @typedef {{row: number, part: TextCharacter & RowPart}} InRow   row: -1 for the characters
 * @typedef {{word: number, start: number, end: number, first: number, last: number}} Stretch   start, end: with the marks
 *   at its edges; first, last: its characters alone
 */

/**
 * What is in each block, row by row, in the order of columns.
 *
 * @param {Pick<TextRows, "blocks" | "characters" | "rows">} text
 * @returns {InRow[][]}
 */
export function byBlock({ blocks, characters, rows }) {
  const inside = blocks.map(() => []);
  [characters, ...rows.map(({ parts }) => parts)].forEach((parts, place) => {
    let block = 0;
    for (const part of parts) {
      while (block < blocks.length - 1 && blocks[block].end <= part.start) block += 1;
      inside[block]?.push({ row: place - 1, part });
    }
  });
  return inside;
}

/**
 * First block and the one behind the last of each page: as many tokens as may be drawn, whole words if that can be.
 *
 * @param {TextBlock[]} blocks
 * @param {number[]} tokens   of each block
 * @param {number} most       that may be drawn
 * @returns {[number, number][]}
 */
export function pagesOf(blocks, tokens, most) {
  /** @type {[number, number][]} */
  const pages = [[0, 0]];
  let count = 0; // of tokens on the page
  let word = [0, 0]; // where the latest word begins, and how many tokens the page has before it
  blocks.forEach(({ before }, block) => {
    if (before !== "inside") word = [block, count];
    while (count + tokens[block] > most && block > pages.at(-1)[0]) {
      const [start, earlier] = word[0] > pages.at(-1)[0] ? word : [block, count];
      pages.at(-1)[1] = start;
      pages.push([start, block]);
      count -= earlier;
      word = [start, 0];
    }
    count += tokens[block];
    pages.at(-1)[1] = block + 1;
  });
  return pages;
}

/**
 * The numbers of the blocks of each line: broken at the ends of lines, else before a word that does not fit, else
 * within it.
 *
 * @param {TextBlock[]} blocks
 * @param {number[]} widths   of the blocks
 * @param {number} room       width of a line
 * @param {number} apart      width of a space
 * @returns {number[][]}
 */
export function linesOf(blocks, widths, room, apart) {
  const lines = [];
  let used = 0;
  const begin = () => {
    lines.push([]);
    used = 0;
  };
  for (let block = 0; block < blocks.length; ) {
    let end = block + 1; // of the word
    while (end < blocks.length && blocks[end].before === "inside") end += 1;
    const length = widths.slice(block, end).reduce((sum, width) => sum + width, 0);
    if (blocks[block].before === "line" || !lines.length || used + apart + length > room) begin();
    if (used) used += apart;
    for (; block < end; block += 1) {
      if (used + widths[block] > room && lines.at(-1).length) begin();
      lines.at(-1).push(block);
      used += widths[block];
    }
  }
  return lines;
}

/**
 * The words of a text as stretches of columns, in their order: a word ends where another can be picked, and at a space.
 *
 * @param {TextBlock[]} blocks
 * @param {TextCharacter[]} characters
 * @returns {Stretch[]}
 */
export function stretchesOf(blocks, characters) {
  const stretches = [];
  let before; // the word of the character before
  byBlock({ blocks, characters, rows: [] }).forEach((inside, number) => {
    const block = blocks[number];
    inside.forEach(({ part: { start: first, end: last, word } }, at) => {
      const goesOn = before === word && (at > 0 || block.before === "inside");
      before = word;
      if (word === undefined) return;
      if (!goesOn) stretches.push({ word, start: at ? first : block.start, first });
      Object.assign(stretches.at(-1), { end: at === inside.length - 1 ? block.end : last, last });
    });
  });
  return stretches;
}

/**
 * Where rows have a boundary inside a word: column -> the rows that have one there.
 *
 * @param {RowPart[][]} rows
 * @param {{first: number, last: number}} stretch
 * @returns {Map<number, Set<number>>}
 */
export function cutsOf(rows, { first, last }) {
  const cuts = new Map();
  for (const [row, tokens] of rows.entries()) {
    for (const { start, kind, from_before } of tokens) {
      if (start <= first || start >= last || from_before || kind === "mark") continue;
      if (!cuts.has(start)) cuts.set(start, new Set());
      cuts.get(start).add(row);
    }
  }
  return new Map([...cuts].sort(([place], [other]) => place - other));
}

/**
 * For each stretch the tokens of each row that are in it.
 *
 * @param {{start: number, end: number}[]} stretches
 * @param {RowPart[][]} rows
 * @returns {RowPart[][][]}
 */
export function tokensOf(stretches, rows) {
  const at = rows.map(() => 0);
  return stretches.map(({ start, end }) =>
    rows.map((tokens, row) => {
      while (at[row] < tokens.length && tokens[at[row]].end <= start) at[row] += 1;
      let behind = at[row];
      while (behind < tokens.length && tokens[behind].start < end) behind += 1;
      return tokens.slice(at[row], behind);
    }),
  );
}

/** The columns of a part, as text. */
export const columnsOf = ({ start, end }) => `${start}-${end}`;

/** The columns of the tokens that are the same in all rows.  @param {RowPart[][]} rows */
export function agreed(rows) {
  const plain = (tokens) => new Set(tokens.filter(({ kind }) => kind === undefined).map(columnsOf));
  const [first, ...others] = rows.map(plain);
  return new Set([...(first ?? [])].filter((columns) => others.every((row) => row.has(columns))));
}

/** The part of a row that has the most of the same columns as `part`; null where the row is empty. */
export function nearest(row, part) {
  const shared = (other) => Math.min(other.end, part.end) - Math.max(other.start, part.start);
  return row.reduce((best, other) => (!best || shared(other) > shared(best) ? other : best), null);
}

/** First and last column of a part, with those of its other parts in the row. */
export function reach(row, part) {
  let [first, last] = [part, part];
  while (first.from_before && row[first.order - 1]) first = row[first.order - 1];
  while (last.goes_on && row[last.order + 1]) last = row[last.order + 1];
  return [first.start, last.end];
}

/** The name of a token, whichever of its parts is given.  @param {RowPart} part */
export const nameOf = ({ whole, text }) => whole ?? text;
