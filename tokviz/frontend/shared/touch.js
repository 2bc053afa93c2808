/* Screens to touch. */

/** Whether there is no keyboard to speak of: no key is named then, nor the number that it has (as in question.css). */
export function isTouch() {
  return matchMedia("(hover: none), (max-width: 640px)").matches;
}
