/* The answers of a live class to a question that was revealed: how many are right, and what the others chose. */

import { isSame } from "../linking.js";

const LEAST_PERCENT = 1;

/**
 * @typedef {object} ClassAnswers
 * @property {number} total       how many answered
 * @property {number} right       how many of them rightly, by the algorithm's choice or one that ties with it
 * @property {number | null} missed    the wrong option that most chose, the first of several; null if nobody was wrong
 */

/**
 * @param {{ right?: boolean }[]} options
 * @param {number[]} counts       how many chose each
 * @returns {ClassAnswers}
 */
export function classAnswers(options, counts) {
  const wrong = counts.map((count, place) => (options[place]?.right ? 0 : count));
  const worst = Math.max(0, ...wrong);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    total,
    right: total - wrong.reduce((sum, count) => sum + count, 0),
    missed: worst ? wrong.indexOf(worst) : null,
  };
}

/** A share in whole percent; of what is less than one, or not quite all, that. */
export function percent(count, total, lang) {
  const share = total ? (100 * count) / total : 0;
  const written = (number) => new Intl.NumberFormat(lang, { style: "percent" }).format(number / 100);
  if (share > 0 && share < LEAST_PERCENT) return `< ${written(LEAST_PERCENT)}`;
  if (share < 100 && share > 100 - LEAST_PERCENT) return `> ${written(100 - LEAST_PERCENT)}`;
  return written(Math.round(share));
}

/**
 * The rows to show: all that were answered, and the best of the others as far as there is room, in the order of before.
 * An answer without a row gets one.
 *
 * @template {{ names: string[] }} Row
 * @param {Row[]} rows           the best first
 * @param {{ options: { names: string[] }[], counts: number[] }} votes
 * @param {number} room
 * @param {(option: any) => Row} make    the row of an option that is not among them
 * @returns {(Row & { answers: number })[]}
 */
export function answeredRows(rows, { options, counts }, room, make) {
  const placeOf = ({ names }) => options.findIndex((option) => isSame(option.names, names));
  const isMissing = ({ names }, place) => counts[place] > 0 && !rows.some((row) => isSame(row.names, names));
  const every = [...rows, ...options.filter(isMissing).map(make)].map((row) => ({
    ...row,
    answers: counts[placeOf(row)] ?? 0,
  }));
  let free = room - every.filter(({ answers }) => answers > 0).length;
  return every.filter(({ answers }) => answers > 0 || free-- > 0);
}
