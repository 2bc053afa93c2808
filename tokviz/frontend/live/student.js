/*
 * The students' page: enter by a code, see what the teacher shows, answer what is asked, look around and come back.
 * Everything is written as text, never as HTML.
 */

import mount from "../picture/picture.js";
import { styledRoot } from "../shared/styled_root.js";
import { fill } from "../shared/templates.js";
import { TaskPanel } from "./answering.js";
import { spaced } from "./room_code.js";
import { RoomSocket } from "./room_socket.js";
import { answerTo, linkTo, placeOf, roomOf, titleOf, withQuestion } from "./shown.js";
import { questionOn, taskOn } from "./task.js";

const REMEMBERED_AS = "tokviz-room";
const {
  code: asked,
  wrong,
  start,
  pictureStyle,
  labels,
  pages,
} = JSON.parse(document.getElementById("student-data").textContent);
const byId = (id) => document.getElementById(id);

/** What is remembered over a reload: the room, the token that says who one is there, the nickname. */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED_AS)) ?? {};
  } catch {
    return {};
  }
}

function remember(what) {
  try {
    localStorage.setItem(REMEMBERED_AS, JSON.stringify(what));
  } catch {
    // Not allowed: a student who reloads is a new one.
  }
}

class Classroom {
  views = new Map(); // name -> the payload, or null while it is on its way
  state = null;
  mine = null; // {question, answer}: the number of the question, and what was chosen
  isFollowing = true;
  orders = 0;
  step = 0; // where the picture is
  isSending = false; // the picture moves because it is told to

  constructor() {
    this.picture = styledRoot(byId("picture"), pictureStyle);
    byId("enter").addEventListener("submit", (event) => {
      event.preventDefault();
      const { code, name } = /** @type {any} */ (byId("enter")).elements;
      this.enter(code.value.toUpperCase().replace(/[\s-]/gu, ""), name.value);
    });
    this.task = new TaskPanel(byId("task"), labels, (answer) => this.answer(answer));
    byId("back").addEventListener("click", () => this.comeBack());
    byId("leave").addEventListener("click", () => this.leave());
    document.addEventListener("tokviz-picture", (event) => this.onPicture(/** @type {CustomEvent} */ (event).detail));
  }

  begin() {
    const { code, name = "" } = remembered();
    /** @type {HTMLInputElement} */ (byId("name")).value = name;
    if (asked) this.enter(asked, name);
    else this.askCode(wrong ? labels["no-room"] : "", code ?? "");
  }

  askCode(told, code = "") {
    byId("enter").hidden = false;
    for (const id of ["room", "where", "leave"]) byId(id).hidden = true;
    byId("link").textContent = "";
    byId("score").textContent = "";
    byId("wrong").textContent = told;
    const field = /** @type {HTMLInputElement} */ (byId("code"));
    field.value ||= code;
    field.focus();
  }

  enter(code, name) {
    const before = remembered();
    this.known = { code, name, token: before.code === code ? before.token : "" };
    this.socket?.end();
    byId("enter").hidden = true;
    byId("link").textContent = labels.connecting;
    this.socket = new RoomSocket(`${start}/room/socket`, {
      hello: () => ({ do: "enter", room: code, name, token: this.known.token }),
      hear: (message) => this.hear(message),
      change: (isOpen) => {
        byId("link").textContent = isOpen ? "" : labels.again;
      },
    });
  }

  leave() {
    this.socket.end();
    remember({ name: this.known.name });
    this.state = null;
    history.replaceState(null, "", `${start}/join`);
    this.askCode("");
  }

  hear(message) {
    if (message.you) {
      this.known.token = message.you;
      remember(this.known);
      history.replaceState(null, "", `${start}/join/${this.known.code}${location.search}`);
    }
    if (message.mine) this.mine = message.mine;
    if (message.unreadable) this.task.refuse(message.unreadable);
    if (message.score) byId("score").textContent = fill(labels.score, message.score);
    if (message.refused) this.onRefused(message.refused);
    if (message.state) this.onState(message.state);
    if (this.state) this.draw();
  }

