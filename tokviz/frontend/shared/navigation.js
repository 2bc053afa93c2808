/*
 * Links of components within the app. Streamlit only follows its own: any other link would load the whole app again.
 * On the pages of the static site, the browser follows them.
 */

import { isBusy, isInApp, POLL_MS } from "./streamlit.js";

const FOCUS_TRIES = 400; // twelve seconds: a page that trains can be slow
const PICTURE = "[data-testid=picture]";

/** Follow the links below an element within the app. A link with `data-focus` moves the focus to the picture there. */
export function followLinks(/** @type {HTMLElement} */ root, signal) {
  root.addEventListener("click", (event) => follow(event), { signal });
}

function follow(event) {
  const link = event.target.closest?.("a[href]");
  if (
    !link ||
    !isInApp() ||
    event.defaultPrevented ||
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  event.preventDefault();
  goTo(link.href, { isFocusing: "focus" in link.dataset });
}

/** Go to an address of the app, once Streamlit is at rest: a page that is asked for during a run can stay empty. */
export function goTo(/** @type {string} */ address, { isFocusing = false } = {}) {
  if (!isInApp()) {
    location.assign(address);
    return;
  }
  if (isBusy()) {
    setTimeout(() => goTo(address, { isFocusing }), POLL_MS);
    return;
  }
  history.pushState(null, "", address);
  window.dispatchEvent(new PopStateEvent("popstate"));
  if (isFocusing) focusPicture(location.pathname, FOCUS_TRIES);
}

/** Give the focus to the picture of a page as soon as it is there, unless the visitor is elsewhere by then. */
function focusPicture(/** @type {string} */ page, tries) {
  if (location.pathname !== page || !tries) return;
  const picture = findPicture();
  if (!picture || isBusy()) setTimeout(() => focusPicture(page, tries - 1), POLL_MS);
  else if (document.activeElement === document.body || !document.activeElement) {
    picture.tabIndex = -1;
    picture.focus({ preventScroll: true });
  }
}

/** @returns {HTMLElement | undefined} */
function findPicture() {
  for (const host of document.querySelectorAll("[data-testid=stBidiComponentIsolated]")) {
    const picture = /** @type {HTMLElement | null | undefined} */ (host.shadowRoot?.querySelector(PICTURE));
    if (picture?.getClientRects().length) return picture;
  }
}
