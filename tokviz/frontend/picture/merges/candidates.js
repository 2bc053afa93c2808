/* The candidates of the picture of a merging: the best as bars, and which of them tie for the first place. */

import { element, plainText } from "../../shared/elements.js";
import { arrange, KeyedNodes } from "../../shared/lists.js";
import { arrive } from "../../shared/motion/motion.js";
import { fill } from "../../shared/templates.js";
import { answeredRows } from "../asking/class_answers.js";
import { answersBar, answersNumber, votesIn, votesSign } from "../asking/votes.js";
import { HeadedList } from "../headed_list.js";
import { wordCounts } from "../linked_picture.js";
import { isSame, typeSize } from "../linking.js";
import { fittingSum, longestWorth, ruler, widestPair } from "./beside_bar.js";
import { rowsWithLeader, weighedColumns, widestOfWeighed } from "./weighed.js";

const CANDIDATE_ROW = 29; // a row takes no less, in pixels of a page of normal size
const CANDIDATE_ROW_NARROW = 25; // nor less where the list is below the words
const NARROW_CANDIDATES = 420; // pixels of a page of normal size
const TALL = 38; // and no more
const MOST = 12; // rows that are ever there
const ANSWERED_ROW = 34; // with the answers of a class below its bar
const ANSWERED_TALL = 78;
const VOTE_HEADS = { count: "class_count", score: "class_score", gain: "class_gain" }; // above what a pair is worth
const LEAST_ANSWERED = 24; // rather than leave out a row with answers
const MANY_STEPS = 20; // so many or fewer have one scale of bars
const CLOSER = 4; // where the best bar is so many times shorter than it could be, all are drawn so many times longer
const CLOSER_SCORE = 2; // the same of scores, which may fall or rise by much at each step
const BAR = 0.43; // the share of the list's width that bars have, until one can be measured
const PAIR = 0.22; // the share of the list's width that pairs have, and how wide they are at least
const PAIR_LEAST = 84;
const PAIR_MOST = 0.42; // and what those of long tokens may have
const PAIR_ASKED = 0.75; // and where they are options, without a bar
const PAIR_LETTER = 8.4; // the width of a letter of a pair, and what is around both of its tokens
const PAIR_AIR = 28;
const PHONE = "(max-width: 640px)"; // there options are side by side however few they are
const OPTION_AIR = 34; // the number of an option, and what is around it
const BAR_AIR = 10; // around a text in a bar, in pixels of a page of normal size
const WORDS_IN_HALL = 6; // the room of words beside a bar that may cost it of its length, in em
const DIGIT = 0.56; // the width of a digit, in em
const BRACKET = 10; // the room of the bracket of a tie, in pixels
const HALL = { least: 36, tall: 56, lowest: 26, letter: 14 }; // rows in a hall, in pixels; lower ones would be side by side; letter: of a pair on the page

/** Its rows are of pairs. */
export class CandidateList extends HeadedList {
  constructor(picture) {
    super(
      picture,
      { root: "side-panel", head: "panel-head", list: "candidate-pairs" },
      element("p", { class: "title" }),
    );
    this.heads = ["count-head", "score-head"].map((kind) => element("span", { class: kind }));
    this.list.before(element("div", { class: "weighed-heads", "aria-hidden": "true" }, ...this.heads));
  }

  clear(label) {
    super.clear(label);
    this.widest = null;
    this.widestWeighed = null;
    this.mostSent = null;
    this.measured = null;
  }

  relight(thing) {
    for (const node of this.rows.values()) {
      node.classList.toggle("lit", Boolean(thing?.pair && isSame(node.pair, thing.pair)));
    }
    for (const node of this.list.querySelectorAll(".bar .part")) {
      node.classList.toggle("lit", Boolean(thing?.word && node.dataset.word === thing.word));
    }
  }

  /**
   * How many times longer bars are drawn than in the step with the longest: in all steps of a short training by counts
   * as they are, so that their lengths compare; in others by powers of a number, so that there is something to compare.
   */
  get closer() {
    const { measure, longest } = this.of.picture;
    const best = this.of.candidates.rows[0]?.bar ?? 0;
    const isCount = measure === "count";
    if (best <= 0 || (isCount && this.of.total <= MANY_STEPS)) return 1;
    const times = isCount ? CLOSER : CLOSER_SCORE;
    return times ** Math.max(0, Math.floor(Math.log(longest / best) / Math.log(times) + 1e-9));
  }

