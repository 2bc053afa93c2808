/*
 * What a replay has in place of a server: it hands the picture the part of the trace that holds the step it asks for.
 *
 * The step to begin with may be behind the address: replay.html#3
 */

import { Player } from "./player.js";
import { stepIn } from "./replay_parts.js";

const { parts, start } = JSON.parse(document.getElementById("replay-data").textContent);
const root = document.getElementById("replay-picture").attachShadow({ mode: "open" });
root.append(/** @type {HTMLTemplateElement} */ (document.getElementById("replay-style")).content);
const player = new Player(root);

function order() {
  player.order(parts, stepIn(location.hash) ?? start);
}

addEventListener("hashchange", order);
order();
