/* Written by `python -m tools.payload_types` from the TypedDicts of tokviz/views: change these. */

/**
 * A symbol that a merge made. number: of the merge, from 1; left, right: its parts.
 */
export interface SymbolOrigin {
  symbol: number;
  number: number;
  left: number;
  right: number;
}

/**
 * A symbol that no merge made. before, after: the marks around its letters.
 */
export interface LetterCell {
  symbol: number;
  before: string;
  letters: string;
  after: string;
}

/**
 * A symbol of the start. toggles: after how many merges it goes out of use, or comes back, by turns.
 */
export interface FirstSymbol {
  symbol: number;
  toggles: number[];
}

/**
 * A token of the vocabulary. number: of its merge, from 1. toggles: after how many merges it comes into use, or
 * goes out of it, by turns.
 */
export interface MadeToken {
  number: number;
  symbol: number;
  toggles: number[];
}

/**
 * Where another convention parts. step: after so many merges, null if it never does. told: what the press says that
 * leads there, or that they never part.
 */
export interface Parting {
  step: number | null;
  told: string;
}

/**
 * What holds for all frames.
 *
 * origins: the symbols that merges made; cells: all others. letters: the symbols of the start, or `folded` as a number
 * where they are too many. merges: the tokens in the order of their merges. longest: what the longest bar of all steps
 * stands for. ties: one sign a merge, "=" where the rule for ties decided. words: how many the corpus has.
 */
export interface MergesPicture {
  kind: "merges";
  measure: string;
  origins: SymbolOrigin[];
  cells: LetterCell[];
  letters: FirstSymbol[];
  folded: number;
  merges: MadeToken[];
  longest: number;
  ties: string;
  words: number;
  labels: Record<string, string>;
  parting?: Parting;
}

/**
 * A pair that the next merge may choose.
 *
 * left, right: its symbols. bar: what its bar shows; worth: the same as it is written; worked: how that is worked out,
 * empty for a count. words: those that add most to the count, with what each adds, and the others as one. leads:
 * whether it is first by count.
 */
export interface CandidateRow {
  left: number;
  right: number;
  count: number;
  bar: number;
  worth: string;
  worked: string;
  words: [string, number][];
  leads: boolean;
}

/**
 * What is said of a candidate's place: as long as there is room for, in short, and as a sentence.
 */
export interface Note {
  long: string;
  short: string;
  told: string;
}

/**
 * The winner of another convention, where that parts from this one.
 */
export interface OtherCandidate {
  row: CandidateRow;
  note: Note;
}

/**
 * The candidates of a step, the best first. tied: how many share the first place, 0 at the end. total: how many
 * there are. rule: what they are compared by.
 */
export interface Candidates {
  title: string;
  rule: string;
  tied: number;
  total: number;
  rows: CandidateRow[];
  other?: OtherCandidate;
}

/**
 * The symbols that are dropped, as often as they are, and why.
 */
export interface DroppedSymbols {
  symbols: number[];
  told: string[];
}

/**
 * What holds for all frames. merges: how many the tokenizer has, 0 if it has none. named: whether each row stands
 * below its label. unknown: the symbol that stands for what is in no vocabulary.
 */
export interface EncodingPicture {
  kind: "encoding";
  origins: SymbolOrigin[];
  cells: LetterCell[];
  merges: number;
  named: boolean;
  unknown?: number;
  dropped?: DroppedSymbols;
  labels: Record<string, string>;
}

/**
 * One of what a step chooses from. names: its symbols. places: in the row of the word, the first symbol and how
 * many. worth: what it is worth, in a few words; about: the same as a sentence.
 */
export interface AttemptRow {
  names: string[];
  places: [number, number][];
  worth: string;
  about: string[];
  kind: "wins" | "open" | "out" | "done";
}

/**
 * What a step chooses from. others: how many are left out. row: the row of the word that places are in.
 */
export interface ChoiceRows {
  title: string;
  rule: string;
  others: number;
  row: number;
  tries: AttemptRow[];
}

/**
 * A character of the text, in the columns from `start` up to `end`. word: the number of its word among those that
 * can be picked.
 */
export interface TextCharacter {
  text: string;
  start: number;
  end: number;
  word?: number;
}

/**
 * A part of a row, such as a token.
 *
 * kind: where it is another than that of the row. number: its place in the row from 1, if it has one. made: the number
 * of the merge that made it. note: what to say of it. cut_start, cut_end: whether it begins, or ends, inside a
 * character. from_before, goes_on: whether it is a part of a token that began in a block before, or goes on in the
 * next.
 */
export interface RowPart {
  text: string;
  start: number;
  end: number;
  kind?: string;
  number?: number;
  made?: number;
  note?: string;
  cut_start?: boolean;
  cut_end?: boolean;
  from_before?: boolean;
  goes_on?: boolean;
}

/**
 * A row below the characters: a tokenizer, or a stage. One of kind "heading" has a name alone.
 *
 * detail: what is written in small below the name. tokens, unknown: how many the whole text has.
 */
export interface TextRow {
  name: string;
  kind: string;
  parts: RowPart[];
  detail?: string;
  tokens?: number;
  unknown?: number;
}

/**
 * Columns that stay together in a line. before: what comes before them. direction: of the block; line: of its
 * line.
 */
export interface TextBlock {
  start: number;
  end: number;
  before: "inside" | "space" | "line";
  direction: "ltr" | "rtl";
  line: "ltr" | "rtl";
}

/**
 * A text and its rows.
 *
 * drawn: "boundaries" repeats the letters in every row, with a line below each token and one between two; there a word
 * is picked. "boxes" writes each part in a box of its own; there a part is picked. top: the name of the row of the
 * characters. words: that can be picked. picks: the kinds of parts that can be picked. cut: a sentence, if only the
 * beginning of the text is sent. merges: how many the tokenizer has, for the colors of its tokens. brief: whether only
 * the part that is pointed at is told, not those of the other rows. most: how many parts are drawn at once.
 */
export interface TextRows {
  drawn: "boundaries" | "boxes";
  top: string;
  characters: TextCharacter[];
  rows: TextRow[];
  blocks: TextBlock[];
  words?: string[];
  picks?: string[];
  cut?: string;
  merges?: number;
  brief?: boolean;
  most: number;
  labels: Record<string, string>;
  lang: string;
}

/**
 * A link in the line of a tokenizer. href: empty where no address can hold the way there. place: its number among
 * the hidden links of the page, which is asked to follow that one.
 */
export interface WordLink {
  label: string;
  href: string;
  place: number;
}

/**
 * One tokenizer's tokens of a word, and the fact that decided.
 */
export interface WordLine {
  tokens: string[];
  fact: string;
  links: WordLink[];
}

/**
 * What is said below the rows of a word: a line for each tokenizer. head: what comes before the word, the word, and
 * what follows it.
 */
export interface WordLines {
  head: [string, string, string];
  lines: WordLine[];
}
