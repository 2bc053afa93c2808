/* Written by `python -m tools.payload_types` from the records of tokviz/views: change these. */

export type Sentence = (string | TokensPart | WordPart | CodePart)[];

export type Show = ShownText | ShownDataTable | ShownGrid | ShownFigures | ShownLines | ShownPoints | ShownBars | ShownPicture | ShownRows | ShownFlow | ShownTree | ShownAlgorithm | ShownCode | ShownFile | ShownFold | ShownColumns;

/**
 * A symbol as it is written. color: 0 to 9, where the picture does not color it.
 */
export interface Chip {
  text: string;
  color?: number;
}

/**
 * Symbols in a line, by their places among the chips. label: the word, or what else is before them. count: of a
 * word of a corpus. note: what is said beside another row. tokens: how many symbols it has, where some are left out.
 * bars: the symbols with a border before them; falling: those whose border falls in the course of the training.
 */
export interface ChipRow {
  label: string;
  symbols: number[];
  count?: number;
  note?: string;
  tokens?: number;
  bars?: number[];
  falling?: number[];
}

/**
 * Chips of a row that are marked, from the first on. place: of the row in its group.
 */
export interface MarkedChips {
  place: number;
  start: number;
  length: number;
  mark: "new" | "next" | "other";
}

/**
 * Rows of a frame that belong together, by their places in the pool. spans: what is marked in them.
 */
export interface RowGroup {
  heading: string | null;
  rows: number[];
  spans: MarkedChips[];
}

/**
 * Tokens side by side in a sentence, such as a pair.
 */
export interface TokensPart {
  tokens: string[];
}

/**
 * A word of a corpus or a text in a sentence.
 */
export interface WordPart {
  word: string;
}

/**
 * Anything else that a sentence sets as code.
 */
export interface CodePart {
  code: string;
}

/**
 * A sentence of a frame.
 */
export interface PictureSentence {
  kind: "done" | "next" | "note";
  text: Sentence;
}

/**
 * The parts of every picture at a step.
 */
export interface PictureFrame {
  groups: RowGroup[];
  say: PictureSentence[];
}

/**
 * An option as it is sent; see :class:`Option`. names: in their visible form. wrong: of a wrong one alone.
 */
export interface AskedOption {
  label: Sentence;
  names: string[];
  told: Sentence;
  share: number | null;
  right: boolean;
  chosen: boolean;
  thing?: number;
  wrong?: Sentence;
}

/**
 * A candidate that is no option, by its names. wrong: what is wrong with it; null if it is right.
 */
export interface OtherCandidateNames {
  names: string[];
  wrong: Sentence | null;
}

/**
 * One question as it is sent; see :class:`Question`.
 */
export interface SingleAsk {
  question: Sentence;
  hint: Sentence | null;
  options: AskedOption[];
  others: OtherCandidateNames[];
  beyond: string | null;
  answer: Sentence;
  rule: Sentence | null;
  hides: ("say" | "spans" | "turn")[];
  pairs: boolean;
}

/**
 * A question as it is sent, with what is asked before it.
 */
export interface Ask {
  question: Sentence;
  hint: Sentence | null;
  options: AskedOption[];
  others: OtherCandidateNames[];
  beyond: string | null;
  answer: Sentence;
  rule: Sentence | null;
  hides: ("say" | "spans" | "turn")[];
  pairs: boolean;
  first?: SingleAsk;
}

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
 * goes out of it, by turns. removed: after how many steps it is removed from the vocabulary, or comes back, by
 * turns.
 */
export interface MadeToken {
  number: number;
  symbol: number;
  toggles: number[];
  removed?: number[];
}

/**
 * The tokens of a line on average after some steps; told: the same as it is written.
 */
export interface LengthPoint {
  step: number;
  length: number;
  told: string;
}

/**
 * The tokens of the lines of a text, in a training whose borders fall. lift: after so many steps they fall next.
 * before: line -> its tokens then. ours, plain: points of a line from the first step to the last, by this training
 * and by plain BPE, whose line is empty where it was not trained.
 */
export interface LineLengths {
  lift: number;
  before: Record<string, number>;
  ours: LengthPoint[];
  plain: LengthPoint[];
}

/**
 * The point where another convention parts. step: after so many merges, null if it never does. told: what the press
 * says that leads there, or that they never part.
 */
export interface Parting {
  step: number | null;
  told: string;
}

/**
 * A line for each language over the merges. steps: after how many merges the points are: each, or some of many.
 * values: of each language at these points, null without any; plain: the same under plain BPE. turns: the language
 * that chose each merge, by number, -1 for one of all languages together; empty for too many merges.
 */
export interface Lines {
  steps: number[];
  values: ((number | null)[])[];
  plain?: ((number | null)[])[];
  turns: number[];
  labels: Record<string, string>;
}