  draw() {
    const { candidates } = this.of;
    const asks = this.of.isAsking;
    const { title, rule } = candidates;
    this.votes = votesIn(this.of.stepper.panel);
    const isScored = !asks && this.of.picture.measure !== "count";
    this.isWeighed = isScored && !this.votes && !candidates.other && candidates.rows.length > 0;
    this.root.classList.toggle("is-weighed", this.isWeighed); // first: its heads take room of the rows
    const beside = this.votes
      ? [" · ", votesSign(this.of.stepper.panel)]
      : [element("span", { class: "rule" }, rule && ` · ${rule}`)];
    this.title.replaceChildren(element("b", {}, title), ...beside);
    this.root.classList.toggle("asking", asks); // first, too: on a phone the list is where it has room
    const { height, width } = this.list.getBoundingClientRect();
    const size = typeSize(this.of.root);
    const rows = asks ? this.asked() : this.placed(candidates.rows);
    const { shown, tall, abreast = 1 } = this.fitted(rows, { asks, height, width, size });
    const columns = asks && matchMedia(PHONE).matches ? Math.max(2, abreast) : abreast;
    this.list.style.setProperty("--abreast", columns);
    this.list.classList.toggle("abreast", columns > 1);
    const closer = asks ? 1 : this.closer;
    const best = candidates.rows[0]?.bar ?? 0;
    this.scale = this.votes && best > 0 ? best : this.of.picture.longest / closer; // those of one step are compared
    this.barAir = BAR_AIR * size;
    this.widthInBar = this.rulerOfBars(size);
    this.barWidth = this.list.querySelector(".bar")?.clientWidth ?? this.list.clientWidth * BAR;
    this.list.style.setProperty("--candidate-pair", `${tall}px`);
    this.sumRoom = this.measureColumns(width);
    this.list.classList.toggle("asks", asks);
    this.list.classList.toggle("parted", !asks && Boolean(candidates.other));
    this.root.classList.toggle("with-votes", Boolean(this.votes));
    this.list.classList.toggle("scored", isScored);
    this.tellMore(rows, shown, asks, closer);
    const nodes = shown.map((row, place) => {
      const node = this.rows.take(row.key, () => this.addRow(row.key));
      this.arriveAt(node, row, place * tall);
      node.tabIndex = place ? -1 : 0;
      this.fillRow(node, row, place);
      return node;
    });
    const { isStill } = this.of;
    this.rows.letGo(isStill, (node) => {
      node.className = node.classList.contains("wins") ? "pair-row won" : "pair-row";
      node.tabIndex = -1;
    });
    arrange(this.list, nodes, isStill);
  }

  /** Where columns are measured, give them their widths; returns what is left for the last one, in pixels. */
  measureColumns(width) {
    if (this.isWeighed) return this.measureWeighed(width);
    return this.isInHall ? this.measureHall(width) : null;
  }

  get isInHall() {
    return this.of.stepper.isPresented && !this.votes;
  }

  /** The rows that there is room for, and how high each is, in pixels. */
  fitted(rows, { asks, height, width, size }) {
    if (this.votes) {
      this.list.classList.remove("wraps");
      const shown = this.withVotes(rows, Math.max(3, Math.floor(height / (ANSWERED_ROW * size))));
      const even = height / Math.max(1, shown.length);
      return { shown, tall: Math.min(ANSWERED_TALL * size, Math.max(LEAST_ANSWERED * size, even)) };
    }
    const abreast = asks ? this.abreast(rows, { width, height, size }) : 1;
    const options = asks ? Math.ceil(rows.length / abreast) : 0;
    const { least, most, fewest } = this.limits({ width, height, size, options });
    const fits = Math.max(fewest, Math.floor(height / least));
    const wanted = asks ? rows : this.withOther(rows, fits); // an option must not be out of reach
    const isFree = !this.isInHall && abreast === 1;
    const wraps = isFree && this.fitPairs(wanted, size, width * (asks ? PAIR_ASKED : PAIR_MOST));
    if (!isFree) this.list.classList.remove("wraps");
    const shown = wraps && !asks ? wanted.slice(0, Math.max(2, Math.floor(height / (2 * least)))) : wanted;
    const seats = abreast > 1 ? options : Math.min(fits, MOST, this.mostRows);
    return { shown, abreast, tall: wraps ? 2 * least : Math.min(most, Math.max(least, height / seats)) };
  }

