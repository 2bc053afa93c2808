/*
 * A live class in the browser: waiting before a connection is tried again, what a student's picture shows, what a
 * teacher says.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressFor, offered, present, told, withLead } from "../live/leading.js";
import { spaced } from "../live/room_code.js";
import { waitBefore } from "../live/room_socket.js";
import { linkTo, placeOf, roomOf, titleOf, withQuestion } from "../live/shown.js";
import { questionOn, rowsOf, taskOn } from "../live/task.js";

const PAYLOAD = { first: 2, total: 9, frames: [{ say: "a" }, { say: "b" }, { say: "c" }] };
const question = (phase, step = 3) => ({ number: 1, phase, view: "v", step, ask: { options: [1, 2] }, counts: null });
const state = (asked, step) => ({ question: asked, shown: { address: "/bpe", view: "v", step } });

test("it waits longer each time, never the same for all, and never for ever", () => {
  assert.deepEqual(
    [0, 1, 2, 9].map((tries) => waitBefore(tries, 1)),
    [300, 600, 1200, 4000],
  );
  assert.equal(waitBefore(0, 0), 150);
});

test("a question that takes answers holds everybody where it was asked", () => {
  for (const phase of ["open", "closed"]) {
    const now = state(question(phase), 7);
    assert.deepEqual(placeOf(now), { view: "v", step: 3 });
    assert.equal(questionOn(now), now.question);
  }
});

test("one that has been revealed goes with the step", () => {
  assert.equal(questionOn(state(question("shown"), 3))?.number, 1);
  assert.equal(questionOn(state(question("shown"), 4)), null);
  assert.deepEqual(placeOf(state(question("shown"), 4)), { view: "v", step: 4 });
  assert.deepEqual(placeOf({ question: null, shown: null }), { view: "", step: 0 });
});

test("nothing comes after a question while it is open", () => {
  const open = withQuestion(PAYLOAD, question("open"));
  assert.deepEqual([open.total, open.frames.length, open.quiz], [3, 2, "room 1"]);
  assert.deepEqual(open.frames[1].ask.options, [1, 2]);
  const shown = withQuestion(PAYLOAD, question("shown"));
  assert.deepEqual([shown.total, shown.frames.length], [9, 3]);
  assert.equal(PAYLOAD.frames[1].ask, undefined);
});

test("a question of another part of the steps changes nothing", () => {
  assert.equal(withQuestion(PAYLOAD, question("open", 8)), PAYLOAD);
  assert.equal(withQuestion(PAYLOAD, null), PAYLOAD);
});

test("an answer belongs to its question", () => {
  assert.equal(roomOf(question("open"), { question: 1, answer: 0 }).given, 0);
  assert.equal(roomOf(question("open"), { question: 2, answer: 0 }).given, null);
  assert.equal(roomOf(question("open"), null).given, null);
  assert.equal(roomOf(null, { question: 1, answer: 0 }), null);
});

test("pages have their names", () => {
  const pages = { "": "Start", bpe: "BPE" };
  assert.deepEqual(
    ["/bpe?step=2", "/course/bpe", "/", "/elsewhere"].map((address) => titleOf(address, pages)),
    ["BPE", "BPE", "Start", ""],
  );
  assert.equal(spaced("ABCD2345"), "ABCD 2345");
});

test("only addresses of pages become links", () => {
  const pages = { "": "Start", bpe: "BPE", "bpe-encode": "Encode" };
  for (const address of ["/", "/bpe", "/bpe/", "/bpe?step=2", "/bpe-encode?word=%E2%90%A3a&x=1+2"])
    assert.equal(linkTo(address, "", pages), address);
  for (const address of ["/course", "/course/", "/course?step=1", "/course/bpe?step=2"])
    assert.equal(linkTo(address, "/course", pages), address);
  const foreign = ["//evil.example/", "/\\evil.example/x", "/\t/evil.example", "/\n/evil.example", "\\bpe", "/bpe#x"];
  const others = ["https://evil.example", "javascript:alert(1)", "", "bpe", "/bpe\n", "/evil", "/constructor", "//bpe"];
  for (const address of [...foreign, ...others]) assert.equal(linkTo(address, "", pages), "");
  for (const address of ["/bpe", "/coursebpe", "//course/bpe", "/course/course/bpe", "/course//bpe"])
    assert.equal(linkTo(address, "/course", pages), "");
});

test("students get the address without what is the teacher's", () => {
  assert.equal(addressFor("/bpe", "?example=hug&lead=A.B&predict=1&present=1&step=2", 3), "/bpe?example=hug&step=3");
  assert.equal(addressFor("/why", "?lead=A.B", 0), "/why");
});

test("the lead stands in the address once", () => {
  assert.equal(withLead("?a=1", "A.B"), "?a=1&lead=A.B");
  assert.equal(withLead("", "A.B"), "?lead=A.B");
  assert.equal(withLead("?lead=C.D&a=1", "A.B"), "?a=1&lead=A.B");
  assert.equal(withLead("?a=1&lead=A.B", "A.B"), null);
});

test("what can be done depends on how the question stands", () => {
  assert.deepEqual(offered(null), ["ask", "task"]);
  assert.deepEqual(offered({ phase: "open" }), ["reveal", "close", "dismiss"]);
  assert.deepEqual(offered({ phase: "closed" }), ["reveal", "dismiss"]);
  assert.deepEqual(offered({ phase: "shown" }), ["next", "ask", "task"]);
  assert.deepEqual(offered({ phase: "shown", task: true }), ["task", "ask", "done"]);
});

test("how many are there, and whether more may come", () => {
  const labels = { students: "here: {n}", shut: "here: {n}, no more" };
  assert.equal(present({ students: 3, admits: true }, labels), "here: 3");
  assert.equal(present({ students: 3, admits: false }, labels), "here: 3, no more");
});

test("how many have answered, of those who are there", () => {
  const labels = { answered: "{n}/{students}", counted: "{n} of {students}" };
  const at = (phase) => ({ students: 2, question: { phase, answered: 3 } });
  assert.equal(told(at("open"), labels), "3/3");
  assert.equal(told(at("shown"), labels), "3 of 3");
  assert.equal(told({ students: 2, question: null }, labels), "");
});

test("a task stays until it is revealed, and then until something else is shown", () => {
  const task = (phase) => ({ ...question(phase), task: true, address: "/bpe" });
  const at = (phase, step, address = "/bpe") => ({ question: task(phase), shown: { address, view: "v", step } });
  for (const phase of ["open", "closed"]) assert.ok(taskOn(at(phase, 7, "/why")));
  assert.ok(taskOn(at("shown", 3)));
  assert.equal(taskOn(at("shown", 4)), null);
  assert.equal(taskOn(at("shown", 3, "/why")), null);
  assert.equal(taskOn(state(question("open"), 3)), null);
  assert.deepEqual(placeOf(at("open", 7)), { view: "v", step: 7 });
  assert.deepEqual(offered(task("shown")), ["task", "ask", "done"]);
  const bare = { ...task("shown"), view: "", step: 0, address: "/" };
  assert.ok(taskOn({ question: bare, shown: null }));
});

test("the histogram of a task says whose answer is whose", () => {
  const options = [
    { label: [{ code: "e s" }], right: true },
    { label: [{ code: "l o" }], right: false },
  ];
  const rows = (field, mine) => rowsOf({ ask: { question: [], options, field }, counts: [1, 2], answered: 4 }, mine);
  assert.deepEqual(
    rows("a pair", "l o").map(({ isRight, isMine, share }) => [isRight, isMine, share]),
    [
      [true, false, 0.25],
      [false, true, 0.5], // one answer has no row
    ],
  );
  assert.deepEqual(
    rows("", 0).map(({ isMine }) => isMine),
    [true, false],
  );
  assert.deepEqual(
    rows("a pair", null).map(({ isMine }) => isMine),
    [false, false],
  );
});