  onState(state) {
    const before = this.state && placeOf(this.state);
    this.state = state;
    const { view, step } = placeOf(this.state);
    if (this.isPinned || (before && before.view !== view)) this.isFollowing = true;
    if (this.isFollowing && (before?.view !== view || before?.step !== step)) this.orders += 1;
  }

  /** A refusal of one message changes nothing; one of the room ends it. */
  onRefused(why) {
    // It goes on trying; whose code is wrong may correct it meanwhile.
    if (why === "slow-down" && !this.state && byId("enter").hidden) this.askCode(labels[why], this.known.code);
    if (!this.socket.isOver) return;
    this.state = null;
    remember({ name: this.known.name });
    this.askCode(labels[why] ?? labels["no-room"]);
  }

  /** While a question takes answers, everybody stays with it. */
  get isPinned() {
    const question = questionOn(this.state);
    return Boolean(question) && question.phase !== "shown";
  }

  // -- On the screen

  draw() {
    byId("enter").hidden = true;
    byId("room").hidden = false;
    byId("leave").hidden = false;
    byId("where").hidden = false;
    byId("where").textContent = spaced(this.known.code);
    const { shown } = this.state;
    const question = questionOn(this.state);
    const task = taskOn(this.state);
    const view = task ? "" : placeOf(this.state).view;
    byId("now").textContent = this.said(question, shown);
    const link = shown ? linkTo(shown.address, start, pages) : "";
    byId("open").hidden = !link || this.isPinned;
    byId("open").querySelector("a").setAttribute("href", link);
    byId("picture").hidden = !view;
    this.task.draw(task, answerTo(task, this.mine));
    this.drawBack();
    if (view) this.show(view);
  }

  said(question, shown) {
    if (question?.phase === "open") {
      if (answerTo(question, this.mine) !== null) return labels.chosen;
      return labels[question.ask.field ? "written" : "asked"];
    }
    if (question?.phase === "closed") return labels.closed;
    if (question) return fill(labels.revealed, { n: question.answered });
    if (!shown) return labels.waiting;
    const title = titleOf(shown.address, pages);
    return shown.view ? title : fill(labels.elsewhere, { page: title });
  }

  drawBack() {
    const { step } = placeOf(this.state);
    byId("back").hidden = this.isFollowing || Boolean(taskOn(this.state));
    byId("back").textContent = fill(labels.back, { step });
  }

  async show(view) {
    if (!this.views.has(view)) {
      this.views.set(view, null);
      const payload = await this.fetched(view);
      if (payload) this.views.set(view, payload);
      else this.views.delete(view);
    }
    await this.picture.ready;
    const payload = this.views.get(view);
    if (!payload || !this.state || placeOf(this.state).view !== view) return;
    const question = questionOn(this.state);
    const isHere = question?.view === view;
    const { step } = placeOf(this.state);
    this.isSending = true;
    mount({
      parentElement: this.picture.root,
      data: {
        payload: this.textOf(view, payload, isHere ? question : null),
        goto: step,
        goto_id: this.orders,
        view,
        room: isHere ? roomOf(question, this.mine) : null,
      },
      setStateValue: (name, value) => name === "answer" && this.answer({ choice: value }),
    });
    this.isSending = false;
  }

  /** The payload as text, the same while nothing in it changes. */
  textOf(view, payload, question) {
    const name = `${view} ${question?.number} ${question?.phase === "shown"}`;
    if (this.text?.name !== name) this.text = { name, text: JSON.stringify(withQuestion(payload, question)) };
    return this.text.text;
  }

  async fetched(view) {
    try {
      const answer = await fetch(`${start}/room/view/${this.known.code}/${view}`);
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  answer(given) {
    this.socket.send({ do: "answer", question: this.state.question.number, ...given });
  }

  /** Who steps away from the teacher's step stays there, until the button is pressed or the own steps lead back. */
  onPicture({ view, step }) {
    const isMoved = view && step !== this.step && !this.isSending;
    this.step = step;
    if (!isMoved || !this.state || this.isPinned) return;
    const place = placeOf(this.state);
    if (place.view !== view) return;
    this.isFollowing = step === place.step;
    this.drawBack();
  }

  comeBack() {
    this.isFollowing = true;
    this.orders += 1;
    this.draw();
  }
}

new Classroom().begin();
