/* The script of the pages of the site without a server, but the start page: its data says which page it is. */

import { button } from "../shared/elements.js";
import { openLesson } from "./lesson.js";
import { Shows } from "./shows.js";

const data = JSON.parse(document.getElementById("site-data").textContent);
const byId = (id) => /** @type {any} */ (document.getElementById(id));

/** The buttons above what is shown: one is pressed. */
function choosing(places, shows) {
  const buttons = places.map(({ label }, place) => button({}, () => take(place), label));
  const take = (number) => {
    for (const [place, node] of buttons.entries()) node.ariaPressed = String(place === number);
    shows.show(places[number].shows);
  };
  byId("places").append(...buttons);
  take(0);
}

/** On to the reader's language, in the place of this page. */
function enter(languages) {
  const wanted = navigator.languages.map((one) => one.split("-")[0]).find((one) => languages.includes(one));
  location.replace(`${wanted ?? languages[0]}/index.html`);
}

if (data.kind === "door") enter(data.languages);
else if (data.kind === "example") choosing(data.places, new Shows(byId("shows"), data.payloads));
else openLesson(data);
