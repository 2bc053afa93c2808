/** The page beside the card: its stage, its side bar, and the part that a card speaks of. */

export const BELOW = ".st-key-stage_below"; // where the server draws what follows a stage, once that is in view
const SIDE_BAR = "stSidebarCollapsed-"; // what Streamlit remembers of it, by page address
const NARROW = "(max-width: 800px)"; // as in guide_card.css

/** Whether the card stands above the page instead of beside it. */
export function isNarrow() {
  return matchMedia(NARROW).matches;
}

/** The stage that steps, wherever on the page its component stands; null if there is none. */
export function findStage() {
  for (const host of document.querySelectorAll("[data-testid=stBidiComponentIsolated]")) {
    const found = host.shadowRoot?.querySelector("[data-testid=stage]:not(.still)");
    if (found?.getClientRects().length) return found;
  }
  return null;
}

export function hasSideBar() {
  return document.querySelector("[data-testid=stSidebar]")?.dataset.collapsed === "false";
}

/**
 * Open the side bar where the card speaks of it, and close it where it is in the way; on a phone it covers all.
 * Streamlit takes the click for the visitor's, and would keep the side bar so on all pages, and on the next visit.
 */
export function showSideBar(isWanted) {
  if (isNarrow()) return;
  const isOpen = hasSideBar();
  if (isOpen === isWanted) return;
  const name = isOpen ? "stSidebarCollapseButton" : "stExpandSidebarButton";
  const found = document.querySelector(`[data-testid=${name}]`);
  const wishes = new Map(Object.entries(localStorage).filter(([key]) => key.startsWith(SIDE_BAR)));
  (found?.matches("button") ? found : found?.querySelector("button"))?.click();
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(SIDE_BAR))) {
    if (wishes.has(key)) localStorage.setItem(key, wishes.get(key));
    else localStorage.removeItem(key);
  }
}

/** Scroll so that the part is to be seen, from its beginning if it does not fit. card: the element of the card. */
export function showPart({ part, side_bar: isSideBar }, card) {
  const found = document.querySelector(part);
  const main = document.querySelector("[data-testid=stMain]");
  if (!found || !main) return;
  if (isSideBar) {
    found.querySelector("[data-testid=stSidebarUserContent]")?.scrollIntoView({ block: "start" }); // past the pages
    return;
  }
  const above = isNarrow() ? card : document.querySelector("[data-testid=stHeader]");
  const top = Math.max(above?.getBoundingClientRect().bottom ?? 0, 0) + 34; // of the label above the outline
  const { top: from, bottom: to } = found.getBoundingClientRect();
  if (from >= top && to <= window.innerHeight - 12) return;
  if (Math.abs(from - top) > 2) main.scrollBy({ top: from - top, behavior: "instant" });
}
