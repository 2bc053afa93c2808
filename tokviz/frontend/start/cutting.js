/**
 * Byte-pair encoding in the browser: a text is cut into pre-tokens and these into tokens, as tokviz does it for the
 * examples of the start page (GPT-2's pattern, merges applied rule by rule). What cannot be seen gets a form that can.
 * Nothing here is drawn.
 *
 * @typedef {object} Merge
 * @property {number} number          from 1, in the order of training
 * @property {string} left
 * @property {string} right
 * @property {number} count           how often the pair occurred
 *
 * @typedef {object} Symbol           a symbol of a word, with the merges that made it
 * @property {string} text
 * @property {Merge} [merge]          missing for a letter
 * @property {Symbol} [left]
 * @property {Symbol} [right]
 */

// GPT-2's pattern; white space is Unicode's, which is not quite what \s means in a browser.
const PRE_TOKEN =
  /'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+$|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}/gu;
const HAN = /\p{Script=Han}/gu;
const LATIN = /\p{Script=Latin}+/gu;
const INVISIBLE =
  /(?!(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3))[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const MARK_FIRST = /^\p{M}/u;
const NAMED = { " ": "␣", "\n": "⏎", "\r": "␍", "\t": "⇥", "\u00a0": "⍽", "\u3000": "␣̲", "\x7f": "␡" };

/** The merges of a file: a line each, left, right and count between tabs. */
export function readMerges(lines) {
  const merges = lines
    .split("\n")
    .filter(Boolean)
    .map((line, place) => {
      const [left, right, count] = line.split("\t");
      return { number: place + 1, left, right, count: Number(count) };
    });
  return { merges, byPair: new Map(merges.map((merge) => [`${merge.left}\t${merge.right}`, merge])) };
}

/** The pre-tokens of a text; nothing is lost. */
export function preTokens(text) {
  return text.match(PRE_TOKEN) ?? [];
}

/** The tokens of a pre-token after the first `limit` merges: each rule in its turn, wherever it applies. */
export function cut(word, { byPair }, limit) {
  let symbols = [...word].map((text) => ({ text }));
  for (let merge = due(symbols, byPair, 0, limit); merge; merge = due(symbols, byPair, merge.number, limit)) {
    symbols = merged(symbols, merge);
  }
  return symbols;
}

/** The first merge after the one with number `last` that joins two of the symbols; none after the limit. */
function due(symbols, byPair, last, limit) {
  let first = null;
  for (let i = 1; i < symbols.length; i += 1) {
    const merge = byPair.get(`${symbols[i - 1].text}\t${symbols[i].text}`);
    const isDue = merge && merge.number > last && merge.number <= limit;
    if (isDue && (!first || merge.number < first.number)) first = merge;
  }
  return first;
}

function merged(symbols, merge) {
  const mergedSymbols = [];
  for (let i = 0; i < symbols.length; i += 1) {
    const [left, right] = [symbols[i], symbols[i + 1]];
    if (left.text === merge.left && right?.text === merge.right) {
      mergedSymbols.push({ text: left.text + right.text, merge, left, right });
      i += 1;
    } else mergedSymbols.push(left);
  }
  return mergedSymbols;
}

/** Which of the models a text is cut with: that of the script that most of it is in; the first where there is none. */
export function fitting(text, models) {
  const han = text.match(HAN)?.length ?? 0;
  const latin = text.match(LATIN)?.length ?? 0;
  const script = han > latin ? "Hani" : "Latn";
  return ((han || latin) && models.find((model) => model.script === script)) || models[0];
}

/** A text with everything invisible in a form that can be seen; see tokviz.views.shared.display. */
export function visible(text) {
  const shown = text.replace(INVISIBLE, (character) => {
    const code = character.codePointAt(0);
    if (NAMED[character]) return NAMED[character];
    if (code < 0x20) return String.fromCodePoint(0x24_00 + code);
    return `⟨${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
  return MARK_FIRST.test(shown) ? `◌${shown}` : shown;
}

/** The query string that opens the derivation of a pre-token at its first step. */
export function addressOf({ model, text, word, limit, lang }) {
  const query = new URLSearchParams({ example: model.example, text, word });
  if (limit < model.merges.length) query.set("merges", limit);
  query.set("lang", lang);
  return query.toString();
}
