/*
 * The pictures of a worksheet: each is drawn once by the script of the page that it comes from. Nobody is there to hear
 * of anything.
 */

import mount from "../picture/picture.js";
import mountTextRows from "../text_rows/text_rows.js";

const MOUNTS = { picture: mount, text_rows: mountTextRows };
const unheard = () => undefined;

for (const host of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".still"))) {
  const { kind } = host.dataset;
  const data = JSON.parse(host.textContent);
  const style = /** @type {HTMLTemplateElement} */ (document.getElementById(`style-${kind}`));
  const root = host.attachShadow({ mode: "open" });
  root.append(style.content.cloneNode(true));
  MOUNTS[kind]({ data, parentElement: root, setStateValue: unheard, setTriggerValue: unheard });
}
