/**
 * What the page is set to, and how a link says it: `page`, the query string that the same page of the app has, and what
 * only this page knows (`tab`, `predict`, `run`). Nothing here touches the document.
 *
 * @typedef {object} State
 * @property {string} tab         training, apply, exercises, keep, or one of the pages below
 * @property {string} algorithm
 * @property {string} example     where the corpus comes from: the name of an example, or that of an own text
 * @property {string} text        the own text
 * @property {string} split
 * @property {string} preset
 * @property {string} stop        merges, vocab or end
 * @property {number} amount      of merges or of the vocabulary
 * @property {boolean} isChosen   whether the visitor chose the amount, which stays when the text changes
 * @property {Record<string, string>} knobs    by their names in a link: those that are not as the convention has them
 * @property {Record<string, Record<string, string>>} more   by page: the rest of its query string
 * @property {{ kind: string, number: number } | null} exercise
 * @property {boolean} predict
 * @property {boolean} run        whether the picture was asked for: a link asks for it, unless it says otherwise
 */

const CORPUS = ["example", "corpus", "split"];
const TRAINING = [...CORPUS, "rules", "merges", "vocab"];
const OURS = ["page", "tab", "predict", "run", "lang", "do"];
const EXERCISE = ["task", "number"];
const PARTS = { exercises: "exercises", practice: "exercises", keep: "keep" }; // `tab` of a link, as it was once, too
/** Tabs that show a tokenizer of a name. */
const TOKENIZER_TABS = new Set(["tokenizers", "vocabulary", "chat"]);
const GOING_ON = new Set(["training", "keep"]); // where training can go on from a tokenizer
/** Tabs that are pages with a text of their own, or without any. */
export const WITHOUT_CORPUS = new Set(["bytes", "why", "tokenizers", "vocabulary", "chat", "practice"]);
const FILE = "file:";
const OF_FILES = ["tokenizer", "beside", "from"]; // parameters that may name a visitor's file
/** What was looked at in another tokenizer. */
const OF_ANOTHER = { word: "", token: "", step: "", page: "", id: "" };
const OF_PLACE = ["step", "word"]; // what is looked at in a training, and in no other
const ROUNDED = 10;
const NO_LETTERS = /[\s\p{P}]+/u;
const BLANKS = /\s/gu;

const byName = (list, name) => list.find((one) => one.name === name);

export const algorithmOf = (data, state) => byName(data.algorithms, state.algorithm);
export const exampleOf = (data, state) => byName(data.examples, state.example);

/** The tokenizers that are compared on a corpus where a link names none. @returns {string[]} */
export const comparedOn = (data, state) => exampleOf(data, state)?.compared.tokenizers ?? data.compared.usual;

/** The tokenizer that a training goes on from; empty for none. @returns {string} */
export const startOf = (data, state) => state.more[pageOf(data, state)]?.from ?? "";

/** The name of a visitor's file among the tokenizers that are compared. */
export const slotOf = (file) => `${FILE}${file}`;
/** The file of such a name; empty for a tokenizer that is trained. */
export const fileOf = (slot) => (slot.startsWith(FILE) ? slot.slice(FILE.length) : "");

/** The tokenizers that are compared. @returns {string[]} */
export const compared = (data, state) => state.more.compare?.t?.split(",") ?? comparedOn(data, state);

/** Whether the page splits words with what an algorithm trained: a page of its own stands for that. */
export const isApplicable = ({ name, apply }) => apply.page !== name;

/** How a corpus opens with an algorithm. @returns {{ preset: string, split: string, stop: string, amount: number }} */
export function openingOf(data, { algorithm, example, text }) {
  const known = byName(data.examples, example);
  if (known) return known.openings[algorithm];
  const { preset, presets } = byName(data.algorithms, algorithm);
  const [stop] = byName(presets, preset).stops;
  return { preset, split: data.split, stop, amount: usualAmount(data, algorithm, text) };
}

/**
 * How many merges or pieces an own text gets at first. Unigram starts with more pieces than it keeps: of a short text a
 * vocabulary of two pieces for each word, beside its letters, leaves something to prune.
 */
export function usualAmount(data, algorithm, text) {
  const { amount, stops } = byName(data.algorithms, algorithm);
  if (stops.some(([name]) => name === "merges")) return amount;
  const words = new Set(text.split(NO_LETTERS).filter(Boolean)).size;
  const letters = new Set(text.replaceAll(BLANKS, "")).size;
  return Math.max(Math.min(Math.ceil((letters + 2 * words) / ROUNDED) * ROUNDED, amount), ROUNDED);
}

