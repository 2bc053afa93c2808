/*
 * What a replay has in place of a server: it hands the stage the part of the trace that holds the step it asks for.
 *
 * The step to begin with may stand behind the address: replay.html#3
 */

import mount from "../../web/components/stage/stage.js";
import { partWith, stepIn } from "./replay_parts.js";

const { parts, start } = JSON.parse(document.getElementById("replay-data").textContent);
const root = document.getElementById("replay-stage").attachShadow({ mode: "open" });
root.append(/** @type {HTMLTemplateElement} */ (document.getElementById("replay-style")).content);
let sent; // the part that the stage has
let orders = 0;

function send(step) {
  sent = partWith(parts, step);
  const data = { payload: JSON.stringify(sent), goto: step, goto_id: orders };
  mount({ data, parentElement: root, setStateValue: answer });
}

function answer(name, value) {
  if (name === "rest" && partWith(parts, value.step) !== sent) send(value.step);
}

function order() {
  orders += 1;
  send(stepIn(location.hash) ?? start);
}

addEventListener("hashchange", order);
order();