/**
 * The picture of a training by merges, and what holds for all its frames.
 *
 * origins: the symbols that merges made; cells: all others. letters: the symbols of the start, or `folded` as a number
 * where they are too many. merges: the tokens in the order of their merges. longest: what the longest bar of all steps
 * stands for. ties: one sign a step, "=" where the rule for ties decided, "|" where borders fell, "x" where a token
 * was removed. words: how many the corpus has. superwords: the symbols of several words, with how many these are.
 * space: the character that stands for a space in these symbols; what draws them writes ␣. lengths: of the lines,
 * where these are in the picture. lines: of languages, where these choose in turn.
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
  superwords?: Record<string, number>;
  space?: string;
  lengths?: LineLengths;
  labels: Record<string, string>;
  parting?: Parting;
  lines?: Lines;
}

/**
 * Words, the last perhaps several as one, and what each adds to a count, column by column: there are many in a
 * payload.
 */
export interface CountsOfWords {
  words: string[];
  counts: number[];
}

/**
 * A note on a candidate's place: as long as there is room for, in short, and as a sentence.
 */
export interface Note {
  long: string;
  short: string;
  told: string;
}

/**
 * A pair that the next merge may choose.
 *
 * left, right: its symbols. bar: what its bar shows; worth: the same as it is written; worked: how that is worked out,
 * empty for a count. words: those that add most to the count, with what each adds, and the others as one. leads:
 * whether it is first by count. elsewhere: how often it occurs in other languages, where there are some.
 * passed: why it may not be merged, however frequent it is. kind: what it is besides a merge, where pairs are of
 * several kinds. place: of one that is not among the best, counted from 0.
 */