  /** How many options are side by side, so that none is out of sight or too small: no more than there is room for. */
  abreast(options, { width, height, size }) {
    if (!width) return 1;
    const { isInHall } = this;
    if (isInHall && height >= options.length * HALL.lowest * size) return 1;
    const least = isInHall ? HALL.least * size : this.limits({ width, height, size, options: 0 }).least;
    const scale = isInHall ? this.lengths(width).chips / HALL.letter : size;
    const letters = Math.max(0, ...options.map(({ names }) => [...names.join("")].length));
    const most = Math.floor(width / ((letters * PAIR_LETTER + PAIR_AIR + OPTION_AIR) * scale));
    const fits = Math.max(1, Math.floor(height / least));
    return Math.max(1, Math.min(most, Math.ceil(options.length / fits)));
  }

  /** How many rows the step with the most of them has: a row is as high at all steps. */
  get mostRows() {
    this.mostSent ??= Math.max(1, ...this.of.payload.frames.map(({ candidates }) => candidates?.rows.length ?? 0));
    return this.mostSent;
  }

  /** How high rows are, in pixels, and how many there are at least; in a hall all options are, and no row is cut. */
  limits({ width, height, size, options }) {
    if (this.isInHall) {
      const even = height / Math.max(1, options);
      const least = Math.min(HALL.least * size, even || HALL.least * size); // a list that is hidden has no height
      return { least, most: HALL.tall * size, fewest: 1 };
    }
    const least = width < NARROW_CANDIDATES * size ? CANDIDATE_ROW_NARROW : CANDIDATE_ROW;
    return { least: least * size, most: TALL * size, fewest: 3 };
  }

  /**
   * Give the columns of a row their widths, the same at all steps unless that leaves no room for words; returns what is
   * left for the words of a count.
   */
  measureHall(width) {
    const { payload, marks, frame } = this.of;
    const widthsOf = (frames) => ({
      pair: widestPair(frames, (symbol) => this.of.text(symbol), marks),
      worth: longestWorth(frames),
    });
    this.widest ??= widthsOf(payload.frames);
    const { most, least, text, gap, chips, number } = this.lengths(width);
    const needed = least + WORDS_IN_HALL * text;
    const free = width - BRACKET - 2 * gap - 0.5 * text;
    const restOf = (widths) => free - widths.pair * chips - widths.worth * DIGIT * number - number / 2;
    const isRoomy = restOf(this.widest) >= needed;
    const { pair, worth } = isRoomy ? this.widest : widthsOf([frame]);
    const rest = restOf({ pair, worth });
    const bar = Math.max(least, Math.min(most, rest - needed + least));
    for (const [name, value] of [
      ["pair", pair * chips],
      ["bar", bar],
      ["number", worth * DIGIT * number + number / 2],
    ])
      this.root.style.setProperty(`--${name}-width`, `${value}px`);
    this.barWidth = bar;
    return rest - bar;
  }

