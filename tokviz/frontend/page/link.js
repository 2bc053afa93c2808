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

/** A value as it is shown: cut if it is long; an empty one is a dash. */
export function short(value) {
  return value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value || "–";
}