/** The state in which the page opens. @returns {State} */
export function opening(data) {
  const first = { algorithm: data.algorithms[0].name, example: data.own, text: data.text };
  return {
    tab: "training",
    ...first,
    ...openingOf(data, first),
    isChosen: false,
    knobs: {},
    more: data.more ?? {},
    exercise: null,
    predict: false,
    run: false,
  };
}

/** The page that a state shows, as a request names it; exercises and files are about the training. */
export function pageOf(data, { tab, algorithm }) {
  if (tab === "apply") return byName(data.algorithms, algorithm).apply.page;
  return tab === "compare" || WITHOUT_CORPUS.has(tab) ? tab : algorithm;
}

// -- reading

/**
 * The state that a link describes. What it does not speak of stays as it is kept: the training beside a text in bytes,
 * and an own text that is too long for a link.
 *
 * @param {URLSearchParams} query
 * @param {Partial<State> | null} kept     that of the visit, or a part of it; whatever the browser has kept
 * @returns {State}
 */
export function read(query, data, kept) {
  const before = { ...keptState(data, kept), run: false };
  if (![...query.keys()].some((name) => name !== "lang")) return before;
  const place = placeOf(query, data, before);
  const state = { ...before, ...place, predict: query.get("predict") === "1", run: query.get("run") !== "0" };
  const page = pageOf(data, state);
  if (WITHOUT_CORPUS.has(place.tab)) return { ...state, more: { ...before.more, [place.tab]: rest(query, []) } };
  const corpus = corpusIn(query, data, before);
  if (place.tab === "compare") {
    const isSame = corpus.example === before.example && corpus.text === before.text;
    const training = isSame ? {} : { ...openingOf(data, { ...state, ...corpus }), knobs: {}, isChosen: false };
    const split = query.get("split");
    const more = { ...before.more, compare: rest(query, CORPUS) };
    return { ...state, ...training, ...corpus, ...(split ? { split } : {}), more };
  }
  const { parameters } = algorithmOf(data, state);
  const more = { ...before.more, [page]: rest(query, [...TRAINING, ...EXERCISE, ...parameters]) };
  const exercise = query.has("task") ? { kind: query.get("task"), number: Number(query.get("number")) || 1 } : null;
  return { ...state, ...corpus, ...trainingIn(query, data, { ...state, ...corpus }), more, exercise };
}

/**
 * What a link to practice is taken for: one that says nothing goes on where the visitor was, and points stay with one
 * that has none.
 *
 * @param {Record<string, string>} query     of the link
 * @param {Record<string, string>} kept      of the task where the visitor was
 */
export function resumed(query, kept) {
  if (!Object.keys(query).length) return kept;
  return query.score || !kept.score ? query : { ...query, score: kept.score };
}

/** What the visit has kept, as far as it can be: it may be of another version, or changed by hand. */
function keptState(data, kept) {
  const usual = opening(data);
  const isAlike = (name) => usual[name] === null || typeof kept[name] === typeof usual[name];
  const names = kept && typeof kept === "object" ? Object.keys(usual).filter((name) => name in kept) : [];
  const state = { ...usual, ...Object.fromEntries(names.filter(isAlike).map((name) => [name, kept[name]])) };
  const isKnown = byName(data.algorithms, state.algorithm) && (state.example === data.own || exampleOf(data, state));
  if (!isKnown) return { ...usual, text: state.text };
  const isOffered =
    byName(algorithmOf(data, state).presets, state.preset) || state.preset === openingOf(data, state).preset;
  return isOffered && stopsOf(data, state).includes(state.stop)
    ? state
    : { ...state, ...openingOf(data, state), knobs: {} };
}

function placeOf(query, data, before) {
  const page = query.get("page") ?? before.algorithm;
  const part = PARTS[query.get("tab")];
  for (const algorithm of data.algorithms) {
    const { name, apply } = algorithm;
    const isApplied = page === apply.page || (page === name && query.get("do"));
    if (isApplied && isApplicable(algorithm)) return { tab: "apply", algorithm: name };
    if (page === name) return { tab: part ?? "training", algorithm: name };
  }
  const { algorithm } = before;
  return { tab: page === "compare" || WITHOUT_CORPUS.has(page) ? page : "training", algorithm };
}

function corpusIn(query, data, before) {
  const text = query.get("corpus");
  if (text) return { example: data.own, text };
  const example = query.get("example");
  if (example === data.own) return { example, text: before.text };
  return { example: byName(data.examples, example)?.name ?? data.own, text: before.text };
}

