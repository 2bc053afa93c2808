/* What is in a text that is being typed, as it will be read, nearly. */

const LETTER = /\p{L}/u;
const SPACES = /\s+/u;

/** What there is in a text: what has no letter, as a count beside its word, is no word. */
export function counted(text) {
  const words = text.split(SPACES).filter((word) => LETTER.test(word));
  return { words: words.length, different: new Set(words).size, characters: [...text].length };
}
