/**
 * What a card says and where its page is, without the page: its text taken apart, and whether an address is its own.
 *
 * @typedef {object} Card
 * @property {string} visit                   changes whenever a card is opened, the same one again included
 * @property {number} card                    its number, from 1
 * @property {number} before                  the card before it; 0 for none
 * @property {number} after                   the card after it; 0 for none
 * @property {string[]} titles                of all cards
 * @property {string} guide                   the title of the lesson
 * @property {string} lesson                  its name
 * @property {import("./asks.js").Asked[]} asks    what the card asks
 * @property {import("./handing.js").Handed | null} handed    what was answered, on the last card
 * @property {string} text                    paragraphs, with `code`, **bold** and [words](term)
 * @property {Record<string, string>} terms   the definition of each term that is mentioned
 * @property {string[]} sources               papers: authors, year, title
 * @property {number[]} away                  the cards that are about other pages: each has a hidden link, in order
 * @property {boolean} practices              whether it leads to exercises of the kinds that the lesson asked
 * @property {string} page                    the last part of the path of its address
 * @property {Record<string, string>[]} queries    its address, in as many words as mean the same; without its step
 * @property {string[]} kept                  parameters that belong to no page, or that the card asks to change
 * @property {string} counted                 the parameter of its address that counts steps: `step`, or `size`
 * @property {number} step                    the step of its address
 * @property {number | null} until            the last step that the remote steps the picture to
 * @property {boolean} predicts               whether the picture asks at the steps before that one
 * @property {string} part                    selector of the part that it speaks of
 * @property {boolean} leads                  whether a picture leads its page
 * @property {boolean} side_bar               whether the part is the side bar
 * @property {Record<string, string>} labels  all words of the interface
 * @property {string} lang
 */

const MARKED = /(`[^`]+`[,.;:)，。；：、！？）]*|\*\*[^*]+\*\*|\[[^[\]]+\]\([a-z-]+\))/u;

/**
 * A line of text with `code`, **bold** and [words](term), taken apart. What ends a sentence stays with the code before it.
 *
 * @param {string} text
 * @returns {({ text: string } | { strong: object[] } | { code: string, end: string } | { word: string, term: string })[]}
 */
export function pieces(text) {
  return text.split(MARKED).map((piece, place) => {
    if (place % 2 === 0) return { text: piece };
    if (piece.startsWith("*")) return { strong: pieces(piece.slice(2, -2)) };
    if (piece.startsWith("[")) {
      const [word, term] = piece.slice(1, -1).split("](");
      return { word, term };
    }
    const [, code, end] = piece.split("`");
    return { code, end };
  });
}

export function plain(text) {
  return text.replaceAll("`", "");
}

/** The last part of the path of an address. */
export function pageOf({ pathname }) {
  return pathname.split("/").pop();
}

/**
 * Whether an address shows what the card speaks of, steps up to the card's last one included.
 *
 * @param {Card} card
 * @param {Location | URL} address
 */
export function isOnPath(card, address) {
  const shown = Number(new URLSearchParams(address.search).get(card.counted) ?? "0");
  const isStep = shown >= card.step && shown <= (card.until ?? card.step);
  return isStep && isOnPicture(card, address);
}

/** Whether an address shows the picture that the card speaks of, at any step. @param {Card} card @param {Location | URL} address */
export function isOnPicture(card, address) {
  const { [card.counted]: _, ...query } = Object.fromEntries(new URLSearchParams(address.search));
  for (const name of card.kept) delete query[name];
  return pageOf(address) === card.page && card.queries.some((cardQuery) => isSameQuery(cardQuery, query));
}

/** Whether the picture, which shows this step, has another one of the card on the way that a key points (1 or -1). */
export function hasSteps({ step, until }, shown, turn) {
  return turn > 0 ? until !== null && shown < until : shown > step && shown <= (until ?? step);
}

function isSameQuery(query, other) {
  const names = Object.keys(query);
  return names.length === Object.keys(other).length && names.every((name) => query[name] === other[name]);
}
