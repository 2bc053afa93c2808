/**
 * Elements made in the browser. All text is given as text, never as HTML.
 *
 * @typedef {import("../payloads").Sentence} Sentence     text, and records for what is set as code
 * @typedef {Exclude<Sentence[number], string>} Marked                 tokens, a word or other code of a sentence
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
  const node = element("button", { type: "button", ...attributes }, ...children);
  node.addEventListener("click", act);
  return node;
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
export function coded(text, end, node = codeOf(text)) {
  return end ? element("span", { class: "whole" }, node, end) : node;
}

/** A part of a sentence as text. @param {Sentence[number]} part */
export function textOf(part) {
  if (typeof part === "string") return part;
  if ("tokens" in part) return part.tokens.join(" ");
  return "word" in part ? part.word : part.code;
}

/** A sentence as plain text. @param {Sentence} sentence */
export const plainText = (sentence) => sentence.map(textOf).join("");

/**
 * A sentence as text and elements; the signs that follow a code stay on its line.
 *
 * @param {Sentence} sentence
 * @param {(part: Marked) => Element} make   the element of what is set as code
 */
export function inline(sentence, make = (part) => codeOf(textOf(part))) {
  const isText = (place) => typeof sentence[place] === "string";
  return sentence.map((part, place) => {
    if (typeof part === "string") return place && !isText(place - 1) ? part.replace(CLOSING, "") : part;
    const after = sentence[place + 1];
    const [end] = (typeof after === "string" && CLOSING.exec(after)) || [""];
    return coded(textOf(part), end, make(part));
  });
}

/**
 * What there is to work with, named.
 *
 * @param {import("../payloads").GivenPart} part
 * @param {(symbols: string[]) => Element} make   the element of symbols
 */
export function givenPart({ label, items }, make = (symbols) => codeOf(symbols.join(" "))) {
  const listed = items.map(({ symbols, note }) => element("li", {}, make(symbols), note ? ` ${note}` : ""));
  return element("div", { class: "given" }, element("span", {}, label), element("ul", {}, ...listed));
}
