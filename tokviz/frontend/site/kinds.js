/**
 * The shows of views (`tokviz/views/shows.py`), each as elements. Everything is written as text, never as HTML.
 *
 * @typedef {import("../payloads").Show | import("../payloads").ShownField} View
 * @typedef {object} Acts
 * @property {(step: number) => void} go    what a press does: go to a step
 * @property {(name: string, value: string, isLinked?: boolean) => void} set    set a field, of a view or of the link
 * @property {(show: import("../payloads").ShownPicture | import("../payloads").ShownRows) => Node} mount
 *   a picture or a text in rows, in a place of its own
 * @property {(name: string) => void} save    save a file of the view
 * @property {(texts: string[]) => void} light    light up a pair or a piece in the picture
 * @property {(word: string) => void} pick    pick a word in the text above
 */

import { button, element, inline, textOf } from "../shared/elements.js";
import { lineChart } from "./line_chart.js";
import { pointChart } from "./point_chart.js";

const TEXT_ELEMENTS = { heading: "h3", strong: "h4" };

/** One show as elements. @param {View} show @param {Acts} acts @returns {Node[]} */
export function nodesOf(show, acts) {
  switch (show.kind) {
    case "text":
      return [textNode(show)];
    case "datatable":
      return [chipTable(show, acts)];
    case "grid":
      return [numberTable(show)];
    case "lines":
      return [lineChart(show)];
    case "figures":
      return [figuresNode(show)];
    case "points":
      return [pointChart(show)];
    case "bars":
      return [barsNode(show)];
    case "picture":
    case "rows":
      return [acts.mount(show)];
    case "file":
      return [fileNode(show, acts)];
    case "code":
      return [element("pre", { class: "code", tabindex: 0 }, show.text)];
    case "flow":
      return [flowNode(show)];
    case "tree":
      return [treeNodes(show)];
    case "algorithm":
      return [algorithmNode(show)];
    case "fold":
      return [
        element(
          "details",
          {},
          element("summary", {}, show.title),
          ...show.shows.flatMap((inner) => nodesOf(inner, acts)),
        ),
      ];
    case "columns":
      return [
        element(
          "div",
          { class: "beside" },
          ...show.columns.map((shows) => element("div", {}, ...shows.flatMap((inner) => nodesOf(inner, acts)))),
        ),
      ];
    case "field":
      return [fieldNode(show, acts)];
    default:
      return [];
  }
}

// -- sentences

/** @param {import("../payloads").ShownText} text */
function textNode({ parts, look = "text", rest = "", about = "", lead = "" }) {
  const written = explainedNodes(parts);
  if (lead) written.unshift(element("strong", {}, lead));
  if (rest) written.push(element("span", { class: "rest" }, ` ${rest}`));
  const attributes = { class: look, ...(about ? { title: about } : {}) };
  return element(TEXT_ELEMENTS[look] ?? "p", attributes, ...written);
}

/**
 * A sentence as nodes: tokens are code, and a term shows its definition, as on the pages (`terms.css`).
 *
 * @param {import("../payloads").ShownText["parts"]} parts
 */
function explainedNodes(parts) {
  const plain = parts.map((part) => (typeof part !== "string" && "mention" in part ? { code: part.mention } : part));
  const marked = parts.filter((part) => typeof part !== "string").values();
  return inline(plain, (part) => {
    const given = marked.next().value; // those of `plain` that are no text, in the same order
    return given && "mention" in given ? termNode(given) : element("code", {}, textOf(part));
  });
}

let termCount = 0;

/** @param {import("../payloads").Mention} mention */
function termNode({ mention, term, definition }) {
  termCount += 1;
  const id = `term-${term}-${termCount}`;
  const shown = element("span", { class: "definition", role: "tooltip", id }, definition);
  return element("dfn", { class: "term", tabindex: 0, "aria-describedby": id }, mention, shown);
}

// -- chips

/** @param {import("../payloads").ShownChip} chip */
function chipNode({ letters, mark = "", hue = null, number = null, is_used_up = false, is_removed = false }) {
  const looks = { made: hue !== null, "used-up": is_used_up, removed: is_removed };
  const names = ["tokviz-chip", ...Object.keys(looks).filter((name) => looks[name])];
  const node = element("span", { class: names.join(" ") }, letters);
  if (hue !== null) node.style.setProperty("--hue", `${hue}`);
  if (mark) node.append(element("small", {}, mark));
  if (number !== null) node.append(element("sup", {}, `${number}`));
  return node;
}

