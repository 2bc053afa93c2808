/*
 * The answers of a live class in the rows of a picture that stand for the options: a bar in ink, the number of answers
 * and its share. A row that nobody chose has an empty bar.
 */

import { element } from "../../shared/elements.js";
import { classAnswers, percent } from "./class_answers.js";

/**
 * The answers of a class, where the rows of the picture show them; else null.
 *
 * @param {import("./question.js").QuestionPanel | null} [panel]
 */
export function votesIn(panel) {
  if (!panel?.answersInRows) return null;
  const { options } = panel.ask;
  return { options, counts: panel.classCounts, ...classAnswers(options, panel.classCounts) };
}

/** The heading of rows with answers. */
export const votesSign = (panel) => element("span", { class: "votes-sign" }, panel.stepper.payload.asks.class_answers);

/** A bar that says how many chose a row: its track stands for all answers. */
export function answersBar(answers, total) {
  const bar = element("span", { class: "answered", "aria-hidden": "true" });
  bar.style.setProperty("--share", `${total ? answers / total : 0}`);
  return bar;
}

/** How many answers those are, and which share of all. */
export function answersNumber(answers, total, lang) {
  const number = element("b", {}, new Intl.NumberFormat(lang).format(answers));
  return element("span", { class: "votes" }, number, " ", element("span", {}, percent(answers, total, lang)));
}

/**
 * Put the answers at the end of a row, or take them from it.
 *
 * @param {HTMLElement} node
 * @param {number | undefined} answers      how many chose the row; undefined where none are shown
 * @param {ReturnType<typeof votesIn>} votes
 * @param {string} lang
 */
export function fillAnswers(node, answers, votes, lang) {
  const old = node.querySelector(".class-votes");
  const key = answers === undefined ? "" : `${answers} ${votes.total}`;
  if (old?.dataset.of === key) return;
  old?.remove();
  if (answers === undefined) return;
  const parts = [answersBar(answers, votes.total), answersNumber(answers, votes.total, lang)];
  node.append(element("span", { class: "class-votes", "data-of": key }, ...parts));
}