  /** Give the columns of counts beside scores their widths; returns what is left for what is said of a row. */
  measureWeighed(width) {
    const { payload, marks, labels, total } = this.of;
    const written = (number) => this.of.numbers.format(number);
    this.widestWeighed ??= widestOfWeighed(payload.frames, (symbol) => this.of.text(symbol), marks, written);
    const lengths = this.lengths(width);
    const pairHere = widestPair([this.of.frame], (symbol) => this.of.text(symbol), marks);
    const short = [labels.wins, ...(this.of.candidates.tied > 1 ? [labels.tied, labels.rule] : [])];
    const columns = weighedColumns({
      width: width - BRACKET,
      widest: this.widestWeighed,
      pairHere,
      lengths,
      widthOf: this.widthOfBold,
      standings: [[...short, labels.leads], short, [labels.wins]],
    });
    const { pair, bar, count, worked, worth, said } = columns;
    for (const [name, value] of Object.entries({ pair, bar, often: bar + count, worked, number: worth }))
      this.root.style.setProperty(`--${name}-width`, `${value}px`);
    this.root.classList.toggle("unworked", !worked);
    this.barWidth = bar;
    const here = rowsWithLeader(this.of.candidates);
    this.most = total <= MANY_STEPS ? this.widestWeighed.most : Math.max(1, ...here.map((row) => row.count));
    return said;
  }

  /** Lengths of the sheet in pixels, measured anew where the list has another width. */
  lengths(width) {
    const key = `${width} ${typeSize(this.of.root)} ${this.isInHall} ${this.isWeighed}`;
    if (this.measured?.key === key) return this.measured;
    const { fontFamily } = getComputedStyle(this.list);
    const text = this.pixels("--label");
    this.widthOf = ruler(`${text}px ${fontFamily}`);
    this.widthOfBold = ruler(`700 ${text}px ${fontFamily}`);
    this.measured = {
      key,
      text,
      most: this.pixels("--bar-most"),
      least: this.pixels("--bar-least"),
      gap: this.pixels("--between"),
      chips: this.pixels("--chips"),
      number: this.pixels("--number"),
    };
    return this.measured;
  }

  /** A length of the sheet in pixels. */
  pixels(name) {
    const probe = element("i", { class: "probe-length", "aria-hidden": "true" });
    probe.style.width = `var(${name})`;
    this.list.append(probe);
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    return width;
  }

  /**
   * Give pairs of long tokens more of a row, up to `most` pixels; returns whether some need two lines even so, and fewer
   * rows have room.
   */
  fitPairs(shown, size, most) {
    const letters = Math.max(0, ...shown.map(({ names }) => [...names.join("")].length));
    const wanted = letters * PAIR_LETTER * size + PAIR_AIR * size;
    const isLong = most > 0 && wanted > Math.max(PAIR_LEAST * size, this.list.clientWidth * PAIR);
    if (isLong) this.root.style.setProperty("--pair-width", `${Math.min(wanted, most)}px`);
    else this.root.style.removeProperty("--pair-width");
    const wraps = isLong && wanted > most;
    this.list.classList.toggle("wraps", wraps);
    return wraps;
  }

  /**
   * As many rows as there is room for. Where another convention parts, the winners of both have a mark; one that is not
   * among the rows is below them: it may be of symbols that the words here do not have.
   */
  withOther(rows, fits) {
    const { other } = this.of.candidates;
    if (!other) return this.withAsked(rows, fits);
    const theirs = { ...this.told(other.row, rows.length), note: other.note, tag: "B" };
    const wins = this.of.step === this.of.total ? null : rows[0];
    const shown = rows.slice(0, fits).map((row) => (row === wins ? { ...row, tag: "A" } : row));
    const there = shown.findIndex(({ key }) => key === theirs.key);
    if (there < 0) return [...shown.slice(0, fits - 1), { ...theirs, kinds: ["apart"] }];
    return shown.with(there, { ...shown[there], note: theirs.note, tag: "B" });
  }

  /**
   * As many rows as there is room for; what a task asked about is always among them, and so is the most frequent pair
   * where another one may win.
   */
  withAsked(rows, fits) {
    const { asked } = this.of.payload;
    const isAsked = ({ names }) => asked?.step === this.of.step && isSame(names, asked.texts);
    const { leader, total } = this.of.candidates;
    const unlisted = leader && this.told(leader, total); // its place is not known: it is no tie that is shown
    const last = rows.find(isAsked) ?? rows.find(({ leads }) => leads) ?? unlisted;
    const isIn = !last || rows.slice(0, fits).includes(last);
    return isIn ? rows.slice(0, fits) : [...rows.slice(0, fits - 1), last];
  }

