/** Terms with a definition (`.term`, terms.css): Escape takes the definition away until the term is left. */

/** Let Escape dismiss the definitions that are shown in `root`, a document or an element, as long as `signal` says. */
export function dismissible(root, signal) {
  const dismissed = new Set();
  const onEscape = (event) => {
    if (event.key !== "Escape") return;
    for (const term of root.querySelectorAll(".term:hover, .term:focus")) {
      term.setAttribute("data-dismissed", "");
      dismissed.add(term);
    }
  };
  const onLeave = () => {
    for (const term of dismissed) {
      if (term.matches(":hover, :focus")) continue;
      term.removeAttribute("data-dismissed");
      dismissed.delete(term);
    }
  };
  // On the window: the pointer may be on a term while the focus, and with it the key, is elsewhere.
  window.addEventListener("keydown", onEscape, { signal, capture: true });
  for (const type of ["pointerout", "focusout"]) root.addEventListener(type, onLeave, { signal });
}
