/*
 * Predict first: what the stage asks before it shows a step. The panel draws the question of a frame, takes an answer
 * by button, number key or two neighbouring chips, and then shows how the algorithm decides; it keeps the score. It is
 * part of the script of the stage, which is the only one to use it.
 *
 * @typedef {object} Option
 * @property {Segments} label
 * @property {Segments} told        the number that decides, shown after the answer
 * @property {number | null} share  the same as the length of a bar, 0 to 1
 * @property {boolean} right        the algorithm's choice, or as good
 * @property {boolean} chosen       the algorithm's choice
 *
 * @typedef {object} Ask
 * @property {Segments} question
 * @property {Segments | null} hint
 * @property {Option[]} options
 * @property {Segments} answer      what the algorithm does
 * @property {Segments | null} rule which rule chose among equals
 * @property {("say" | "spans" | "gaps" | "groups")[]} hides     what the stage covers until the answer
 * @property {boolean} pairs        options are pairs of neighbours
 */

const SHOWN = -1; // in place of an option: the answer was shown unasked, and does not count
const answers = new Map(); // what is asked about -> step -> {number of the option, right}; outlives the stage

class QuestionPanel {
  constructor(stage) {
    this.stage = stage;
    this.question = element("p", { class: "question", id: "question", "aria-live": "polite" });
    this.score = element("span", { class: "score", role: "status" });
    this.reset = element("button", { type: "button", class: "reset", name: "reset" });
    this.reset.addEventListener("click", () => this.forget());
    this.hint = element("p", { class: "hint" });
    this.options = element("div", { class: "options", role: "group", "aria-labelledby": "question" });
    this.verdict = element("p", { class: "verdict", "aria-live": "polite" });
    this.next = element("button", { type: "button", class: "next", name: "next" });
    this.next.addEventListener("click", () => stage.take(stage.step + 1));
    this.rule = element("p", { class: "rule" });
    const aside = element("div", { class: "aside" }, this.score, this.reset, this.next);
    const head = element("div", { class: "head" }, this.question, this.verdict, aside);
    this.root = element("div", { class: "ask", "data-testid": "ask" });
    this.root.append(head, this.hint, this.options, this.rule);
    stage.groups.addEventListener("click", (event) => this.point(event.target));
  }

  get ask() {
    return this.stage.frame?.ask;
  }

  get given() {
    return answers.get(this.stage.payload.quiz)?.get(this.stage.step)?.number;
  }

  /** Whether the frame on the stage waits for an answer. */
  get isOpen() {
    return Boolean(this.ask) && this.given === undefined;
  }

  /** Whether this of the frame is covered now. */
  covers(what) {
    return this.isOpen && this.ask.hides.includes(what);
  }

  /** Whether the panel says what comes next, in place of the sentence of the frame. */
  get tells() {
    return Boolean(this.ask?.hides.includes("say"));
  }

  take(number) {
    if (!this.isOpen || !(number in this.ask.options)) return;
    this.note(number);
  }

  /** Show what comes next, which does not count. */
  show() {
    this.note(SHOWN);
  }

  note(number) {
    const { quiz } = this.stage.payload;
    if (!answers.has(quiz)) answers.set(quiz, new Map());
    answers.get(quiz).set(this.stage.step, { number, right: Boolean(this.ask.options[number]?.right) });
    this.stage.draw({ isStill: true });
  }

  forget() {
    answers.clear();
    this.stage.draw({ isStill: true });
  }

  /** Two neighbouring chips, one after the other, pick their pair. */
  point(target) {
    const chip = this.isOpen && this.ask.pairs && target.closest(".chip");
    if (!chip) return;
    const first = this.pointed?.isConnected ? this.pointed : null;
    first?.classList.remove("pointed");
    const side = first && [chip.previousElementSibling, chip.nextElementSibling].indexOf(first);
    this.pointed = chip;
    this.verdict.textContent = "";
    if (side === null || side < 0) {
      if (first === chip) this.pointed = null;
      else chip.classList.add("pointed");
      return;
    }
    this.pointed = null;
    const pair = (side ? [chip, first] : [first, chip]).map((one) => one.dataset.token).join(" ");
    const number = this.ask.options.findIndex(({ label }) => label[1] === pair);
    if (number < 0) this.verdict.textContent = this.stage.payload.labels.ask_other;
    else this.take(number);
  }

