/* The glossary of the site: the search over its terms. */

import { fill } from "../shared/templates.js";
import { searching } from "./search.js";

const { labels } = JSON.parse(document.getElementById("site-data").textContent);
const byId = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const terms = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".terms > section")]);

searching(
  byId("search"),
  () => terms,
  (term) => term.dataset.search,
  (count) => {
    byId("found").textContent = fill(labels.found, count);
    byId("none").hidden = count.n > 0;
  },
);
