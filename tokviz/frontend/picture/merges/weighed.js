/*
 * Candidates that a score or a gain chooses: how often each pair occurs is a bar beside the bar of its score. The most
 * frequent pair is seen not to win where its parts are frequent, too. Nothing here is drawn.
 */

import { longestWorth, widestPair } from "./beside_bar.js";

const MOST_OF_WEIGHED = 0.34; // of the width, for pairs of long tokens
const SHORTEST_BAR = 6; // pixels, where pairs need the room
const DIGIT_OF_NUMBER = 0.58; // the width of a digit, in em

/** The rows that are sent, with the most frequent pair. @param {import("../../payloads").Candidates} candidates */
export const rowsWithLeader = ({ rows, leader }) => (leader ? [...rows, leader] : rows);

/**
 * What the columns of all steps have to hold.
 *
 * @param {{ candidates?: import("../../payloads").Candidates }[]} frames
 * @param {(symbol: number) => string} textOf
 * @param {string[]} marks
 * @param {(count: number) => string} written
 */
export function widestOfWeighed(frames, textOf, marks, written) {
  const rows = frames.flatMap(({ candidates }) => (candidates ? rowsWithLeader(candidates) : []));
  return {
    pair: widestPair(frames, textOf, marks), // in em of a chip
    worth: longestWorth(frames), // in characters
    most: Math.max(1, ...rows.map(({ count }) => count)), // times that a pair occurs
    count: Math.max(1, ...rows.map(({ count }) => written(count).length)), // in characters
    worked: rows.reduce((longest, { worked }) => (worked.length > longest.length ? worked : longest), ""),
  };
}

/**
 * The widths of the columns, in pixels; both bars are equally long. Where these would be short, how a score is worked out
 * is left out (`worked` is 0), and then what is said of a row has less room. Where the pairs of a step are wider than those
 * of all steps may be, they are read before bars are long and before it is said who wins, which a color says, too.
 *
 * @param {object} all
 * @param {number} all.width                                of a row
 * @param {{ pair: number, worth: number, count: number, worked: string }} all.widest
 * @param {number} all.pairHere                             the widest of this step, in em of a chip
 * @param {{ text: number, chips: number, number: number, gap: number, least: number, most: number }} all.lengths     text: of a label
 * @param {(text: string) => number} all.widthOf            of a text
 * @param {string[][]} all.standings                        what may be said of a row, the most first
 */
export function weighedColumns({ width, widest, pairHere, lengths, widthOf, standings }) {
  const { text: label, chips, number, gap, least, most } = lengths;
  const pair = Math.min(widest.pair * chips, width * MOST_OF_WEIGHED);
  const count = (widest.count * DIGIT_OF_NUMBER + 0.3) * label;
  const worth = widest.worth * DIGIT_OF_NUMBER * number;
  const worked = widthOf(widest.worked) + 2;
  const said = standings.map((texts) => Math.ceil(Math.max(0, ...texts.map(widthOf))));
  const every = said.flatMap((room) => [worked, 0].map((wide) => ({ worked: wide, said: room })));
  const tries = every.map((attempt) => {
    const gaps = (attempt.worked ? 4 : 3) * gap + label; // the last one is before what is said
    const rest = width - pair - count - worth - attempt.worked - attempt.said - gaps;
    return { ...attempt, pair, count, worth, bar: Math.min(most, Math.max(0, rest / 2)) };
  });
  const found = tries.find(({ bar }) => bar >= least) ?? tries.at(-1);
  const needed = pairHere * chips - found.pair;
  if (needed <= 0) return found;
  const free = width - found.pair - count - worth - 3 * gap;
  const isSaid = needed + found.said + label + 2 * SHORTEST_BAR <= free;
  const rest = isSaid ? free - found.said - label : free;
  const more = Math.min(needed, Math.max(0, rest - 2 * SHORTEST_BAR));
  const shorter = Math.max(0, Math.min(found.bar, (rest - more) / 2));
  return { ...found, worked: 0, said: isSaid ? found.said : 0, pair: found.pair + more, bar: shorter };
}
