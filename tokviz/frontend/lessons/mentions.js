/**
 * Terms of the glossary in a text while it is written, marked as the server marks them (`views/shared/glossary.py`): the
 * first mention in each paragraph, so many at most; code, links and bold text are left alone.
 *
 * @typedef {object} Names
 * @property {string} pattern                  what finds the names, each as the first group
 * @property {Record<string, string>} keys     the term of each name in small letters
 * @property {number} most                     how many terms of a paragraph are marked
 */

const ALONE = /`[^`]*`|\*\*[^*]*\*\*|\[[^\]]*\]\([^)]*\)|<[^>]*>|\{[^}]*\}/gu;

/** A text with its mentions as `[word](term)`.  @param {string} text  @param {Names} names */
export function mentioned(text, names) {
  const paragraphs = text.split("\n\n");
  return paragraphs.map((paragraph) => inParagraph(paragraph, names)).join("\n\n");
}

function inParagraph(text, { pattern, keys, most }) {
  const alone = [...text.matchAll(ALONE)].map((match) => [match.index, match.index + match[0].length]);
  const seen = new Set();
  return text.replace(new RegExp(pattern, "giu"), (mention, name, at) => {
    const key = keys[name.toLowerCase()];
    const isLeft = alone.some(([start, end]) => start < at + mention.length && at < end);
    if (isLeft || seen.has(key) || seen.size === most) return mention;
    seen.add(key);
    return `[${mention}](${key})`;
  });
}
