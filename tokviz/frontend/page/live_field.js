/*
 * Sends the text of a field while it is typed. Streamlit sends that of an area when the focus leaves it, and draws the page
 * again with the focus where it is: so the field is told that the focus has left it, a moment after the last key, and keeps
 * it. Text that an input method is still composing is not sent.
 *
 * Streamlit makes an entry of the browser's history of each address. One stretch of typing is one entry.
 *
 * `data-live` at the field says that its text was "sent", or that more was "typed" since: what is drawn meanwhile leaves the
 * focus there (`shared/applied.js`).
 */

const FIELDS = ".st-key-tokenizers_text textarea";
const REST_MS = 150;

/** @param {AbortSignal} signal ends it */
export function sendWhileTyping(signal) {
  let timer = 0;
  let entries = 0; // that this stretch of typing has made in the history
  /** @type {HTMLElement | null} */
  let typing = null; // the field, until something else is done

  const push = history.pushState;
  /** @type {typeof push} */
  const pushOnce = (...entry) => {
    const isSame = typing !== null && entries > 0;
    if (typing !== null) entries += 1;
    return isSame ? history.replaceState(...entry) : push.apply(history, entry);
  };
  history.pushState = pushOnce;
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    if (history.pushState === pushOnce) history.pushState = push;
  });

  const leave = () => {
    typing = null;
    entries = 0;
  };

  /** @param {Event} event */
  const plan = (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement && target.matches(FIELDS))) return;
    clearTimeout(timer);
    if (target.dataset.live) target.dataset.live = "typed";
    if (event instanceof InputEvent && event.isComposing) return;
    timer = setTimeout(() => send(target), REST_MS);
  };

  /** @param {HTMLElement} field */
  const send = (field) => {
    if (document.activeElement !== field) return; // the text was sent when the focus left it
    if (typing !== field) leave();
    typing = field;
    field.dataset.live = "sent";
    field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  };

  for (const type of ["input", "compositionend"]) document.addEventListener(type, plan, { signal });
  document.addEventListener("pointerdown", leave, { signal, capture: true });
  document.addEventListener(
    "focusout",
    ({ isTrusted, target }) => {
      if (!isTrusted || !(target instanceof HTMLElement)) return;
      delete target.dataset.live;
      if (target === typing) leave();
    },
    { signal, capture: true },
  );
}
