/* Layout and linking of the picture of a merging: pure functions, on low / lower / newest / widest. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isSame } from "../picture/linking.js";
import { isInUse, lineOfStep, ranked, shares, times } from "../picture/merges/links.js";
import {
  boxesOf,
  fittedSize,
  hueOf,
  isFromRight,
  isJoined,
  LETTER_SIZES,
  leaves,
  lineMeasures,
  lineSize,
  metrics,
  placedLines,
  placesOf,
  pointedAt,
  roots,
  wrapped,
} from "../picture/word_layout.js";
import { KeyedNodes } from "../shared/lists.js";
import { filled } from "../shared/templates.js";

const [L, O, W, LO, LOW, END] = [0, 1, 2, 3, 4, 5];
const cell = (letters, before = "", after = "") => ({ letters, before, after });
const origins = {
  made: new Map([
    [LO, { number: 1, left: L, right: O }],
    [LOW, { number: 2, left: LO, right: W }],
  ]),
  cells: new Map([
    [L, cell("l")],
    [O, cell("o")],
    [W, cell("w")],
    [END, cell("", "", "</w>")],
  ]),
};

test("a symbol is made of its letters, in order", () => {
  assert.deepEqual(leaves(LOW, origins), [L, O, W]);
  assert.deepEqual(leaves(W, origins), [W]);
});

test("the roots of a symbol are its merges, each higher than those that it rests on", () => {
  assert.deepEqual(roots(LOW, origins), [
    { number: 1, first: 0, cells: 2, height: 1, cut: 1 },
    { number: 2, first: 0, cells: 3, height: 2, cut: 2 },
  ]);
  assert.deepEqual(roots(L, origins), []);
});

test("a merge closes the gap between two boxes and moves no letter to another place in the word", () => {
  const before = boxesOf([LO, W, END], origins, metrics(10));
  const after = boxesOf([LOW, END], origins, metrics(10));
  const letters = (boxes) => boxes.flatMap(({ places }) => places.map((place) => place.cell.letters));
  assert.deepEqual(letters(before), letters(after));
  assert.deepEqual(
    before.map(({ first }) => first),
    [0, 2, 3],
  );
  assert.ok(after.at(-1).end < before.at(-1).end);
  for (const boxes of [before, after]) {
    for (const [place, box] of boxes.entries()) assert.ok(place === 0 || box.start >= boxes[place - 1].end);
  }
});

test("a mark before a symbol is shown once, at its beginning", () => {
  const marked = { made: new Map([[2, { number: 1, left: 0, right: 1 }]]), cells: new Map() };
  marked.cells.set(0, cell("g", "##")).set(1, cell("s", "##"));
  const [box] = boxesOf([2], marked, metrics(10));
  assert.equal(box.before, "##");
  assert.equal(box.cells, 2);
});

test("hues run from blue to orange, and stay inside for one merge", () => {
  assert.equal(hueOf(1, 15).hue, 258);
  assert.equal(hueOf(15, 15).hue, 63);
  assert.equal(hueOf(1, 1).hue, 258);
  assert.ok(hueOf(10, 5000).share > 10 / 5000);
});

test("the outer part of a box means the pair across its edge", () => {
  const boxes = boxesOf([LO, W], origins, metrics(10));
  const [first, second] = boxes;
  const at = (x) => pointedAt(boxes, { x }, 5, 0.27);
  assert.deepEqual(at(first.start + 1), { symbol: LO }); // there is nothing before it
  assert.deepEqual(at(first.end - 1), { pair: [LO, W] });
  assert.deepEqual(at((second.start + second.end) / 2), { symbol: W });
  assert.deepEqual(at(second.start + 1), { pair: [LO, W] });
  assert.equal(at(second.end + 50), null);
});

test("letters that change their shape are told from those that do not", () => {
  assert.deepEqual(
    ["low", "é", "e\u0301", "سلام", "क", "低"].map((text) => isJoined(text)),
    [false, false, true, true, true, false],
  );
  assert.deepEqual(
    ["low", "سلام</w>", "שלום", "5"].map((text) => isFromRight(text)),
    [false, true, true, false],
  );
});

const words = [
  { label: "low", count: 5, symbols: [LO, W] },
  { label: "lolo", count: 2, symbols: [LO, LO] },
  { label: "w", count: 9, symbols: [W] },
];

test("a count is the sum over the words that have the thing", () => {
  assert.deepEqual(shares({ symbol: LO }, words), [
    { word: "low", count: 5 },
    { word: "lolo", count: 4 },
  ]);
  assert.deepEqual(shares({ pair: [LO, W] }, words), [{ word: "low", count: 5 }]);
  assert.deepEqual(shares({ word: "w" }, words), [{ word: "w", count: 9 }]);
  assert.equal(times({ pair: [LO, LO] }, words[1]), 1);
});

test("a symbol goes out of use and comes back by turns", () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((step) => isInUse([1, 3], step, true)),
    [true, false, false, true],
  );
  assert.deepEqual(
    [1, 2, 3].map((step) => isInUse([2], step, false)),
    [false, true, true],
  );
});

test("where there is no room, words that were searched for come first, then those of the next and the last merge", () => {
  const marked = { b: "new", d: "next", e: "next" };
  const rows = ["a", "b", "c", "d", "e"].map((label) => ({
    label,
    isFound: label === "c",
    spans: marked[label] ? [{ start: 0, length: 1, mark: marked[label] }] : [],
  }));
  const labels = (marks) => ranked(rows, marks).map(({ label }) => label);
  assert.deepEqual(labels(["next", "new"]), ["c", "d", "e", "b", "a"]);
  assert.deepEqual(labels(["new"]), ["c", "b", "a", "d", "e"]); // what comes next is asked
});

test("lines of a text break before a word, and within one only where it is longer than a line", () => {
  const linesOf = (text, width) => {
    const boxes = [...text].map((letters, at) => ({
      start: at,
      end: at + 1,
      places: [{ start: at, cell: { letters } }],
    }));
    const { boxes: placed } = wrapped(boxes, width, { letter: 1, pad: 0, gap: 0 });
    const lines = [];
    for (const { line, places } of placed) lines[line] = (lines[line] ?? "") + places[0].cell.letters;
    return lines;
  };
  assert.deepEqual(linesOf("the␣light␣at", 7), ["the", "␣light", "␣at"]);
  assert.deepEqual(linesOf("a␣lighthouse␣at", 6), ["a", "␣light", "house", "␣at"]);
  assert.deepEqual(linesOf("lighthouse", 5), ["light", "house"]);
});

test("lines of a word break between symbols, and a symbol longer than a line ends in an ellipsis", () => {
  const sizes = metrics(10);
  const boxes = boxesOf([LO, W, LO, END], origins, sizes);
  const places = (width, most) => wrapped(boxes, width, sizes, most);
  assert.deepEqual(
    places(1000).boxes.map(({ line, start }) => [line, start]),
    boxes.map(({ start }) => [0, start]),
  );
  const { boxes: lines, lines: count, rest } = places(60);
  assert.deepEqual([count, rest], [3, null]);
  assert.deepEqual(
    lines.map(({ line, first }) => [line, first]),
    [
      [0, 0],
      [0, 2],
      [1, 3],
      [2, 5],
    ],
  );
  for (const box of lines) assert.ok(box.start >= 0 && box.end <= 60 && box.places[0].start > box.start);
  const short = places(25).boxes[0];
  assert.ok(short.end === 25 && short.cut !== undefined && short.places.length < 2);
  const cut = places(60, 2);
  assert.ok(cut.lines === 2 && cut.rest && cut.boxes.every(({ line }) => line < 2));
});

test("letters are as large as the words have room for, and never smaller than the smallest size", () => {
  const one = { letter: 1, pad: 0.45, gap: 0.5 };
  const word = (length) => boxesOf(Array(length).fill(L), origins, one);
  const size = (every, width, height) => fittedSize(every, { width, height }, LETTER_SIZES);
  assert.deepEqual(size([word(4)], 400, 300), { size: 28, fits: true });
  assert.deepEqual(size(Array(6).fill(word(4)), 400, 300), { size: 20, fits: true });
  assert.deepEqual(size([word(40)], 400, 500), { size: 28, fits: true }); // on several lines
  assert.deepEqual(size(Array(40).fill(word(4)), 400, 300), { size: 16, fits: false });
});

test("a word that is alone is on as many lines as let its letters be read", () => {
  const word = (length) => [Array(length).fill(L)];
  const sizes = { largest: 40, smallest: 8 };
  const size = (length, room) =>
    lineSize(word(length), origins, { width: 900, height: 140, wraps: true, ...room }, sizes);
  assert.equal(size(6, {}).lines, 1);
  const long = size(30, {});
  assert.ok(long.lines === 2 && long.letter > 14);
  assert.ok(lineMeasures(long, 140).line * long.lines <= 140);
  assert.ok(placedLines(boxesOf(word(30)[0], origins, metrics(long.letter)), 900) <= long.lines);
  assert.equal(size(11, { width: 346, height: 92 }).lines, 1); // one letter on the second line would win little
  assert.equal(size(30, { wraps: false }).lines, 1);
  assert.ok(size(30, { wraps: false }).letter < long.letter);
  assert.deepEqual(size(400, {}), { letter: 8, lines: 1 }); // it is scrolled
});

test("words are never far apart, however high the room is", () => {
  const [first, second, third] = placesOf([50, 50, 50], 2000);
  assert.ok(first < 44);
  assert.deepEqual([second - first, third - second], [94, 94]);
  assert.ok(placesOf([50, 50, 50], 180).at(-1) + 50 <= 180);
});

test("an element that goes is there while it leaves, and comes back as the same", () => {
  const node = (name) => ({
    name,
    marks: new Set(),
    isGone: false,
    get classList() {
      return { add: (mark) => this.marks.add(mark), remove: (mark) => this.marks.delete(mark) };
    },
    remove() {
      this.isGone = true;
    },
  });
  const nodes = new KeyedNodes();
  const [a, b] = ["a", "b"].map((name) => nodes.take(name, () => node(name)));
  nodes.letGo(false);
  nodes.take("a", () => assert.fail("it is there"));
  nodes.letGo(false);
  assert.deepEqual([[...nodes.keys()], [...b.marks], b.isGone, a.isGone], [["a"], ["leaving"], false, false]);
  assert.equal(
    nodes.take("b", () => assert.fail("it is leaving")),
    b,
  );
  assert.deepEqual([...b.marks], []);
  nodes.letGo(true);
  assert.deepEqual([nodes.size, a.isGone, nodes.leaving.size], [1, true, 0]);
  nodes.letGo(true);
  assert.ok(b.isGone);
});

test("elements that a drawing did not take are dropped, and the others stay", () => {
  const entries = new KeyedNodes(({ root }) => root);
  for (const name of ["a", "b", "c"]) entries.take(name, () => ({ root: name.toUpperCase() }));
  assert.deepEqual(entries.dropped(), []);
  entries.take("b", () => assert.fail("it is there"));
  entries.take("d", () => ({ root: "D" }));
  assert.deepEqual(
    [entries.dropped(), [...entries.keys()]],
    [
      ["A", "C"],
      ["b", "d"],
    ],
  );
});

test("a sentence is filled with text and elements", () => {
  assert.deepEqual(filled("{pair} occurs {count} times", { pair: ["<e>"], count: 7 }), [
    "<e>",
    " occurs ",
    "7",
    " times",
  ]);
  assert.ok(isSame({ pair: [1, 2] }, { pair: [1, 2] }) && !isSame(null, { symbol: 1 }));
});

test("the large line is one in which the step is seen", () => {
  const line = (label, ...starts) => ({ label, spans: starts.map((start) => ({ mark: "new", start })) });
  const rows = [line("a"), line("b", 7), line("c", 5, 9)];
  const labelOf = (shown, last) => lineOfStep(shown, last).label;
  assert.equal(labelOf(rows, "a"), "c"); // the line of the step before has nothing new
  assert.equal(labelOf(rows, "b"), "b"); // it has
  assert.equal(labelOf(rows, ""), "c"); // nearest to the beginning, which is not cut
  const still = rows.map(({ label }) => line(label));
  assert.equal(labelOf(still, "b"), "b"); // nothing is new: the borders open
  assert.equal(labelOf(still, ""), "a");
  const next = [line("a"), { label: "b", spans: [{ mark: "next", start: 0 }] }];
  assert.equal(labelOf(next, ""), "a"); // what comes is not told by it
});
