/* What the picture of a merging says of the thing that is pointed at: how its count adds up, and what it became. */

import { element } from "../../shared/elements.js";
import { wordCounts } from "../linked_picture.js";
import { shares } from "./links.js";
import { rowsWithLeader } from "./weighed.js";

const LISTED = 6;

export class Explainer {
  constructor(picture) {
    this.of = picture;
  }

  /** The sentences about a thing. */
  explain(thing) {
    const code = (symbol) => this.of.chipsOf([symbol]);
    const say = (name, values) => [...this.of.say(name, values), " "];
    const occurrences = shares(thing, this.of.shown);
    const count = occurrences.reduce((total, occurrence) => total + occurrence.count, 0);
    const sum = this.of.sumText(occurrences.slice(0, LISTED)) + (occurrences.length > LISTED ? " + …" : "");
    if (thing.word !== undefined) {
      const word = this.of.shown.find(({ label }) => label === thing.word);
      return say("word", { word: [element("code", {}, thing.word)], count: word.count });
    }
    if (thing.pair) return this.explainPair(thing.pair, { say, count, sum });
    return this.explainSymbol(thing.symbol, { code, say, found: occurrences, count, sum });
  }

  explainPair([left, right], { say, count, sum }) {
    const pair = [this.of.chipsOf([left, right])];
    if (this.of.isAsking) return say("hidden", { pair });
    const rows = rowsWithLeader(this.of.candidates);
    const row = rows.find((candidate) => candidate.left === left && candidate.right === right);
    const isWhole = this.of.picture.words === this.of.shown.length;
    if (!row && !isWhole) return say("symbol_occurs_here", { count, sum });
    const { worth = "", worked = "" } = row ?? {};
    const values = row ? { count: row.count, sum: this.of.sumText(wordCounts(row.words)) } : { count, sum };
    const next = this.of.picture.merges.find(({ symbol }) => {
      const origin = this.of.origins.made.get(symbol);
      return origin.left === left && origin.right === right;
    });
    const isTold = next && next.number > this.of.step && !this.of.stepper.payload.quiz;
    const will = isTold ? say("will", { number: next.number }) : [];
    return [...say(worked ? "pair_worked" : "pair", { pair, worth, worked, ...values }), ...will];
  }

  explainSymbol(symbol, { code, say, found, count, sum }) {
    const origin = this.of.origins.made.get(symbol);
    const parts = origin ? [this.of.chipsOf([origin.left, origin.right])] : [];
    const howMade = origin
      ? say("symbol_made", { symbol: [code(symbol)], number: origin.number, parts })
      : say("symbol_start", { symbol: [code(symbol)] });
    const isWhole = this.of.picture.words === this.of.shown.length;
    const where = isWhole ? "symbol_occurs" : "symbol_occurs_here";
    const gone = isWhole ? say("symbol_gone", {}) : [];
    const occurs = found.length ? say(where, { count, sum }) : gone;
    const into = this.of.picture.merges.filter(({ number, symbol: token }) => {
      const of = this.of.origins.made.get(token);
      return number <= this.of.step && (of.left === symbol || of.right === symbol);
    });
    const symbols = into.slice(0, LISTED).flatMap(({ symbol: token }, place) => [...(place ? [" "] : []), code(token)]);
    return [...howMade, ...occurs, ...(into.length ? say("symbol_into", { symbols }) : [])];
  }
}
