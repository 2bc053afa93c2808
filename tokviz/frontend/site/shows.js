/**
 * What a page of the site shows beside its text. Everything is mounted once and told again what to show, so that a step
 * from card to card moves only what changes. Everything is written as text, never as HTML.
 *
 * @typedef {{kind: "picture", parts: number[], step: number}
 *   | {kind: "text_rows", payload: number, picked: Record<string, string>, told?: number}
 *   | {kind: "table", title: string, head: string[], rows: (string | {number: string})[][]}
 *   | {kind: "text", text: string}} Shown    numbers are places in the pool of payloads
 */

import { element } from "../shared/elements.js";
import { styledRoot } from "../shared/styled_root.js";
import { Player } from "../takeaway/player.js";
import mountTextRows from "../text_rows/text_rows.js";

const STYLED = new Set(["picture", "text_rows"]);

export class Shows {
  hosts = new Map(); // kind, and number or trace -> {host, root, ready}
  first = null; // that of the first picture that is shown
  heard = (_step) => undefined; // what is told of a step at which the first picture rests, by its number
  picked = (_kind, _number) => undefined; // what is told of a part that is pressed in rows

  constructor(root, payloads) {
    this.root = root;
    this.payloads = payloads;
  }

  /** Show these and nothing else. */
  async show(list) {
    this.wanted = list;
    const numbers = {};
    const placed = list.map((one) => {
      numbers[one.kind] = (numbers[one.kind] ?? 0) + 1;
      // A picture for each trace: one that is handed another trace keeps the measures of the one before.
      return [one, this.host(one.kind, one.parts?.[0] ?? numbers[one.kind])];
    });
    await Promise.all(placed.map(([, { ready }]) => ready));
    if (this.wanted !== list) return; // something else was asked for meanwhile
    const nodes = placed.map(([, { host }]) => host);
    for (const { host } of this.hosts.values()) host.hidden = !nodes.includes(host);
    // Only where the order is another: what is taken out and put in again loses the focus.
    const stand = [...this.root.children].filter((node) => nodes.includes(node));
    if (stand.some((node, place) => node !== nodes[place])) this.root.append(...nodes);
    this.first = placed.find(([{ kind }]) => kind === "picture")?.[1] ?? null;
    for (const [one, place] of placed) this.fill(one, place);
  }

  /** Hand the first picture other parts of its trace, which has more frames than were sent. */
  extend({ parts }, payloads) {
    this.payloads = payloads;
    this.first?.player.extend(parts.map((number) => payloads[number]));
  }

  /** Show what is beside the first picture, which rests where that holds. */
  follow([, ...others], payloads) {
    this.payloads = payloads;
    const numbers = {};
    for (const one of others) {
      numbers[one.kind] = (numbers[one.kind] ?? 0) + 1;
      this.fill(one, this.host(one.kind, numbers[one.kind]));
    }
  }

  /** Take everything away: what is not on the page hears no keys. */
  end() {
    this.wanted = null;
    for (const { player, unmount } of this.hosts.values()) {
      player?.end();
      unmount?.();
    }
  }

  /** The first picture that is shown. */
  get picture() {
    return this.first?.root.querySelector("[data-testid=picture]") ?? null;
  }

  host(kind, number) {
    const name = `${kind} ${number}`;
    if (!this.hosts.has(name)) {
      const host = element("div", { class: kind });
      this.root.append(host);
      this.hosts.set(name, { host, ...(STYLED.has(kind) ? styledRoot(host, `../${kind}.css`) : {}) });
    }
    return this.hosts.get(name);
  }

  fill(one, place) {
    if (one.kind === "picture") this.play(one, place);
    else if (one.kind === "table") place.host.replaceChildren(...table(one));
    else if (one.kind === "text") place.host.replaceChildren(element("p", {}, one.text));
    else this.mount(one, place);
  }

  play({ parts, step }, place) {
    if (!place.player) {
      place.player = new Player(place.root);
      const { base = 0 } = this.payloads[parts[0]];
      place.player.heard = (at) => this.first === place && this.heard(at + base);
    }
    place.player.order(
      parts.map((number) => this.payloads[number]),
      step,
    );
  }

  mount({ payload, picked, told }, place) {
    const data = {
      picked,
      payload: JSON.stringify(this.payloads[payload]),
      told: JSON.stringify(this.payloads[told] ?? {}),
    };
    const unheard = () => undefined; // there is no server
    place.unmount = mountTextRows({
      data,
      parentElement: place.root,
      setStateValue: unheard,
      setTriggerValue: (name, pick) => name === "pick" && this.picked(...pick),
    });
  }
}

function table({ title, head, rows }) {
  const line = (cells, tag) =>
    element(
      "tr",
      {},
      ...cells.map((cell) =>
        typeof cell === "string" ? element(tag, {}, cell) : element(tag, { class: "number" }, cell.number),
      ),
    );
  const made = element(
    "table",
    {},
    element("thead", {}, line(head, "th")),
    element("tbody", {}, ...rows.map((row) => line(row, "td"))),
  );
  return [element("h3", {}, title), element("div", { class: "scroll", tabindex: 0, role: "group" }, made)];
}
