/**
 * A link to what the page shows: the address with what is chosen in the panel, and what it holds.
 *
 * @typedef {object} Choice
 * @property {string} lang        language of the link
 * @property {boolean} predict    whether it asks before each step
 * @property {boolean} embed      whether it is for a frame
 * @property {string[]} hidden    names of parts of the page
 *
 * @typedef {{ label: string, parameters: string[] }} Holding              what a link can hold, and what says it
 * @typedef {{ label: string, values: { name: string, value: string }[] }} Held
 */

const OURS = ["hide", "embed", "predict"]; // parameters that are chosen here
const SECRET = "lead"; // the key of a live class, which only its teacher has
const NOT_IN_TAB = ["hide", "embed", "guide", "card", "view", "do", "lang"]; // of the app's pages alone
const OWN = "own";
const SHOWN = 28; // characters of a value

/**
 * The address with this choice in place of the one that it has.
 *
 * @param {string} address
 * @param {Choice} choice
 */
export function linkTo(address, { lang, predict, embed, hidden }) {
  const link = new URL(address);
  for (const name of [...OURS, "embed_options", SECRET]) link.searchParams.delete(name);
  link.searchParams.set("lang", lang);
  if (predict) link.searchParams.set("predict", "1");
  if (hidden.length) link.searchParams.set("hide", hidden.join(","));
  if (embed) link.searchParams.set("embed", "true");
  return link;
}

/**
 * What a link holds: labels, each with the parameters that say it and their values. Those of no label are settings.
 *
 * @param {URLSearchParams} query
 * @param {Holding[]} holds
 * @param {string} settings             the label of the settings
 * @returns {Held[]}
 */
export function heldIn(query, holds, settings) {
  const known = new Set([...OURS, ...holds.flatMap(({ parameters }) => parameters)]);
  const others = [...query.keys()].filter((name) => !known.has(name));
  return [...holds, { label: settings, parameters: others }]
    .map(({ label, parameters }) => ({
      label,
      values: parameters.filter((name) => query.has(name)).map((name) => ({ name, value: query.get(name) })),
    }))
    .filter(({ values }) => values.length);
}

/**
 * Where the same state opens in a browser tab, on a site that needs no server; empty where the tab has no such page, or
 * the link does not include the text. The state is behind `#`: that site's server does not hear of it.
 *
 * @typedef {object} TabSite
 * @property {string} address
 * @property {{ name: string, address: string, half: string }[]} pages   those of the tab: where the app shows the same
 * @property {readonly string[]} tokenizers   those that the tab has
 *
 * @param {URL} link
 * @param {TabSite | null} tab
 */
export function tabLink(link, tab) {
  const query = new URLSearchParams(link.searchParams);
  const path = link.pathname.split("/").at(-1);
  const halves = tab?.pages.filter(({ address }) => address === path) ?? [];
  const page = halves.find(({ half }) => half === query.get("do")) ?? halves.find(({ half }) => !half);
  const isOwn = [query.get("example"), query.get("preset")].includes(OWN);
  const isWithoutText = isOwn && !["corpus", "text", "chat"].some((name) => query.get(name));
  if (!page || isWithoutText || !tab.tokenizers.includes(query.get("tokenizer") ?? tab.tokenizers[0])) return "";
  const there = new URL(`${query.get("lang")}/own.html`, tab.address);
  for (const name of NOT_IN_TAB) query.delete(name);
  there.hash = `${new URLSearchParams([["page", page.name], ...query])}`;
  return there.href;
}

/** A value as it is shown: cut if it is long; an empty one is a dash. */
export function short(value) {
  return value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value || "–";
}
