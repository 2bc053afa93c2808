/* How much room a card above a page leaves for the picture on a narrow screen. */

import { isNarrow } from "./page.js";

const LOW = "(max-width: 800px) and (max-height: 500px)"; // as in guide_card.css
const AROUND = 30; // the outline of the part, and the edges of the window, in pixels
const LEAST_PICTURE = 288; // a picture that is less high is scrolled to

/** Whether the window is so low that a card begins folded. */
export function isLow() {
  return matchMedia(LOW).matches;
}

/** Tell the picture how high it may be below the card, which stays at the top. card: its element. */
export function leaveRoom(card) {
  const { style } = document.documentElement;
  if (!isNarrow()) {
    style.removeProperty("--picture-tall");
    return;
  }
  const header = document.querySelector("[data-testid=stHeader]")?.getBoundingClientRect().height ?? 0;
  const foot = card.querySelector(".foot")?.getBoundingClientRect().height ?? 0; // at that of the window
  const room = window.innerHeight - header - foot - card.getBoundingClientRect().height - AROUND;
  style.setProperty("--picture-tall", `${Math.max(LEAST_PICTURE, Math.floor(room))}px`);
}

/** Let the picture be as high as it likes. */
export function takeRoomBack() {
  document.documentElement.style.removeProperty("--picture-tall");
}