  /** The rows with all that the class chose among them. */
  withVotes(rows, fits) {
    const best = this.of.candidates.rows[0]?.bar ?? 0;
    const unlisted = ({ names, told, share }) => ({
      key: names.join(" "),
      names,
      kinds: [],
      bar: [{ label: "", value: best * (share ?? 0) }],
      worth: "",
      beside: plainText(told),
      note: null,
    });
    return answeredRows(rows, this.votes, fits, unlisted).map((row) => ({
      ...row,
      rank: row.kinds.some((kind) => kind === "wins" || kind === "tied") ? "✓" : "",
      others: [],
      beside: row.beside ?? this.of.sumText(row.words),
    }));
  }

  /** How bars are drawn, and how many rows are left out; with the answers of a class, what the columns are. */
  tellMore(rows, shown, asks, closer) {
    const { candidates, labels, picture } = this.of;
    if (this.votes) {
      const heads = [element("span", {}, labels[VOTE_HEADS[picture.measure]]), element("span", {}, labels.class_votes)];
      this.more.replaceChildren(...heads);
      return;
    }
    const isPart = !asks && (rows.length > shown.length || candidates.total > rows.length);
    const scale = closer > 1 ? fill(labels.closer, { number: this.of.numbers.format(closer) }) : "";
    this.heads[0].textContent = labels.count;
    this.heads[1].textContent = [labels[VOTE_HEADS[picture.measure]], scale].filter(Boolean).join(" · ");
    this.more.textContent = [this.isWeighed ? "" : scale, isPart ? this.others(candidates.total - shown.length) : ""]
      .filter(Boolean)
      .join(" · ");
  }

  /** The rows in their places; those that are passed over have none. */
  placed(rows) {
    let place = 0;
    return rows.map((row) => this.told(row, row.place ?? (row.passed ? place : place++)));
  }

  /** The rows while it is asked which of them wins: options, in an order that betrays nothing. */
  asked() {
    const { ask } = this.of.stepper.panel;
    return ask.options.map(({ names }, number) => ({
      key: names.join(" "),
      names,
      number,
      kinds: ["option"],
      bar: [{ label: "", value: this.scale }],
      worth: "?",
      note: null,
    }));
  }

  /** What a row of the candidates shows. @param {import("../../payloads").CandidateRow} row */
  told({ left, right, count, bar, worth, worked, words: columns, leads, elsewhere, passed, kind }, place) {
    const words = wordCounts(columns);
    const names = [this.of.text(left), this.of.text(right)];
    const key = names.join(" ");
    const { kinds, note } = passed ? { kinds: ["passed"], note: passed } : this.standing(place);
    const isCount = this.of.picture.measure === "count";
    const isLeader = leads && !kinds.includes("wins");
    const often = [`${this.of.numbers.format(count)}×`, ...(isLeader ? [this.of.labels.leads] : [])];
    return {
      key,
      names,
      pair: [left, right],
      kinds: [...kinds, ...this.of.picked(names)],
      bar: isCount ? words.map((word) => ({ label: word.word, value: word.count })) : [{ label: worked, value: bar }],
      worth,
      others: isCount ? [elsewhere, kind].filter(Boolean) : often,
      count,
      worked,
      leads: !isCount && leads,
      rank: passed ? "–" : `${place + 1}`,
      words,
      note,
    };
  }

  /** Who is first, and who shares the first place; the note: what is said of it, shorter where there is less room. */
  standing(place) {
    const { tied } = this.of.candidates;
    if (this.of.step === this.of.total || place >= Math.max(1, tied)) return { kinds: [], note: null };
    const { wins, wins_told, wins_tied, tied: shared, rule, rule_told } = this.of.labels;
    if (tied < 2) return { kinds: ["wins"], note: { long: wins, short: wins, told: wins_told } };
    const kinds = ["tied"];
    if (place === 0) kinds.push("wins", "top");
    if (place === tied - 1) kinds.push("bottom");
    const lengths = place ? { long: shared, short: shared } : { long: wins_tied, short: rule };
    return { kinds, note: { ...lengths, told: rule_told } };
  }

