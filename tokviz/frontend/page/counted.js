/* What is in a text that is being typed, as it will be read, nearly. */

const WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;
const LETTER = /\p{L}/u;

/** The words of a text: what has no letter, as a count beside its word, is none, and no mark between words is. */
export function wordsOf(text) {
  return (text.match(WORD) ?? []).filter((word) => LETTER.test(word));
}

/** What there is in a text. */
export function counted(text) {
  const words = wordsOf(text);
  return { words: words.length, different: new Set(words).size, characters: [...text].length };
}
