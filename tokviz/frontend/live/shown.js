/*
 * What a student's picture shows: the picture of the teacher, with the question of the room where there is one. Nothing
 * here is drawn.
 *
 * @typedef {{number: number, task: boolean, phase: "open" | "closed" | "shown", view: string, step: number, ask: object,
 *   counts: number[] | null}} RoomQuestion
 * @typedef {{address: string, view: string, step: number}} Shown
 */

import { questionOn } from "./task.js";

const PAGE = /^[^?#]*\/([^/?#]*)/u;
/** A path and a query as a browser writes them; the server has the same rule (`tokviz/features/live/room.py`). */
const PATH = /^(?=\/)(?:\/[\w.~-]+)*\/?(?:\?[\w.~*%+&=:;,@/-]*)?$/u;

/** The view and the step that everybody is to see. */
export function placeOf(state) {
  const question = questionOn(state);
  if (question && !question.task) return { view: question.view, step: question.step };
  return { view: state.shown?.view ?? "", step: state.shown?.step ?? 0 };
}

/** A picture's payload with the question of the room; while that is open, nothing comes after it. */
export function withQuestion(payload, question) {
  if (!question) return payload;
  const place = question.step - payload.first;
  if (place < 0 || place >= payload.frames.length) return payload;
  const frames = payload.frames.map((frame, number) =>
    number === place ? { ...frame, ask: { hint: null, answer: [], rule: null, ...question.ask } } : frame,
  );
  const quiz = `room ${question.number}`;
  if (question.phase === "shown") return { ...payload, quiz, frames };
  return { ...payload, quiz, frames: frames.slice(0, place + 1), total: question.step };
}

/** What this student has answered to a question; null for nothing. mine: the last answer, and the number of its question. */
export function answerTo(question, mine) {
  return question && mine?.question === question.number ? mine.answer : null;
}

/** What the picture is told of the question beside its payload. */
export function roomOf(question, mine) {
  if (!question) return null;
  const { step, phase, counts } = question;
  return { step, phase, counts, given: answerTo(question, mine) };
}

/** What a page of the app is called, of an address of it. */
export function titleOf(address, pages) {
  return pages[PAGE.exec(address)?.[1] ?? ""] ?? "";
}

/** The address of a page of the app, which may become a link; empty if it is no such address. start: before each path. */
export function linkTo(address, start, pages) {
  const path = `${address.split("?")[0]}/`;
  if (!PATH.test(address) || !path.startsWith(`${start}/`)) return "";
  const name = path.slice(start.length).replace(/^\/|\/+$/gu, "");
  return Object.hasOwn(pages, name) ? address : "";
}
