/*
 * A task on a page without a server, as `exercise.html` and `exercise_verdict.html` have it in the app: the question with
 * what is given, and what became of an answer. Tokens are chips.
 */

import { element, inline, textOf } from "../shared/elements.js";

/** A question, or what is below the picture of a task that is over. @param {import("../payloads").QuestionSheet} sheet */
export function questionNode({ prompt, given, hints, because }) {
  const root = element("div", { class: "exercise" });
  if (prompt.length) root.append(element("p", { class: "exercise-prompt" }, ...withChips(prompt)));
  root.append(...given.map(givenNode));
  root.append(...hints.map((hint) => element("p", { class: "exercise-hint" }, ...withChips(hint))));
  if (because.length) root.append(listNode(because, "exercise-because"));
  return root;
}

/** @param {import("../payloads").VerdictSheet} sheet */
export function verdictNode({ kind, opening, said, solution, because, is_brief }) {
  const sentences = [...said, solution, ...(is_brief ? because : [])].filter(({ length }) => length);
  const line = element(
    "p",
    {},
    element("strong", {}, opening),
    ...sentences.flatMap((one) => [" ", ...withChips(one)]),
  );
  const root = element("div", { class: `exercise-verdict exercise-${kind}` }, line);
  if (because.length && !is_brief) root.append(listNode(because));
  return root;
}

/** @param {import("../payloads").KindPart} part */
function givenNode({ label, kind, items }) {
  const listed = items.map(({ symbols, note }) => {
    if (!note) return element("li", {}, chipsNode(symbols));
    if (kind !== "words") return element("li", {}, chipsNode(symbols), " ", element("span", {}, note));
    return element("li", {}, element("span", { class: "exercise-times" }, note), " ", chipsNode(symbols));
  });
  const name = element("span", { class: "exercise-name" }, label);
  return element("div", { class: "exercise-given" }, name, element("ul", { class: `exercise-${kind}` }, ...listed));
}

function listNode(sentences, name = "") {
  const items = sentences.map((sentence) => element("li", {}, ...withChips(sentence)));
  return element("ul", name ? { class: name } : {}, ...items);
}

/** A sentence whose tokens are chips, side by side. @param {import("../payloads").Sentence} sentence */
function withChips(sentence) {
  return inline(sentence, (part) => ("tokens" in part ? chipsNode(part.tokens) : element("code", {}, textOf(part))));
}

const chipsNode = (symbols) =>
  element("span", { class: "chips", dir: "ltr" }, ...symbols.map((symbol) => element("code", {}, symbol)));
