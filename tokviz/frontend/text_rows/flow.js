/**
 * Blocks of columns flow into lines as wide as the page, with names before each line. A block is a grid whose rows stand
 * for rows of the picture; what is in it is the business of who draws.
 *
 * @typedef {{node: HTMLElement, block: import("./layout.js").Block}} Box
 */

import { element } from "../shared/elements.js";
import { linesOf } from "./layout.js";

export const DIRECTIONS = ["ltr", "rtl"];

/** Put an element into columns and a row of the grid of its block. */
export function place(node, [first], { from, to }, row) {
  node.style.gridColumn = `${from - first + 1} / ${to - first + 1}`;
  node.style.gridRow = row;
  return node;
}

/** An empty block: a grid with its columns, in its direction. */
export function blockOf(block) {
  const node = element("div", { class: "block", dir: DIRECTIONS[block[3]] });
  node.style.setProperty("--columns", block[1] - block[0]);
  return node;
}

/**
 * Break blocks into lines.
 *
 * Neither width nor height may change while the blocks are measured: a scroll bar of the page that comes and goes with
 * them would change the width again, without end.
 *
 * @param {HTMLElement} lines        gets the lines, and is of class "large" where all fits into one at that size
 * @param {Box[]} boxes
 * @param {() => HTMLElement} gutter the names of the rows
 */
export function flowInto(lines, boxes, gutter) {
  const width = lines.clientWidth;
  lines.style.minHeight = `${lines.offsetHeight}px`;
  const ruler = element("div", { class: "line ruler" }, gutter(), ...boxes.map(({ node }) => node));
  lines.replaceChildren(ruler);
  const blocks = boxes.map(({ block }) => block);
  const broken = () => {
    const style = getComputedStyle(ruler);
    const apart = Number.parseFloat(style.getPropertyValue("--apart"));
    const room = width - ruler.firstChild.offsetWidth - apart;
    const widths = boxes.map(({ node }) => node.getBoundingClientRect().width);
    return linesOf(blocks, widths, room, apart);
  };
  lines.classList.add("large");
  let found = broken();
  if (found.length > 1) {
    lines.classList.remove("large");
    found = broken();
  }
  lines.replaceChildren(
    ...found.map((line) =>
      lineOf(
        line.map((number) => boxes[number]),
        gutter,
      ),
    ),
  );
  lines.style.minHeight = "";
}

/** A line: the names of the rows, then the blocks, in runs of one direction. */
function lineOf(boxes, gutter) {
  const node = element("div", { class: "line", dir: DIRECTIONS[boxes[0].block[4]] }, gutter());
  const flow = element("div", { class: "flow" });
  let run = null;
  let last = null;
  for (const { node: box, block } of boxes) {
    if (block[3] !== last) {
      run = element("div", { class: "run", dir: DIRECTIONS[block[3]] });
      flow.append(run);
      if (block[2] && last !== null) run.classList.add("spaced");
    }
    box.classList.toggle("spaced", block[2] > 0 && run.childElementCount > 0);
    last = block[3];
    run.append(box);
  }
  node.append(flow);
  return node;
}