  /** Send a row to its place. Where it moves, or its bar does, its numbers are seen again once they are there. */
  arriveAt(node, { bar, worth }, y) {
    const shown = JSON.stringify([y, bar, worth]);
    const isMoved = node.place !== undefined && node.place !== shown;
    node.place = shown;
    node.style.setProperty("--y", `${y}px`);
    if (isMoved && !this.of.isStill) for (const number of node.numbers) arrive(number);
  }

  addRow(key) {
    const parts = ["rank", "pair", "bar", "worth"].map((kind) => element("span", { class: kind }));
    const node = element("button", { type: "button", "data-key": key }, ...parts);
    node.blocks = new KeyedNodes();
    node.beside = element("span", { class: "beside" });
    parts[2].append(node.beside);
    node.amount = element("i", { class: "amount" });
    node.times = element("span", { class: "times-of" });
    node.worked = element("span", { class: "worked-out" });
    node.append(element("span", { class: "often-of" }, node.amount, node.times), node.worked);
    node.numbers = [parts[3], node.beside, node.times, node.worked];
    this.list.append(node);
    return node;
  }

  fillRow(node, row, place) {
    const isOption = row.number !== undefined;
    this.fillVotes(node, row);
    node.className = ["pair-row candidate-pair", ...row.kinds, ...(row.tag ? ["tagged"] : [])].join(" ");
    node.pair = row.pair;
    if (isOption) node.dataset.option = row.number;
    else delete node.dataset.option;
    const [rank, pair, bar, worth] = node.children;
    const shownRank = isOption ? `${row.number + 1}` : (row.rank ?? `${place + 1}`);
    rank.textContent = row.kinds.includes("apart") ? "" : shownRank;
    refillWhere(pair, [row.names, row.pair], () =>
      row.names.map((name, at) => (row.pair ? this.of.symbolChip(name, row.pair[at]) : this.of.optionChip(name))),
    );
    const note = row.answers === undefined ? row.note : null;
    this.fillWeighed(node, row);
    const parts = [row.worth, row.others, row.words, note, row.tag, this.sumRoom, this.isWeighed];
    refillWhere(worth, parts, () => this.worth({ ...row, note }));
    if (row.kinds.includes("wins")) this.of.tint(node, this.of.step + 1);
    this.fillBar(node, bar, row);
    const values = { pair: row.names.join(" "), worth: row.worth, sum: this.of.sumText(row.words ?? []) };
    const label = isOption ? this.of.labels.hidden : this.of.labels.row;
    const votes = row.answers === undefined ? "" : fill(this.of.stepper.payload.asks.votes, { n: row.answers });
    node.ariaLabel = [fill(label, values), row.tag, row.note?.long, votes].filter(Boolean).join(", ");
  }

  /** How often a pair occurs, beside its score, and how that is worked out. */
  fillWeighed(node, { count, worked, leads }) {
    if (!this.isWeighed) return;
    node.classList.toggle("leads", leads);
    node.amount.style.setProperty("--share", count / this.most);
    node.times.textContent = this.of.numbers.format(count);
    node.worked.textContent = worked;
  }

  /** How many of a class chose a pair: a bar below the one of the pair, the number and its share. */
  fillVotes(node, { answers }) {
    for (const part of node.querySelectorAll(".answered, .votes")) part.remove();
    if (answers === undefined) return;
    const { total } = this.votes;
    node.append(answersBar(answers, total), answersNumber(answers, total, this.of.payload.lang));
  }

  /** A number, and what is said of it. */
  worth(row) {
    if (this.isWeighed) return this.worthWeighed(row);
    return this.isInHall ? this.worthInHall(row) : this.worthBeside(row);
  }