/** @param {import("../payloads").ShownFlow} flow */
function flowNode({ name, chips }) {
  const items = chips.map((chip) => element("span", { role: "listitem" }, chipNode(chip)));
  return element("div", { class: "tokviz-flow", dir: "ltr", role: "list", "aria-label": name }, ...items);
}

/** @param {import("../payloads").ShownTree} tree */
function treeNodes({ name, trees }) {
  const tops = trees.map((tree) => element("ul", { class: "tokviz-tree" }, treeBranch(tree)));
  return element("div", { class: "tokviz-trees", dir: "ltr", role: "group", tabindex: 0, "aria-label": name }, ...tops);
}

/** @param {import("../payloads").ShownChipTree} tree */
function treeBranch({ chip, parts }) {
  return element("li", {}, chipNode(chip), ...(parts.length ? [element("ul", {}, ...parts.map(treeBranch))] : []));
}

/** Bars as rows of names, bars and values. @param {import("../payloads").ShownBars} chart */
function barsNode({ alt, bars, whole = 0, most = 0, title = "" }) {
  const longest = whole || most || Math.max(...bars.map(({ value, mark = null }) => Math.max(value, mark ?? 0))) || 1;
  const rows = bars.map(({ name, value, text, look = "bar", mark = null, hue = null, is_pale = false }) => {
    const bar = element("i", { class: `${hue === null ? look : "made"}${is_pale ? " pale" : ""}` });
    if (hue !== null) bar.style.setProperty("--hue", `${hue}`);
    bar.style.width = `${(100 * value) / longest}%`;
    if (whole) return element("div", {}, `${name}: ${text}`, element("span", {}, bar));
    const drawn = element("span", {}, bar);
    if (mark !== null) {
      const tick = element("b");
      tick.style.insetInlineStart = `${(100 * mark) / longest}%`;
      drawn.append(tick);
    }
    return element("div", {}, element("span", {}, name), drawn, element("span", {}, text));
  });
  if (title) rows.unshift(element("div", {}, element("span"), element("small", {}, title), element("span")));
  return element("div", { class: whole ? "bars of-whole" : "bars", role: "img", "aria-label": alt }, ...rows);
}

// -- tables

/**
 * A text, chips, or a number after its bar.
 *
 * @param {import("../payloads").ShownRow["cells"][number]} cell
 */
function cellParts(cell) {
  if (typeof cell === "string") return [cell];
  if (Array.isArray(cell)) return [element("span", { class: "tokviz-chips", dir: "ltr" }, ...cell.map(chipNode))];
  const hue = cell.hue ?? null;
  const bar = element("i", hue === null ? {} : { class: "made" });
  if (hue !== null) bar.style.setProperty("--hue", `${hue}`);
  bar.style.width = `${100 * cell.share}%`;
  return [element("span", { class: "tokviz-bar" }, bar), cell.text];
}

/** A sum, of which the beginning is seen; all of it is under the pointer. */
const sumNode = (text) => element("span", { title: text }, text);

/** @param {import("../payloads").ShownDataTable} table @param {Acts} acts */
function chipTable({ name, columns, rows }, { go, pick }) {
  const classOf = (place) => (columns[place].is_number && "number") || (columns[place].is_sum && "sum");
  const numeric = (place) => (classOf(place) ? { class: classOf(place) } : {});
  const head = columns.map(({ text, about = "" }, place) =>
    element("th", { scope: "col", ...numeric(place), ...(about ? { title: about } : {}) }, text),
  );
  const pressed = rows[0]?.cells.findIndex((cell) => typeof cell !== "string") ?? -1;
  const body = rows.map(({ cells, step = null, lights = [], word = "", is_chosen = false }) => {
    const isPressed = step !== null || lights.length > 0 || word !== "";
    const nodes = cells.map((cell, place) => {
      const inner = columns[place].is_sum ? [sumNode(cell)] : cellParts(cell);
      return element(
        "td",
        numeric(place),
        ...(isPressed && place === pressed ? [element("button", { type: "button" }, ...inner)] : inner),
      );
    });
    const row = element("tr", is_chosen ? { class: "chosen" } : {}, ...nodes);
    // A press on its button is one on the row. The picture hears of a light by itself (`picture/table_rows.js`).
    if (step !== null) {
      row.dataset.step = `${step}`;
      row.addEventListener("click", () => go(step));
    } else if (lights.length) row.dataset.light = JSON.stringify(lights);
    else if (word) {
      row.dataset.word = word;
      row.addEventListener("click", () => pick(word));
    }
    return row;
  });
  return scrolledTable(name, head, body);
}

