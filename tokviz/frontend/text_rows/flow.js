/**
 * Blocks of columns flow into lines as wide as the page, with names before each line. A block is a grid whose rows stand
 * for rows of the picture; what is in it is drawn by the caller.
 *
 * @typedef {import("../payloads").TextBlock} TextBlock
 * @typedef {{node: HTMLElement, block: TextBlock}} Drawn
 */

import { element } from "../shared/elements.js";
import { linesOf } from "./layout.js";

/** Put an element into columns and a row of the grid of its block. */
export function place(node, block, { start, end }, row) {
  node.style.gridColumn = `${start - block.start + 1} / ${end - block.start + 1}`;
  node.style.gridRow = row;
  return node;
}

/** An empty block: a grid with its columns, in its direction.  @param {TextBlock} block */
export function blockOf(block) {
  const node = element("div", { class: "block", dir: block.direction });
  node.style.setProperty("--columns", String(block.end - block.start));
  return node;
}

/**
 * Break blocks into lines.
 *
 * Neither width nor height may change while the blocks are measured: a scroll bar of the page that comes and goes with
 * them would change the width again, without end.
 *
 * @param {HTMLElement} lines        gets the lines, and is of class "large" where all fits into one at that size
 * @param {Drawn[]} drawn            the blocks
 * @param {() => HTMLElement} gutter the names of the rows
 */
export function flowInto(lines, drawn, gutter) {
  const width = lines.clientWidth;
  lines.style.minHeight = `${lines.offsetHeight}px`;
  const ruler = element("div", { class: "line ruler" }, gutter(), ...drawn.map(({ node }) => node));
  lines.replaceChildren(ruler);
  const blocks = drawn.map(({ block }) => block);
  const broken = () => {
    const style = getComputedStyle(ruler);
    const apart = Number.parseFloat(style.getPropertyValue("--apart"));
    const room = width - ruler.firstChild.offsetWidth - apart;
    const widths = drawn.map(({ node }) => node.getBoundingClientRect().width);
    return linesOf(blocks, widths, room, apart);
  };
  lines.classList.add("large");
  let cutLines = broken();
  if (cutLines.length > 1) {
    lines.classList.remove("large");
    cutLines = broken();
  }
  lines.replaceChildren(
    ...cutLines.map((line) =>
      lineOf(
        line.map((number) => drawn[number]),
        gutter,
      ),
    ),
  );
  lines.style.minHeight = "";
}

/** A line: the names of the rows, then the blocks, in runs of one direction. */
function lineOf(drawn, gutter) {
  const node = element("div", { class: "line", dir: drawn[0].block.line }, gutter());
  const flow = element("div", { class: "flow" });
  let run = null;
  let last = null;
  for (const { node: columns, block } of drawn) {
    const isSpaced = block.before !== "inside";
    if (block.direction !== last) {
      run = element("div", { class: "run", dir: block.direction });
      flow.append(run);
      if (isSpaced && last !== null) run.classList.add("spaced");
    }
    columns.classList.toggle("spaced", isSpaced && run.childElementCount > 0);
    last = block.direction;
    run.append(columns);
  }
  node.append(flow);
  return node;
}