  /** A number, the words or the division that it comes of, and whether it wins. */
  worthInHall({ worth, bar, words = [], tag, note, kinds, number }) {
    const isSaid = note && (tag || kinds.some((kind) => ["wins", "passed", "apart"].includes(kind)));
    const free = this.sumRoom - (tag ? this.widthOf("MM") : 0);
    const { wins } = this.of.labels;
    const isWinner = kinds.includes("wins"); // its color says so; the other convention's has none
    const shorter = isWinner ? [] : [note?.short, tag ? wins : ""];
    const texts = isWinner && !tag ? [wins] : [note?.long, ...shorter];
    const said = (isSaid && texts.find((text) => text && this.widthOfBold(` ${text}`) <= free)) || "";
    const room = free - (said ? this.widthOfBold(`${said} `) : 0);
    const parts = this.of.picture.measure === "count" ? this.of.partsOfSum(words) : bar.map(({ label }) => label);
    const sum = number === undefined ? fittingSum(parts, room, this.widthOf) : "";
    return [
      element("b", {}, worth),
      element("span", { class: "sum-of", title: parts.join(" + ") }, sum),
      ...(tag ? [element("span", { class: `tag ${tag}` }, tag)] : []),
      ...(said ? [element("span", { class: "standing", title: note.told }, said)] : []),
    ];
  }

  /** A score, and whether its pair wins, or is the one that is most frequent. */
  worthWeighed({ worth, leads, kinds, note }) {
    const { labels } = this.of;
    const isWinner = kinds.includes("wins");
    const standings = [note?.long, note?.short, ...(isWinner ? [labels.wins] : [])];
    const texts = leads && !isWinner ? [labels.leads, ...standings] : standings; // a tie has its bracket
    const said = texts.find((text) => text && this.widthOfBold(text) <= this.sumRoom);
    const standing = said ? [element("span", { class: "standing", title: note?.told ?? "" }, said)] : [];
    return [element("b", {}, worth), ...standing];
  }

  worthBeside({ worth, others = [], tag, note }) {
    const parts = [element("b", {}, worth), ...others.map((text) => element("span", { class: "other" }, text))];
    if (tag) parts.push(element("span", { class: `tag ${tag}` }, tag));
    if (!note) return parts;
    const lengths = [element("span", { class: "long" }, note.long), element("span", { class: "short" }, note.short)];
    return [...parts, element("span", { class: "standing", title: note.told }, ...lengths)];
  }

  /** How wide texts in bars are. @param {number} size   of type */
  rulerOfBars(size) {
    if (this.barRuler?.size !== size)
      this.barRuler = { size, widthOf: ruler(`${this.pixels("--t5")}px ${getComputedStyle(this.list).fontFamily}`) };
    return this.barRuler.widthOf;
  }

  /** What may be written in a block of a bar, the longest first; with answers below them, words are beside them. */
  textsIn({ answers }, label, value) {
    if (answers !== undefined) return [];
    const number = this.of.numbers.format(value);
    return this.of.picture.measure === "count" ? [`${label} ${number}`, number] : [label];
  }

  /**
   * A bar: a block for each word that adds to a count, or one for a score. What has no room inside of the last block is
   * beside it, where that has room.
   */
  fillBar(node, bar, row) {
    const isCount = this.of.picture.measure === "count";
    const isBare = row.answers === undefined && row.number === undefined && !this.isInHall && !this.isWeighed;
    let wide = 0;
    node.beside.textContent = row.beside ?? "";
    for (const [place, { label, value }] of row.bar.entries()) {
      const share = Math.max(0, value) / this.scale;
      wide += share * this.barWidth;
      const texts = isBare ? this.textsIn(row, label, value) : [];
      const fitting = texts.find((candidate) => this.widthInBar(candidate) <= share * this.barWidth - this.barAir);
      const isLast = place === row.bar.length - 1;
      const rest = this.barWidth - wide - this.barAir;
      const isBeside = isLast && isBare && fitting !== texts[0] && this.widthInBar(texts[0]) <= rest;
      if (isBeside) node.beside.textContent = texts[0];
      const text = isBeside ? "" : (fitting ?? "");
      const block = node.blocks.take(isCount ? label : "", () => {
        const textNode = element("span", {});
        bar.insertBefore(textNode, node.beside);
        return textNode;
      });
      block.className = "part";
      block.dataset.word = label;
      block.textContent = text;
      block.style.setProperty("--share", share);
    }
    node.blocks.letGo(this.of.isStill, (block) => block.style.setProperty("--share", 0));
  }
}

/** Fill an element again where what it shows has changed. */
function refillWhere(node, shown, make) {
  const key = JSON.stringify(shown);
  if (node.shown === key) return;
  node.shown = key;
  node.replaceChildren(...make());
}
