/* How much room a card above a page leaves for the picture on a narrow screen. */

import { isNarrow } from "./page.js";

const LOW = "(max-width: 800px) and (max-height: 500px)"; // as in guide_card.css
const AROUND = 30; // the outline of the part, and the edges of the window, in pixels
const LEAST_PICTURE = 288; // a picture that is less high is scrolled to

/** Whether the window is so low that a card begins folded. */
export function isLow() {
  return matchMedia(LOW).matches;
}

/** Tell the picture how high it may be below the card, which stays at the top. card: its element, folded or not. */
export function leaveRoom(card) {
  const { style } = document.documentElement;
  if (!isNarrow()) {
    takeRoomBack();
    return;
  }
  if (card.classList.contains("folded")) style.setProperty("--card-room", "0px");
  else style.removeProperty("--card-room");
  const header = document.querySelector("[data-testid=stHeader]")?.getBoundingClientRect().height ?? 0;
  const foot = card.querySelector(".foot")?.getBoundingClientRect().height ?? 0; // at that of the window
  const room = window.innerHeight - header - foot - card.getBoundingClientRect().height - AROUND;
  style.setProperty("--picture-tall", `${Math.max(LEAST_PICTURE, Math.floor(room))}px`);
}

/** Keep a page below a card as high as it is while another comes: an empty one would be scrolled to its beginning. */
export function keepHeight() {
  const lesson = document.querySelector(".st-key-guide_lesson");
  if (isNarrow() && lesson) document.documentElement.style.setProperty("--guide-least", `${lesson.scrollHeight}px`);
}

/** Let a page be as low as it likes. */
export function giveHeightBack() {
  document.documentElement.style.removeProperty("--guide-least");
}

/** Let the picture be as high as it likes. */
export function takeRoomBack() {
  for (const name of ["--picture-tall", "--card-room"]) document.documentElement.style.removeProperty(name);
}