/** @param {import("../payloads").ShownGrid} grid */
function numberTable({ name, head, rows }) {
  const cell = (value) =>
    typeof value === "string" ? element("td", {}, value) : element("td", { class: "number" }, value.number);
  return scrolledTable(
    name,
    head.map((title) => element("th", { scope: "col" }, title)),
    rows.map((row) => element("tr", {}, ...row.map(cell))),
  );
}

function scrolledTable(name, head, body) {
  const table = element(
    "table",
    { "aria-label": name },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...body),
  );
  return element("div", { class: "tokviz-data", role: "region", tabindex: 0, "aria-label": name }, table);
}

// -- files

/** A button that saves a file. @param {import("../payloads").ShownFile} file @param {Acts} acts */
function fileNode({ name, label, help, is_refused, is_small }, { save }) {
  const node = button({ class: is_small ? "file small" : "file" }, () => save(name), label);
  node.disabled = is_refused;
  if (help) node.title = help;
  return node;
}

// -- numbers

/** @param {import("../payloads").ShownFigures} show */
function figuresNode({ figures }) {
  const items = figures.map(({ name, value, about }) =>
    element("div", { title: about }, element("dt", {}, name), element("dd", {}, value)),
  );
  return element("dl", { class: "figures" }, ...items);
}

// -- the plain algorithm

/** @param {import("../payloads").ShownAlgorithm} show */
function algorithmNode({ lines }) {
  const nodes = lines.map(({ text, is_current, note = "" }) =>
    element(
      "div",
      is_current ? { class: "now" } : {},
      element("span", { "aria-hidden": true }, is_current ? "▸ " : "  "),
      text || " ",
      ...(is_current ? [element("em", {}, note ? `← ${note}` : "←")] : []),
    ),
  );
  return element("div", { class: "tokviz-algorithm", dir: "ltr" }, ...nodes);
}

// -- fields

/** @param {import("../payloads").ShownField} show @param {Acts} acts */
function fieldNode({ type, field, value, is_linked }, acts) {
  if ("table" in field) return selectionNode(field, value, acts);
  const { set, light } = acts;
  const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (FIELD_INPUTS[type](field));
  input.id = `field-${field.name}`;
  input.value = value;
  input.addEventListener("change", () => {
    if (input instanceof HTMLSelectElement && "lights" in field && field.lights) light([input.selectedOptions[0].text]);
    set(field.name, input.value, is_linked);
  });
  const about = "help" in field && field.help ? { title: field.help } : {};
  return element("p", { class: "field" }, element("label", { for: input.id, ...about }, field.label ?? ""), input);
}

/**
 * A table of which one row is selected: each row has a button, and works where it is pressed, too.
 *
 * @param {import("../payloads").ShownSelection} field @param {string} value @param {Acts} acts
 */
function selectionNode({ name, table }, value, acts) {
  const rows = table.rows.map((row, place) => ({ ...row, step: place + 1 }));
  const select = (number) => acts.set(name, `${number}`);
  const node = chipTable({ ...table, rows }, { ...acts, go: select });
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll("tbody tr"))) {
    const number = row.dataset.step;
    const pressed = row.querySelector("button");
    delete row.dataset.step; // it leads to no step
    const { lights = [] } = table.rows[Number(number) - 1];
    if (lights.length) row.dataset.light = JSON.stringify(lights);
    row.classList.toggle("chosen", number === value);
    pressed.id = `field-${name}-${number}`;
    pressed.setAttribute("aria-pressed", `${number === value}`);
  }
  return node;
}

const optionNodes = (pairs) => pairs.map(([value, label]) => element("option", { value }, label));

const FIELD_INPUTS = {
  word: ({ most, is_long }) =>
    element(is_long ? "textarea" : "input", { maxlength: most, spellcheck: "false", ...(is_long ? { rows: 3 } : {}) }),
  choice: (field) => element("select", {}, ...optionNodes(field.options)),
  number: ({ least, most }) => element("input", { type: "number", min: least, max: most }),
  pick: ({ labels }) =>
    element("select", {}, ...optionNodes(labels.map((label, place) => [`${place + 1}`, `${place + 1} ${label}`]))),
  pages: ({ pages }) =>
    element(
      "select",
      {},
      ...optionNodes(Array.from({ length: pages }, (_, place) => [`${place + 1}`, `${place + 1}`])),
    ),
};
