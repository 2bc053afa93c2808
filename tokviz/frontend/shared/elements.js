/**
 * Elements made in the browser. All text is given as text, never as HTML.
 *
 * @typedef {string[]} Segments   plain, token, plain, ...: odd places become small code chips
 */

/** A new element; children that are strings become text. */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A button, and what a press on it does. */
export function button(attributes, act, ...children) {
  const made = element("button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", act);
  return made;
}

/** A new element of a drawing. */
export function drawn(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const CLOSING = /^[,.;:!?)，。；：、！？）]+/u;

const codeOf = (text) => element("code", {}, text);

/** A code; the signs behind it, if any, stay on its line. made: its element, if that is not just its text. */
export function coded(text, end, made = codeOf(text)) {
  return end ? element("span", { class: "whole" }, made, end) : made;
}

/**
 * Segments as text and code; the signs that follow a code stay on its line.
 *
 * @param {Segments} segments
 * @param {(text: string, after: string) => Element} make   the element of a code, from its text and the text after it
 */
export function inline(segments, make = codeOf) {
  return segments.map((text, place) => {
    if (place % 2 === 0) return place ? text.replace(CLOSING, "") : text;
    const after = segments[place + 1] ?? "";
    const [end] = CLOSING.exec(after) ?? [""];
    return coded(text, end, make(text, after));
  });
}

/**
 * What there is to work with, named.
 *
 * @param {{label: string, items: [string, string][]}} part   items: code, and what stands beside it
 */
export function givenPart({ label, items }) {
  const listed = items.map(([code, more]) => element("li", {}, element("code", {}, code), more ? ` ${more}` : ""));
  return element("div", { class: "given" }, element("span", {}, label), element("ul", {}, ...listed));
}
