/* What a key means to the picture, and who else on the page needs it. */

/** Which button a key stands for. PageUp and PageDown are what presenter remotes send. */
const BUTTONS = {
  ArrowLeft: "back",
  PageUp: "back",
  ArrowRight: "forward",
  PageDown: "forward",
  Home: "first",
  End: "last",
  " ": "play",
};

const KEEPS_ALL = `textarea, select, iframe, audio, video, canvas, [contenteditable]:not([contenteditable=false]),
  input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset]), [data-testid=picture],
  [role=slider], [role=spinbutton], [role=textbox], [role=grid], [role=treegrid], [role=tree], [role=listbox],
  [role=combobox], [role=menu], [role=dialog]`;
const KEEPS_ARROWS = "input[type=radio], [role=radio], [role=tab]";
const KEEPS_SPACE = `input, button, a[href], summary, label, [role=button], [role=link], [role=checkbox],
  [role=switch], [role=option], ${KEEPS_ARROWS}`;

const NUMBER = /^[1-9]$/u;

/**
 * What a key asks for: a button by its name, or where a question is open an option by its place; null: nothing.
 * mayReveal: a live class is asked, and this is the teacher's page.
 */
export function meaning(key, isOpen, mayReveal = false) {
  if (mayReveal && (key === " " || key === "Enter")) return "reveal";
  if (isOpen && NUMBER.test(key)) return Number(key) - 1;
  return Object.hasOwn(BUTTONS, key) ? BUTTONS[key] : null;
}

/** Whether an element on the path from the focus outwards needs the key itself. */
export function isTaken(key, path) {
  const has = (selector) => path.some((node) => node.matches?.(selector));
  if (key === " " || key === "Enter") return has(KEEPS_ALL) || has(KEEPS_SPACE);
  return has(KEEPS_ALL) || (!key.startsWith("Page") && has(KEEPS_ARROWS));
}
