/* A picture without a server: it is handed the part of a trace that holds the step it asks for. */

import mount from "../picture/picture.js";
import { partWith } from "./replay_parts.js";

export class Player {
  orders = 0;
  step = 0; // at which the picture rests, or to which it was sent
  heard = (_step) => undefined; // what is told of a step at which the picture rests
  end = () => undefined; // take the picture away
  light = { number: 0, texts: [] }; // what lights up in the picture, and how often something was to

  /** @param {ShadowRoot} root where the picture is mounted */
  constructor(root) {
    this.root = root;
  }

  /** Go to a step of a trace. parts: its payloads, in order; the same ones again change nothing but the step. */
  order(parts, step) {
    this.parts = parts;
    this.orders += 1;
    this.send(step);
  }

  /** Take other parts of the same trace, while the visitor may go on: the step stays. */
  extend(parts) {
    this.parts = parts;
    this.send(this.step);
  }

  /** Light up a pair or a piece, by its texts. */
  lightUp(texts) {
    this.light = { number: this.light.number + 1, texts };
    this.send(this.step);
  }

  send(step) {
    this.step = step;
    this.sent = partWith(this.parts, step);
    const data = { payload: JSON.stringify(this.sent), goto: step, goto_id: this.orders, light: this.light };
    this.end = mount({ data, parentElement: this.root, setStateValue: (name, value) => this.answer(name, value) });
  }

  answer(name, value) {
    if (name !== "rest") return;
    this.step = value.step;
    if (partWith(this.parts, value.step) !== this.sent) this.send(value.step);
    this.heard(value.step);
  }
}
