/**
 * Where blocks, tokens and characters go: onto pages, into lines, across rows. Everything is numbers; nothing is drawn.
 *
 * @typedef {[string, number, number, number]} Cluster   text, from column, to column, word (-1: none)
 * @typedef {[string, number, number, string, number, number, number]} Token  text, from column, to column, kind,
 *   colour 0 to 9, word, and its sides: 1 and 2 if a cut goes through a character at its beginning and at its end, 4 and
 *   8 if it is only a part of a token, which began before, or goes on behind
 * @typedef {[number, number, number, number, number]} Block   from column, to column, what stands before it (0 nothing,
 *   1 a space, 2 the end of a line), its direction, and that of its line (1: right to left)
 */

export const FROM_BEFORE = 4;
export const GOES_ON = 8;

const LINE = 2; // what stands before a block

/**
 * What stands in each block, in the order of columns: pairs of a row (-1: the characters) and a part.
 *
 * @param {Block[]} blocks
 * @param {Cluster[]} clusters
 * @param {Token[][]} rows
 * @returns {[number, Cluster | Token][][]}
 */
export function byBlock(blocks, clusters, rows) {
  const inside = blocks.map(() => []);
  [clusters, ...rows].forEach((parts, place) => {
    let block = 0;
    for (const part of parts) {
      while (block < blocks.length - 1 && blocks[block][1] <= part[1]) block += 1;
      inside[block]?.push([place - 1, part]);
    }
  });
  return inside;
}

/**
 * First block and the one behind the last of each page: as many tokens as may be drawn, whole words if that can be.
 *
 * @param {Block[]} blocks
 * @param {number[]} tokens   of each block
 * @param {number} most       that may be drawn
 * @returns {[number, number][]}
 */
export function pagesOf(blocks, tokens, most) {
  /** @type {[number, number][]} */
  const pages = [[0, 0]];
  let count = 0; // of tokens on the page
  let word = [0, 0]; // where the latest word begins, and how many tokens the page has before it
  blocks.forEach(([, , before], block) => {
    if (before) word = [block, count];
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
 * @param {Block[]} blocks
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
    while (end < blocks.length && blocks[end][2] === 0) end += 1;
    const length = widths.slice(block, end).reduce((sum, width) => sum + width, 0);
    if (blocks[block][2] === LINE || !lines.length || used + apart + length > room) begin();
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
 * @param {Block[]} blocks
 * @param {Cluster[]} clusters
 * @returns {{word: number, from: number, to: number, first: number, last: number}[]}  from, to: with the marks at its
 *   edges; first, last: its characters alone
 */
export function unitsOf(blocks, clusters) {
  const words = /** @type {[number, Cluster][][]} */ (byBlock(blocks, clusters, []));
  const parts = words.flatMap((inside, number) =>
    inside.map(([, [, first, last, word]], at) => ({ first, last, word, number, at, isEnd: at === inside.length - 1 })),
  );
  const units = [];
  let before = null;
  for (const { first, last, word, number, at, isEnd } of parts) {
    const [begin, end, space] = blocks[number];
    const goesOn = before === word && (at || !space);
    before = word;
    if (word < 0) continue;
    if (!goesOn) units.push({ word, from: at ? first : begin, first });
    Object.assign(units.at(-1), { to: isEnd ? end : last, last });
  }
  return units;
}

/**
 * Where rows have a boundary inside a word: column -> the rows that have one there.
 *
 * @param {Token[][]} rows
 * @param {{first: number, last: number}} unit
 * @returns {Map<number, Set<number>>}
 */
export function cutsOf(rows, { first, last }) {
  const cuts = new Map();
  for (const [row, tokens] of rows.entries()) {
    for (const [, from, , kind, , , sides] of tokens) {
      if (from <= first || from >= last || sides & FROM_BEFORE || kind === "mark") continue;
      if (!cuts.has(from)) cuts.set(from, new Set());
      cuts.get(from).add(row);
    }
  }
  return new Map([...cuts].sort(([one], [other]) => one - other));
}

/** For each word the tokens of each row that stand in it. */
export function tokensOf(units, rows) {
  const at = rows.map(() => 0);
  return units.map(({ from, to }) =>
    rows.map((tokens, row) => {
      while (at[row] < tokens.length && tokens[at[row]][2] <= from) at[row] += 1;
      let end = at[row];
      while (end < tokens.length && tokens[end][1] < to) end += 1;
      return tokens.slice(at[row], end);
    }),
  );
}

/** The tokens that are the same in all rows, as "from-to". */
export function agreed(rows) {
  const plain = (tokens) =>
    new Set(tokens.filter(([, , , kind]) => kind === "piece").map(([, from, to]) => `${from}-${to}`));
  const [first, ...others] = rows.map(plain);
  return new Set([...(first ?? [])].filter((span) => others.every((row) => row.has(span))));
}

/** The part of a row that has the most of the same columns as `part`; null where the row is empty. */
export function nearest(row, part) {
  const shared = (other) => Math.min(other.to, part.to) - Math.max(other.from, part.from);
  return row.reduce((best, other) => (!best || shared(other) > shared(best) ? other : best), null);
}

/** First and last column of a part, with those of its other parts in the row. */
export function reach(row, part) {
  let [first, last] = [part, part];
  while (first.sides & FROM_BEFORE && row[first.order - 1]) first = row[first.order - 1];
  while (last.sides & GOES_ON && row[last.order + 1]) last = row[last.order + 1];
  return [first.from, last.to];
}