function trainingIn(query, data, state) {
  const usual = openingOf(data, state);
  const algorithm = algorithmOf(data, state);
  const names = [...algorithm.presets.map(({ name }) => name), usual.preset];
  const preset = names.includes(query.get("rules")) ? query.get("rules") : usual.preset;
  const split = query.get("split") ?? usual.split;
  const stops = stopsOf(data, { ...state, preset });
  const knobs = Object.fromEntries(
    algorithm.parameters.filter((name) => query.has(name)).map((name) => [name, query.get(name)]),
  );
  for (const stop of ["merges", "vocab"]) {
    const given = query.get(stop);
    if (given === "all" && stops.includes("end"))
      return { preset, split, knobs, stop: "end", amount: usual.amount, isChosen: true };
    if (Number(given) > 0 && stops.includes(stop))
      return { preset, split, knobs, stop, amount: Number(given), isChosen: true };
  }
  const stop = stops.includes(usual.stop) ? usual.stop : stops[0];
  return { preset, split, knobs, stop, amount: usual.amount || algorithm.amount, isChosen: false };
}

/** What a query string says beside these parameters and ours. */
function rest(query, names) {
  return Object.fromEntries([...query].filter(([name]) => !names.includes(name) && !OURS.includes(name)));
}

// -- changing

/** Where training under the convention of a state can end; an example whose source has rules of its own allows all. */
export function stopsOf(data, state) {
  const { presets, stops } = algorithmOf(data, state);
  return byName(presets, state.preset)?.stops ?? stops.map(([name]) => name);
}

/** The state with a change of corpus, algorithm, convention or size: what follows from these is as it opens. */
export function changed(data, state, change) {
  const next = { ...state, ...change };
  const isOther = next.algorithm !== state.algorithm || (next.example !== state.example && next.example !== data.own);
  if (isOther) Object.assign(next, reopened(data, next));
  else if (next.example !== state.example) Object.assign(next, asOwn(data, next));
  else if (change.text !== undefined && !next.isChosen) next.amount = openingOf(data, next).amount;
  if (next.preset !== state.preset) next.knobs = {};
  if (next.tab === "apply" && !isApplicable(algorithmOf(data, next))) next.tab = "training";
  const stops = stopsOf(data, next);
  if (!stops.includes(next.stop)) [next.stop] = stops;
  if (next.stop !== "end" && !next.amount) next.amount = algorithmOf(data, next).amount;
  return { ...next, more: withoutPlaces(next.more) };
}

/** What another algorithm or example opens with; an amount that was chosen for an own text stays. */
function reopened(data, state) {
  const { preset, split, stop, amount } = openingOf(data, state);
  if (state.example !== data.own) return { preset, split, stop, amount, knobs: {}, isChosen: false };
  const stays = state.isChosen && stopsOf(data, { ...state, preset }).includes(state.stop);
  return { preset, knobs: {}, ...(stays ? {} : { stop, amount, isChosen: false }) };
}

/** An example that was changed is an own text, trained as the example was; rules that only its source has do not go with it. */
function asOwn(data, state) {
  const { presets, preset } = algorithmOf(data, state);
  return { preset: byName(presets, state.preset) ? state.preset : preset, isChosen: state.stop !== "end" };
}

/** What is looked at belongs to the training that was. */
function withoutPlaces(more) {
  return Object.fromEntries(
    Object.entries(more).map(([page, query]) => [
      page,
      Object.fromEntries(
        Object.entries(query).filter(([name]) => WITHOUT_CORPUS.has(page) || !OF_PLACE.includes(name)),
      ),
    ]),
  );
}

/** The state with one parameter of the page that it shows; an empty value takes it out. */
export function withMore(data, state, change) {
  const page = pageOf(data, state);
  return { ...state, more: { ...state.more, [page]: withoutEmpty({ ...state.more[page], ...change }) } };
}

function withoutEmpty(query) {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "" && value !== undefined));
}

/** The state with these tokenizers compared, which a link says unless they are as the corpus opens. */
export function withCompared(data, state, slots) {
  const t = slots.join();
  const query = { ...state.more.compare, t: t === comparedOn(data, state).join() ? "" : t, word: "" };
  return { ...state, more: { ...state.more, compare: withoutEmpty(query) } };
}

/**
 * The state that shows the tokenizer of a file: beside the others that are compared, if need be in the place of the last
 * that is trained; as the one that is chosen; or as the one that training goes on from. Other pages stay as they are.
 */