export interface CandidateRow {
  left: number;
  right: number;
  count: number;
  bar: number;
  worth: string;
  worked: string;
  words: CountsOfWords;
  leads: boolean;
  elsewhere?: string;
  passed?: Note;
  kind?: string;
  place?: number;
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
 * there are. rule: what they are compared by. leader: the most frequent one, where a score leaves it out of the
 * rows.
 */
export interface Candidates {
  title: string;
  rule: string;
  tied: number;
  total: number;
  rows: CandidateRow[];
  leader?: CandidateRow;
  other?: OtherCandidate;
}

/**
 * A part of a merged pair and its test. bar: what is compared, and limit: what it is compared with, both as shares
 * of the longest bar. worth: what the bar stands for; worked: how that is worked out. told: where the part occurs now.
 * fails: whether the part is removed for it, and out: whether it is already; verdict: the same in a word.
 */
export interface TestedPart {
  symbol: number;
  bar: number;
  limit: number;
  worth: string;
  worked: string;
  told: Sentence;
  fails: boolean;
  out: boolean;
  verdict: string;
}

/**
 * The tests of the parts of a merged pair. token: what the pair became. rule: what the line on the bars is.
 */
export interface PartTests {
  title: string;
  rule: string;
  token: number;
  rows: TestedPart[];
}

/**
 * A place where a removed token is now. count: how often. word: one that was split again, empty for the token that
 * the removed one is in. symbols: of the word, or that token. pieces: which of them it became, by their places.
 */
export interface RemovedPlace {
  count: number;
  word: string;
  symbols: number[];
  pieces: number[];
}

/**
 * The places where a token is that the last step removed. more: what is said of further words, empty for none.
 */
export interface RemovedPlaces {
  title: string;
  rows: RemovedPlace[];
  more: string;
}

/**
 * A language when it is decided which one chooses. share: the length of its bar in a still, from 0 to 1; value:
 * what that stands for, null without any; worth: the same with its unit; number: the same without.
 * plain_number: that under plain BPE after as many merges. state: whether it chooses, ties with the one that does, is
 * passed over by the window, or has nothing left to merge; note: the same in words.
 */
export interface LanguageTurn {
  name: string;
  share: number;
  value: number | null;
  worth: string;
  number: string;
  plain_number?: string;
  state: "turn" | "tied" | "passed" | "exhausted" | "";
  note: string;
}

/**
 * The turn after some merges. asked: the title while it is asked which language chooses.
 */
export interface Turns {
  title: string;
  asked?: string;
  rule: string;
  languages: LanguageTurn[];
}

/**
 * A word over the merges: its symbols after so many, until the next number.
 */
export interface WordForms {
  after: number[];
  symbols: number[][];
}

/**
 * The beginning of each language's development text. languages: the words of each, by number; words: the forms of
 * each word; plain: the same under plain BPE. made: the token of each merge. goes_on: whether there is
 * more of each text.
 */
export interface Sentences {
  languages: number[][];
  goes_on: boolean[];
  words: WordForms[];
  plain?: WordForms[];
  made: number[];
}

/**
 * The picture of a training by languages: lines, and sentences below them.
 */
export interface LanguagesPicture {
  kind: "languages";
  lines: Lines;
  sentences: Sentences;
  labels: Record<string, string>;
}

/**
 * A training on the clock. letter: its short name. sizes, tokens: of each of its vocabularies, the size and the
 * tokens that the words need. cuts: [vocabulary, word, cuts in characters] wherever a word is split otherwise than by
 * the vocabulary before; None for a word that is unknown.
 */
export interface ClockHand {
  letter: string;
  name: string;
  grows: boolean;
  idea: string;
  sizes: number[];
  tokens: number[];
  cuts: ([number, number, number[] | null])[];
}

/**
 * A word that is shown. note: how often it occurs, or that it is new; counted: whether its tokens are counted.
 */
export interface ClockWord {
  text: string;
  note: string;
  counted: boolean;
}

/**
 * The clock. smallest: the size at step 0. letters, whole: the tokens where each character is one, and each word;
 * counts: what is counted.
 */
export interface ClockPicture {
  kind: "clock";
  smallest: number;
  hands: ClockHand[];
  words: ClockWord[];
  letters: number;
  whole: number;
  counts: string;
  labels: Record<string, string>;
}

/**
 * A training at a size. number: of its vocabulary; right, left: the sentence on it, by the way the size moved.
 * free: whether what it did there cost nothing.
 */
export interface HandFrame {
  number: number;
  place: "here" | "smaller" | "before" | "after" | "above";
  right: Sentence;
  left: Sentence;
  free: boolean;
}

/**
 * The merges that made tokens in the training of a vocabulary. merges: how many there were. numbers: symbol -> the
 * number of its merge, from 1.
 */
export interface TrainedTokens {
  merges: number;
  numbers: Record<string, number>;
}

/**
 * The symbols that are dropped, as often as they are, and why.
 */
export interface DroppedSymbols {
  symbols: number[];
  told: Sentence;
}

/**
 * The picture of an encoding, and what holds for all its frames. merges: how many the tokenizer has, 0 if it has
 * none; listed: what each of them makes, if they are few. named: whether each row is below its label. windows: whether
 * what a step chooses from are parts of the word. trained: how the tokens of a vocabulary came about. unknown: the
 * symbol that stands for what is in no vocabulary. superwords: the symbols of several words, with how many these are,
 * where rows have borders. space: the character that stands for a space in these symbols; what draws them writes
 * ␣.
 */
export interface EncodingPicture {
  kind: "encoding";
  origins: SymbolOrigin[];
  cells: LetterCell[];
  merges: number;
  named: boolean;
  listed?: string[];
  windows?: boolean;
  trained?: TrainedTokens;
  unknown?: number;
  dropped?: DroppedSymbols;
  superwords?: Record<string, number>;
  space?: string;
  labels: Record<string, string>;
}

/**
 * Symbols of a row of the word, from the first on.
 */
export interface SymbolPlace {
  start: number;
  length: number;
}

/**
 * One of what a step chooses from. names: its symbols. places: where they are in the row of the word. worth: what
 * it is worth, in a few words; about: the same as a sentence. kind: whether it is what comes next, whether it is
 * nothing that can come, or was settled before. number: of the merge that it is, from 1.
 */
export interface Attempt {
  names: string[];
  places: SymbolPlace[];
  worth: string;
  about: Sentence;
  kind: "wins" | "open" | "out" | "done";
  number?: number;
}

/**
 * The rows that a step chooses from. rule: what there is to say of it. others: how many are left out. row: the row
 * of the word, among those that are shown, that places are in.
 */
export interface Choice {
  title: string;
  rule: string;
  tries: Attempt[];
  others: number;
  row: number;
}

/**
 * A piece between two positions. probability, cost: as they are written. share: of all segmentations, of those that
 * use it; percent: the same as it is written.
 */
export interface LatticeArc {
  begin: number;
  end: number;
  piece: string;
  probability: string;
  cost: string;
  share: number;
  percent: string;
}

/**
 * An arc that ends at a position. sum: how the cost of the best way with it adds up.
 */
export interface ArcCost {
  arc: number;
  sum: string;
}

/**
 * A position of the word. cost: of the best way to it; short_cost: the same with fewer decimals. arcs: those that
 * end there, the best first. tied: how many of them are as good as the best.
 */
export interface LatticePosition {
  cost: string;
  short_cost: string;
  arcs: ArcCost[];
  tied: number;
}

/**
 * A segmentation. share: of the probability of the word; percent: the same as it is written. product: how its
 * probability is worked out.
 */
export interface LatticePath {
  arcs: number[];
  share: number;
  percent: string;
  product: string;
  cost: string;
}

/**
 * The picture of a lattice, and what holds for all its frames.
 *
 * letters: the characters of the word. positions: one more than there are letters. best: the arcs of the segmentation
 * that is chosen. paths: the best segmentations. number: how many segmentations there are, as it is written; total:
 * the same, at most a billion. sum: their probabilities together. space: the character that stands for a space in the
 * letters; what draws them writes ␣.
 */
export interface LatticePicture {
  kind: "lattice";
  letters: string[];
  arcs: LatticeArc[];
  positions: LatticePosition[];
  best: number[];
  paths: LatticePath[];
  number: string;
  total: number;
  sum: string;
  labels: Record<string, string>;
  space?: string;
}

/**
 * A word of the corpus, and how often it occurs.
 */
export interface CountedWord {
  text: string;
  count: number;
}

/**
 * A segmentation of a word. unknown: the places of those of its pieces that are unknown characters. left: how many
 * more pieces it has. chances: the probabilities of the pieces, where the product is written out; product: that of
 * them all. share: of the word's count; null where nothing is counted. why: what is said of it.
 */
export interface WordSegmentation {
  pieces: number[];
  unknown: number[];
  left: number;
  chances?: number[];
  product: number;
  share: number | null;
  standing: "" | "before" | "now" | "as-good" | "rounded";
  why: Sentence;
}

/**
 * The segmentations of a word that are not shown: how many, and the share that they get together.
 */
export interface OtherSegmentations {
  count: number;
  share: number;
}

/**
 * A piece that a word adds to. often: how often the word has it, each segmentation weighed by its share.
 */
export interface PieceFlow {
  piece: number;
  often: number;
}

/**
 * A word as a step splits it. ways: its best segmentations, the best first. why: what is said of the word.
 */
export interface SegmentedWord {
  word: number;
  ways: WordSegmentation[];
  others?: OtherSegmentations;
  flows: PieceFlow[];
  why: Sentence;
}

/**
 * The negative log-likelihood of the corpus that an expectation step met. step: how many steps are then done.
 */
export interface SurpriseAtStep {
  step: number;
  loss: number;
}

/**
 * The picture of a Unigram training, and what holds for all its frames.
 *
 * steps: a letter for each: S seeds, E expectation, M maximization, P pruning. segmented: words as steps split them,
 * each once. surprise: how it changes over the whole training. total: how many words the corpus has. space: the
 * character that stands for a space in pieces and words; what draws them writes ␣.
 */
export interface UnigramPicture {
  kind: "unigram";
  steps: string;
  pieces: string[];
  words: CountedWord[];
  segmented: SegmentedWord[];
  surprise: SurpriseAtStep[];
  total: number;
  labels: Record<string, string>;
  space?: string;
}

/**
 * The heading of a column. shows: what the column has of each.
 */
export interface Heading {
  name: string;
  shows: string;
}

/**
 * The headings of both columns.
 */
export interface Headings {
  words: Heading;
  pieces: Heading;
}

/**
 * The best segmentation of a word by all pieces and the best one without one piece, with the probability of either.
 * likelihood: of that without it, beside the other; of a word that does not use the piece both are the same.
 */
export interface WordWithout {
  word: number;
  before: number[];
  after: number[];
  product: number;
  without: number;
  likelihood: "less" | "same" | "unused";
}

/**
 * A piece with its number. value: what its bar shows; before: the same before the step. worth: the value as it is
 * written, with two digits; exact: with more. note: what is said beside it. why: how the number comes about. resplit:
 * the words shown that a removal splits again, or those that have the piece in no best segmentation.
 */
export interface PieceBar {
  piece: number;
  value: number;
  before: number | null;
  standing: "" | "up" | "down" | "dropped" | "removed" | "kept" | "protected" | "restored";
  worth: string;
  exact: string;
  note: Sentence;
  why: Sentence;
  resplit?: WordWithout[];
}

/**
 * The pieces that have no row. above, below: how many, before the rows and after them. sum: their values together.
 * note: what else is said of them; empty for nothing.
 */
export interface LeftOutPieces {
  above: number;
  below: number;
  sum: number;
  note: string;
}

/**
 * The result of the last step. words: the numbers of segmented words; before the first step one word. cut: how many
 * of the rows are above the line of a pruning; null without one.
 */
export interface UnigramView {
  kind: "start" | "seed" | "expect" | "maximize" | "prune" | "final";
  heads: Headings;
  words: number[];
  rows: PieceBar[];
  cut: number | null;
  more: LeftOutPieces;
}

/**
 * The training with one threshold. lower, upper: its bounds. size: of the vocabulary that it gave. begins: the step
 * that it begins with.
 */
export interface ThresholdTrial {
  lower: number;
  upper: number;
  threshold: number;
  size: number;
  judgment: "too_large" | "too_small" | "within_slack" | "bounds_met" | "lowest_threshold" | "given";
  begins: number;
}

/**
 * The picture of a top-down training, and what holds for all its frames. words: how many the corpus has. mark: what
 * pieces but the first begin with. per_trial: how many steps a trial has.
 */
export interface TopDownPicture {
  kind: "top-down";
  words: number;
  mark: string;
  trials: ThresholdTrial[];
  per_trial: number;
  labels: Record<string, string>;
}

/**
 * A token that is kept, and what remained of its count. new: whether the last step kept it.
 */
export interface KeptToken {
  token: number;
  remains: number;
  new: boolean;
}

/**
 * A longer token, and what it took from a count.
 */
export interface CountOfToken {
  token: number;
  count: number;
}

/**
 * A substring that a step selects or not. remains: what is left of its count. words: those that add most to the
 * count. taken: the longer tokens that took most from it. Both are empty on a large corpus.
 */
export interface CountedSubstring {
  token: number;
  count: number;
  remains: number;
  kept: boolean;
  words: CountsOfWords;
  taken: CountOfToken[];
}

/**
 * A place in a word where a substring is counted. start: in letters. taken_by: the longer token that took it, if
 * one did.
 */
export interface PlaceInWord {
  start: number;
  token: number;
  taken_by?: number;
}

/**
 * The substrings that the next step selects from. limit: what is kept, as the title says it. length: of all
 * substrings. total: how many there are; rows: the first of them. counted: the places in each word.
 */
export interface SubstringSelection {
  title: string;
  limit: string;
  length: number;
  threshold: number;
  total: number;
  rows: CountedSubstring[];
  counted: Record<string, PlaceInWord[]>;
}

/**
 * The parts of a frame besides words and sentences. vocabulary: what is said of the tokens listed as kept.
 */
export interface TopDownParts {
  vocabulary: Sentence;
  kept: KeptToken[];
  selection?: SubstringSelection;
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
 * kind: where it differs from that of the row. number: its place in the row from 1, if it has one. made: the number
 * of the merge that made it. note: what to say of it. cut_start, cut_end: whether it begins, or ends, inside a
 * character. from_before, goes_on: whether it is a part of a token that began in a block before, or goes on in the
 * next. whole: all of that token, where `text` has the letters of this part alone. group: in a word that not all rows
 * split in the same way, the number of the rows that split it as this one does, from 1; 0 if no other row does.
 * parted: whether it begins where not all rows have a boundary.
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
  whole?: string;
  group?: number;
  parted?: boolean;
}

/**
 * A row below the characters: a tokenizer, or a stage. One of kind "heading" has a name alone.
 *
 * detail: what is written in small below the name, or below the number of tokens where boundaries are drawn. tokens,
 * unknown: how many the whole text has. pick: the name of the row in a report, where its parts can be picked.
 */
export interface TextRow {
  name: string;
  kind: string;
  parts: RowPart[];
  detail?: string;
  tokens?: number;
  unknown?: number;
  pick?: string;
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
 * is picked. "boxes" writes each part in a box of its own, below a row of the characters; there a part is picked. top:
 * the name of the row of the characters. summary: a sentence above the rows. words: that can be picked. picks: the
 * kinds of parts that can be picked. cut: a sentence, if only the beginning of the text is sent. merges: how many the
 * tokenizer has, for the colors of its tokens. brief: whether only the part that is pointed at is told, not those of
 * the other rows. most: how many parts are drawn at once.
 */
export interface TextRows {
  drawn: "boundaries" | "boxes";
  top?: string;
  summary?: string;
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
 * The sentences below the rows of a word: a line for each tokenizer. head: whether they split it differently.
 */
export interface WordLines {
  head: Sentence;
  lines: WordLine[];
}

/**
 * One thing that a task gives. symbols: what it is, in its visible form. note: what is said beside it, or
 * nothing.
 */
export interface GivenItem {
  symbols: string[];
  note: string;
}

/**
 * Things that a task gives, under one name.
 */
export interface GivenPart {
  label: string;
  items: GivenItem[];
}

/**
 * The same with what they are: the name of the part, as :class:`~tokviz.exercises.task.Given` lists them.
 */
export interface KindPart {
  label: string;
  items: GivenItem[];
  kind: string;
}

/**
 * A task as it is asked, or as it is explained below its picture: then it has reasons, and neither prompt nor
 * hints.
 */
export interface QuestionSheet {
  prompt: Sentence;
  given: KindPart[];
  hints: Sentence[];
  because: Sentence[];
}

/**
 * The verdict on an answer. kind: right, wrong or unreadable; solution: what is right, where that is told;
 * is_brief: whether the one reason follows in the same line.
 */
export interface VerdictSheet {
  kind: string;
  opening: string;
  said: Sentence[];
  solution: Sentence;
  because: Sentence[];
  is_brief: boolean;
}

/**
 * A symbol to choose. merge: the number of the merge that made it, 0 for a letter.
 */
export interface ChoiceSymbol {
  text: string;
  merge: number;
}

/**
 * A word in symbols, and how often it occurs, as it is written. language: the one that has it, where that
 * matters.
 */
export interface ChoiceWord {
  symbols: ChoiceSymbol[];
  count: string;
  language: string;
}

/**
 * A word of the small picture, how often it occurs, and the symbols that it has at first.
 */
export interface WatchedWord {
  word: string;
  count: number;
  letters: string[];
}

/**
 * A symbol of a word. first: its first letter; length: how many it has; merge: the number of the merge that made
 * it, 0 for none.
 */
export interface WatchedBox {
  first: number;
  length: number;
  merge: number;
}

/**
 * A merge: its pair, how often the pair occurs, and in which words.
 */
export interface WatchedMerge {
  left: string;
  right: string;
  times: string;
  words: string;
}

/**
 * The merges that ``watching.js`` shows, until ``word`` is a single token. frames: after each number of merges, the
 * boxes of each word. merges: what comes next after each. total: merges of the whole training. word: that the title
 * speaks of; number: merges that are shown.
 */
export interface WatchedMerges {
  words: WatchedWord[];
  frames: WatchedBox[][][];
  merges: WatchedMerge[];
  total: number;
  word: string;
  number: number;
}

/**
 * A script and the entries that have it, of each length from one character.
 */
export interface GridRow {
  script: string;
  label: string;
  total: number;
  counts: number[];
}

/**
 * A kind of entries that is among the chips, and what it is called.
 */
export interface GridKind {
  kind: string;
  label: string;
}

/**
 * An entry. text: what it stands for.
 */
export interface GridToken {
  id: number;
  text: string;
  kind: string;
}

/**
 * Scripts by length, and entries. about: what there is most of. lengths: the headings of the columns, from one
 * character; totals: of each column.
 *
 * rows: the most frequent script first. script, length: of the entries that are shown, empty and 0 for all. tokens:
 * the first of them, or some from all over the vocabulary; cut: how many that are, where it is not all; kinds: those
 * among them. opened: the id of the entry that is looked at.
 */
export interface TokenGrid {
  lang: string;
  labels: Record<string, string>;
  about: string;
  lengths: string[];
  totals: number[];
  rows: GridRow[];
  entries: number;
  script: string;
  length: number;
  cut: string;
  kinds: GridKind[];
  tokens: GridToken[];
  opened: number | null;
}

/**
 * A word of a text that is a term. term: its key; definition: what it means.
 */
export interface Mention {
  mention: string;
  term: string;
  definition: string;
}

/**
 * A sentence of a view. rest: what follows a strong beginning; about: what the term in a heading means; lead: a
 * beginning in bold, before the parts. A hint says what to do for more. is_literal: whether every character is itself,
 * as in a visitor's text: no mark in it is shown as a space.
 */
export interface ShownText {
  kind: "text";
  parts: (string | TokensPart | WordPart | CodePart | Mention)[];
  look?: "text" | "caption" | "heading" | "strong" | "item" | "hint" | "info" | "warning" | "success" | "error";
  rest?: string;
  about?: string;
  lead?: string;
  is_literal?: boolean;
}

/**
 * The head of a column. about: what it means; is_number: whether its cells end at the same place; is_sum: whether
 * they are sums, which may be long.
 */
export interface ShownHeading {
  text: string;
  about?: string;
  is_number?: boolean;
  is_sum?: boolean;
}

/**
 * A token to draw. mark: what its letters end in; hue: of its merge, None for one that no merge made; number: of
 * that merge, where it is to be written; is_used_up: whether the corpus has it no more; is_removed: whether it is
 * out of the vocabulary, and crossed out.
 */
export interface ShownChip {
  letters: string;
  mark?: string;
  hue?: number;
  number?: number;
  is_used_up?: boolean;
  is_removed?: boolean;
}

/**
 * A number in a table with a bar before it. share: of the longest bar of its column. hue: None for a gray one.
 */
export interface ShownBar {
  text: string;
  share: number;
  hue?: number;
}

/**
 * A row of a table. lights: the symbols that the picture lights up when it is pressed; step: where the picture goes
 * instead; word: the one that a text in rows picks; is_chosen: whether it is the one that wins.
 */
export interface ShownRow {
  cells: (string | ShownChip[] | ShownBar)[];
  lights?: string[];
  step?: number;
  is_chosen?: boolean;
  word?: string;
}

/**
 * A table of text and chips. name: what it shows, for screen readers.
 */
export interface ShownDataTable {
  kind: "datatable";
  name: string;
  columns: ShownHeading[];
  rows: ShownRow[];
}

/**
 * A table of numbers and texts.
 */
export interface ShownGrid {
  kind: "grid";
  name: string;
  head: string[];
  rows: ((string | Record<string, string>)[])[];
}

/**
 * A number, as it is written. about: what it counts.
 */
export interface ShownFigure {
  name: string;
  value: string;
  about: string;
}

/**
 * Numbers side by side.
 */
export interface ShownFigures {
  kind: "figures";
  figures: ShownFigure[];
}

/**
 * A line of a chart. look: its color, where it has no hue; dash: its strokes and gaps; none where it is solid;
 * letters: what is written above its points.
 */
export interface ShownLine {
  name: string;
  points: [number, number][];
  look?: "accent" | "edge" | "muted" | "ink" | "bar";
  dash?: number[];
  hue?: number;
  letters?: string[];
}

/**
 * A point that is marked. look: its color, where it has no hue; name: of its kind, which the legend has.
 */
export interface ShownDot {
  x: number;
  y: number;
  look?: "accent" | "edge" | "muted" | "ink" | "bar";
  hue?: number;
  shape?: "circle" | "square" | "triangle" | "diamond" | "cross";
  name?: string;
}

/**
 * A straight line across a chart: upright at a value of x, or level at one of y. name: what is there.
 */
export interface ShownRule {
  at: number;
  name: string;
  look?: "accent" | "edge" | "muted" | "ink" | "bar";
  dash?: number[];
  is_level?: boolean;
}

/**
 * A name at the end of a line, which is at x and y. place: the height at which it is written.
 */
export interface ShownLabel {
  text: string;
  x: number;
  y: number;
  place: number;
}

/**
 * A chart of lines. alt: the same in a sentence; x, y: the names of the axes; here: where the step of the picture
 * is; is_stepped: whether a line is level between two points; is_from_zero: whether the axis begins at zero; is_log:
 * whether it is logarithmic; is_log_across: whether that of x is; is_dotted: whether each point is a dot; least: what
 * is lower is drawn at this height; numbers: what kind of number y is; is_large: whether its text is read from the
 * last row.
 */
export interface ShownLines {
  kind: "lines";
  alt: string;
  x: string;
  lines: ShownLine[];
  here?: number;
  is_stepped?: boolean;
  is_from_zero?: boolean;
  height?: number;
  y?: string;
  dots?: ShownDot[];
  rules?: ShownRule[];
  labels?: ShownLabel[];
  is_log?: boolean;
  is_log_across?: boolean;
  is_dotted?: boolean;
  least?: number;
  numbers?: "value" | "probability" | "nats" | "percent";
  is_large?: boolean;
}

/**
 * A value that is written at an axis.
 */
export interface ShownTick {
  value: number;
  text: string;
}

/**
 * An axis. low, high: where it begins and ends.
 */
export interface ShownAxis {
  title: string;
  low: number;
  high: number;
  ticks: ShownTick[];
  is_log?: boolean;
}

/**
 * A kind of points. look: its color, a name of the palette; hue: its hue in place of that.
 */
export interface ShownPointKind {
  name: string;
  look: "accent" | "edge";
  shape: "circle" | "square" | "diamond" | "cross";
  hue?: number;
}

/**
 * A point. kind: its place among the kinds of the chart; written: its value `y` as it is written.
 */
export interface ShownPoint {
  name: string;
  x: number;
  y: number;
  kind: number;
  written: string;
}

/**
 * A name that is written at a point. is_below: below it, where there is no room above.
 */
export interface ShownPointName {
  text: string;
  x: number;
  y: number;
  is_below?: boolean;
}

/**
 * A chart of points. alt: the same in a sentence; title: what each point is. kinds: those that there are; points of
 * an earlier one lie on top.
 */
export interface ShownPoints {
  kind: "points";
  alt: string;
  title: string;
  x: ShownAxis;
  y: ShownAxis;
  kinds: ShownPointKind[];
  points: ShownPoint[];
  labels: ShownPointName[];
  height?: number;
}

/**
 * A bar. text: its value, as people read it; look: its color, a name of the palette, where it has no hue; mark:
 * where a tick is, such as at the value that was expected; is_pale: whether its color is weaker than that of
 * others.
 */
export interface ShownNamedBar {
  name: string;
  value: number;
  text: string;
  look?: "accent" | "bar";
  mark?: number;
  hue?: number;
  is_pale?: boolean;
}

/**
 * A chart of bars. alt: the same in a sentence; whole: what each is a part of, and is drawn as; 0 where they are
 * compared with each other. most: the longest bar of those beside it, if they are to have one scale; is_share: whether
 * they are shares, whose axis has percents; title: of the axis; empty for a chart of numbers without one, whose texts
 * say enough.
 */
export interface ShownBars {
  kind: "bars";
  alt: string;
  bars: ShownNamedBar[];
  whole?: number;
  most?: number;
  is_share?: boolean;
  title?: string;
}

/**
 * A picture of a word. parts: its payload, as a place in the pool of payloads.
 */
export interface ShownPicture {
  kind: "picture";
  parts: number[];
  step: number;
}

/**
 * A text in rows. payload: its place in the pool of payloads; picked: kind of part -> the number of that which is
 * picked; fields: kind -> the field that a press sets.
 */
export interface ShownRows {
  kind: "rows";
  payload: number;
  picked: Record<string, number>;
  fields: Record<string, string>;
}

/**
 * Tokens in their order. total: how many there are, where these are only the first.
 */
export interface ShownFlow {
  kind: "flow";
  name: string;
  chips: ShownChip[];
  total: number;
}

/**
 * A node as its chip, above its parts.
 */
export interface ShownChipTree {
  chip: ShownChip;
  parts: ShownChipTree[];
}

/**
 * Merge trees. text: the same in words.
 */
export interface ShownTree {
  kind: "tree";
  name: string;
  trees: ShownChipTree[];
  text: string;
}

/**
 * A line of the algorithm, whether the step executes it, and the values that it then has.
 */
export interface ShownAlgorithmLine {
  text: string;
  is_current: boolean;
  note?: string;
}

/**
 * The plain algorithm, with the lines marked that the step executed.
 */
export interface ShownAlgorithm {
  kind: "algorithm";
  lines: ShownAlgorithmLine[];
}

/**
 * A text as it is, in its lines.
 */
export interface ShownCode {
  kind: "code";
  text: string;
}

/**
 * A file to keep, which is asked for by its name. file: that it is saved under.
 */
export interface ShownFile {
  kind: "file";
  name: string;
  label: string;
  file: string;
  help: string;
  is_refused: boolean;
  is_small: boolean;
}

/**
 * Shows side by side, each as in a fold. widths: of the columns, where one is wider than others.
 */
export interface ShownColumns {
  kind: "columns";
  columns: Show[][];
  widths?: number[];
}

/**
 * Shows that are folded away under a title. icon: a symbol of Material; is_open_in_lessons: whether a lesson, whose
 * card speaks of what is in it, has it open.
 *
 * The shows can be a generator that asks for fields, such as the page of a long table: a host reads it once, where it
 * draws what is in the fold.
 */
export interface ShownFold {
  kind: "fold";
  title: string;
  shows: Show[];
  icon?: string;
  is_open_in_lessons?: boolean;
}

/**
 * A text that the visitor types, in a line or, where it is long, in several. opening: what is in it at first; most:
 * characters.
 */
export interface ShownWord {
  name: string;
  label: string;
  opening: string;
  most: number;
  is_long?: boolean;
}

/**
 * One of several values. options: each value with what it is called; opening: one of the values. lights: whether
 * the picture lights up the value that is chosen; is_scale: whether they are in order; help: what it does; row: the
 * name of a row, which fields of that name are in side by side; is_open: whether all options are in sight.
 */
export interface ShownChoice {
  name: string;
  label: string;
  opening: string;
  options: [string, string][];
  lights?: boolean;
  is_scale?: boolean;
  help?: string;
  row?: string;
  is_open?: boolean;
}

/**
 * A whole number from `least` to `most`. is_typed: whether it is typed, as one out of very many; help, row: as a
 * :class:`Choice` has them.
 */
export interface ShownNumber {
  name: string;
  label: string;
  opening: string;
  least: number;
  most: number;
  is_typed?: boolean;
  help?: string;
  row?: string;
}

/**
 * One of several things, numbered from 1. labels: what they are called, which several may be.
 */
export interface ShownPick {
  name: string;
  label: string;
  opening: string;
  labels: string[];
}

/**
 * The page of a long table, as a text from "1" on; pages: how many there are.
 */
export interface ShownPages {
  name: string;
  pages: number;
  label?: string;
  opening?: string;
}

/**
 * A table of which a row is selected.
 */
export interface ShownSelection {
  name: string;
  label: string;
  opening: string;
  table: ShownDataTable;
}

/**
 * A field where the view asked for it. field: what is asked; value: what it was answered with; is_linked: whether
 * it is a parameter of the page's link.
 */
export interface ShownField {
  kind: "field";
  type: "word" | "choice" | "number" | "pick" | "pages" | "selection";
  field: ShownWord | ShownChoice | ShownNumber | ShownPick | ShownPages | ShownSelection;
  value: string;
  is_linked: boolean;
}
