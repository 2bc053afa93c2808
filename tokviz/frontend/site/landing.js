/* The start page of the site: the panels and the lessons of the app's start page, and the search over all lists. */

import mountLessons from "../lessons/lessons.js";
import { styledRoot } from "../shared/styled_root.js";
import { fill } from "../shared/templates.js";
import mountHero from "../start/start.js";
import { searching } from "./search.js";

const data = JSON.parse(document.getElementById("site-data").textContent);
const byId = (id) => /** @type {any} */ (document.getElementById(id));

/** Mount a component of the app in an element of this page, once its style is there. */
async function place(id, mount, payload, sheet) {
  const { root, ready } = styledRoot(byId(id), `../${sheet}.css`);
  await ready;
  mount({ data: { payload }, parentElement: root, setTriggerValue: () => undefined }); // there is no server
  return root;
}

place("hero", mountHero, data.start, "start");
place("lessons", mountLessons, data.lessons, "lessons").then((root) => {
  const list = root.querySelector("ol");
  const words = (item) => item.dataset.search ?? `${data.found[item.dataset.lesson]} ${item.querySelector("a").title}`;
  const listed = () => [...list.children, ...document.querySelectorAll(".examples li")];
  const search = searching(byId("search"), listed, words, (count) => {
    byId("found").textContent = fill(data.labels.found, count);
  });
  new MutationObserver(search).observe(list, { childList: true }); // drawn again when a lesson starts over
});