  // -- On the screen

  /** Draw what belongs to the frame on the stage; a focus inside moves to what can be done next. */
  draw() {
    const { labels } = this.stage.payload;
    const hadFocus = this.root.contains(this.root.getRootNode().activeElement);
    const { ask, given, isOpen } = this;
    this.root.dataset.state = isOpen ? "open" : ask ? this.outcome(ask, given) : "none";
    this.question.replaceChildren(...(ask ? inline(ask.question) : [labels.ask_nothing]));
    this.hint.replaceChildren(...(ask?.hint && isOpen ? inline(ask.hint) : []));
    this.options.replaceChildren(...(ask ? ask.options.map((option, number) => this.option(option, number)) : []));
    this.verdict.replaceChildren(...(ask && !isOpen ? this.said(ask, given) : []));
    this.rule.replaceChildren(...(ask?.rule && !isOpen ? inline(ask.rule) : []));
    this.next.textContent = labels.ask_next;
    this.next.hidden = !ask || isOpen;
    this.question.hidden = !this.next.hidden; // the answer takes its place
    this.reset.textContent = labels.ask_reset;
    this.drawScore(labels);
    if (hadFocus) this.focus();
  }

  focus() {
    const { forward, back } = this.stage.buttons;
    const { isOpen, next, options } = this;
    (isOpen ? options.firstChild : !next.hidden ? next : forward.disabled ? back : forward).focus();
  }

  drawScore({ ask_score, ask_unscored }) {
    const given = [...answers.values()].flatMap((steps) => [...steps.values()]);
    const asked = given.filter(({ number }) => number !== SHOWN).length;
    const right = given.filter((answer) => answer.right).length;
    this.score.textContent = asked ? ask_score.replace("{right}", right).replace("{asked}", asked) : ask_unscored;
    this.reset.disabled = !answers.size;
  }

  outcome(ask, given) {
    if (given === SHOWN) return "shown";
    const { right, chosen } = ask.options[given];
    return chosen ? "right" : right ? "tied" : "wrong";
  }

  said(ask, given) {
    const outcome = this.outcome(ask, given);
    const label = this.stage.payload.labels[`ask_${outcome}`];
    return [element("strong", {}, label), " ", ...inline(ask.answer)];
  }

  /** A button while the question is open; then what decides about it. */
  option({ label, told, share, right, chosen }, number) {
    const { labels } = this.stage.payload;
    if (this.isOpen) {
      const key = element("kbd", { "aria-hidden": "true" }, `${number + 1}`);
      const about = { type: "button", class: "option", "data-option": number };
      const button = element("button", about, key, element("span", {}, ...inline(label)));
      button.addEventListener("click", () => this.take(number));
      return button;
    }
    const is = { right, chosen, picked: number === this.given };
    const kinds = Object.keys(is).filter((kind) => is[kind]);
    const marks = [];
    if (is.picked) marks.push(labels.ask_picked);
    if (right) marks.push(chosen ? labels.ask_chosen : labels.ask_equal);
    const sign = right ? "✓" : is.picked ? "✗" : "";
    const made = element("div", { class: ["option", ...kinds].join(" "), "data-option": number });
    const name = element("span", { class: "name" }, element("span", { class: "sign" }, sign), ...inline(label));
    for (const mark of marks) name.append(element("span", { class: "mark" }, mark));
    made.append(name, element("span", { class: "told" }, ...inline(told)));
    if (share !== null) {
      const bar = element("span", { class: "bar", "aria-hidden": "true" });
      bar.style.setProperty("--share", share);
      made.append(bar);
    }
    return made;
  }
}