export function withFile(data, state, file) {
  if (GOING_ON.has(state.tab) && state.algorithm === data.starts.of)
    return { ...withMore(data, state, { from: file, step: "" }), run: true };
  if (state.tab !== "compare")
    return TOKENIZER_TABS.has(state.tab)
      ? { ...withMore(data, state, { ...OF_ANOTHER, tokenizer: file }), run: true }
      : state;
  const slots = compared(data, state).filter((slot) => slot !== slotOf(file));
  const last = slots.findLastIndex((slot) => !fileOf(slot));
  const others = slots.length < data.compared.most ? slots : slots.toSpliced(last, 1); // of files alone, the last
  return { ...withCompared(data, state, [...others, slotOf(file)]), run: true };
}

/** The state without the tokenizer of a file, on no page. */
export function withoutFile(data, state, file) {
  const slots = compared(data, state);
  const others = slots.filter((slot) => slot !== slotOf(file));
  const spare = comparedOn(data, state).filter((slot) => !others.includes(slot));
  const left = [...others, ...spare.slice(0, Math.max(data.compared.fewest - others.length, 0))];
  const next = others.length === slots.length ? state : withCompared(data, state, left);
  const pages = Object.entries(next.more).map(([page, query]) => {
    const named = OF_FILES.filter((name) => query[name] === file);
    const change = Object.fromEntries(named.map((name) => [name, ""]));
    return [page, named.length ? withoutEmpty({ ...query, ...OF_ANOTHER, ...change }) : query];
  });
  return { ...next, more: Object.fromEntries(pages) };
}

// -- writing

/** The query string of the page of the app that shows the same. */
export function queryOf(data, state) {
  const page = pageOf(data, state);
  const more = state.more[page] ?? {};
  if (WITHOUT_CORPUS.has(page)) return new URLSearchParams(more);
  if (page === "compare") return new URLSearchParams({ ...corpusOf(data, state), ...more });
  return new URLSearchParams({ ...corpusOf(data, state), ...trainingOf(data, state), ...more });
}

function corpusOf(data, { example, text, split }) {
  if (example !== data.own) return { example };
  return { example, corpus: text, ...(split === data.split ? {} : { split }) };
}

function trainingOf(data, state) {
  const usual = openingOf(data, state);
  const query = /** @type {Record<string, string>} */ ({});
  if (!startOf(data, state)) {
    if (state.example !== data.own && state.split !== usual.split) query.split = state.split;
    if (state.preset !== usual.preset) query.rules = state.preset;
    Object.assign(query, state.knobs);
  }
  if (state.stop === "end") {
    if (usual.stop !== "end") query.merges = "all";
  } else if (state.example === data.own || state.stop !== usual.stop || state.amount !== usual.amount) {
    query[state.stop] = `${state.amount}`;
  }
  return query;
}

/** Whether an own text is too long for a link. */
export function isTooLong(data, state) {
  return !WITHOUT_CORPUS.has(state.tab) && state.example === data.own && [...state.text].length > data.most.link;
}

/** The query string of this page. */
export function linkOf(data, state) {
  const query = queryOf(data, state);
  if (isTooLong(data, state)) query.delete("corpus");
  const link = new URLSearchParams({ page: pageOf(data, state) });
  if (Object.values(PARTS).includes(state.tab)) link.set("tab", state.tab);
  if (state.tab === "exercises" && state.exercise) {
    link.set("task", state.exercise.kind);
    link.set("number", `${state.exercise.number}`);
  }
  for (const [name, value] of query) link.set(name, value);
  if (state.predict) link.set("predict", "1");
  if (!state.run) link.set("run", "0");
  return link;
}

/** The address in the app that shows the same; exercises on the visitor's own corpus, and opened files, are only here. */
export function appLink(data, state) {
  const { apply } = algorithmOf(data, state);
  const query = queryOf(data, state);
  if (isTooLong(data, state)) query.delete("corpus");
  const known = [...data.tokenizers.names, ...data.starts.names].map(([name]) => name);
  for (const name of OF_FILES) if (!known.includes(query.get(name))) query.delete(name);
  const trained = (query.get("t") ?? "").split(",").filter((slot) => !fileOf(slot));
  if (query.has("t")) query.set("t", trained.join());
  if (!query.get("t")) query.delete("t");
  if (state.tab === "apply" && apply.do) query.set("do", apply.do);
  if (state.predict) query.set("predict", "1");
  query.set("lang", data.lang);
  return `${data.app}/${state.tab === "apply" ? apply.address : pageOf(data, state)}?${query}`;
}
