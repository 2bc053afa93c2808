/** The page beside the card: its picture, its side bar, and the part that a card speaks of. */

export const BELOW = ".st-key-picture_below"; // where the server draws what follows a picture, once that is in view
const SIDE_BAR = "stSidebarCollapsed-"; // what Streamlit remembers of it, by page address
const NARROW = "(max-width: 800px)"; // as in guide_card.css
export const PICTURE = ".st-key-part_picture";
const STEPPED = [PICTURE, ".st-key-part_clock"];
const EDGE = 12; // of the window
const LABEL = 1.875; // of the outline, with the line itself, in the size of the type
const LEAST = 224; // a picture that is less high shows no word
const LEAST_STILL = 320; // and one that a card does not step shows too little to be worth the room of the part

/** Whether the card is above the page instead of beside it. */
export function isNarrow() {
  return matchMedia(NARROW).matches;
}

/** The picture that steps, wherever on the page its component is; null if there is none. */
export function findPicture() {
  for (const host of document.querySelectorAll("[data-testid=stBidiComponentIsolated]")) {
    const picture = host.shadowRoot?.querySelector("[data-testid=picture]:not(.still)");
    if (picture?.getClientRects().length) return picture;
  }
  return null;
}

/** Whether the part that a card speaks of is a picture that steps. */
export function isPicture(part) {
  return STEPPED.includes(part);
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
  const control = document.querySelector(`[data-testid=${name}]`);
  const wishes = new Map(Object.entries(localStorage).filter(([key]) => key.startsWith(SIDE_BAR)));
  (control?.matches("button") ? control : control?.querySelector("button"))?.click();
  for (const key of Object.keys(localStorage).filter((storageKey) => storageKey.startsWith(SIDE_BAR))) {
    if (wishes.has(key)) localStorage.setItem(key, wishes.get(key));
    else localStorage.removeItem(key);
  }
}

/**
 * Where the part is below the picture: make the picture as high as the part leaves room for, so that both are in view.
 * Where that is too little to show a word, the part scrolls, or the picture is taken off the page: one that does not
 * lead it, or that the card does not step.
 * What is between them is hidden meanwhile.
 */
export function makeRoom({ part, leads, until }) {
  const page = document.documentElement;
  const [picture, partNode] = [PICTURE, part].map((selector) => document.querySelector(selector));
  const isLater = partNode && picture && picture.compareDocumentPosition(partNode) === Node.DOCUMENT_POSITION_FOLLOWING;
  const isShown = isLater && picture.getClientRects().length > 0; // or it is away already, and has no place
  const isBeside = isShown && partNode.getBoundingClientRect().left >= picture.getBoundingClientRect().right;
  if (isNarrow() || !isLater || isBeside) {
    giveBack();
    return;
  }
  const both = Math.floor(window.innerHeight - labelHeight() - 3 * EDGE);
  const room = both - partNode.scrollHeight;
  const isStepped = until !== null && until !== undefined;
  const isKept = isStepped ? leads || room >= LEAST : room >= (leads ? LEAST_STILL : LEAST);
  const size = isKept ? "small" : "away";
  if (page.dataset.guidePicture !== size) page.dataset.guidePicture = size; // what is set again counts as a change
  page.toggleAttribute("data-guide-part", isKept && leads && room < LEAST); // which then scrolls
  page.style.setProperty("--picture-room", `${Math.max(room, LEAST)}px`);
  page.style.setProperty("--part-room", `${both - LEAST}px`);
}

/** How high the label is above the part, in pixels: in a hall it is larger. */
const labelHeight = () => LABEL * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Let the picture be as high as it likes. */
export function giveBack() {
  for (const name of ["data-guide-picture", "data-guide-part"]) document.documentElement.removeAttribute(name);
  for (const name of ["--picture-room", "--part-room"]) document.documentElement.style.removeProperty(name);
}

/** Scroll so that the part is to be seen, from its beginning if it does not fit. card: the element of the card. */
export function showPart({ part, side_bar: isSideBar }, card) {
  const main = document.querySelector("[data-testid=stMain]");
  if (document.documentElement.dataset.guidePicture === "small") {
    const { top } = document.querySelector(PICTURE)?.getBoundingClientRect() ?? { top: EDGE };
    if (Math.abs(top - EDGE) > 2) main?.scrollBy({ top: top - EDGE, behavior: "instant" });
    return;
  }
  const partNode = document.querySelector(part);
  if (!partNode || !main) return;
  if (isSideBar) {
    partNode.querySelector("[data-testid=stSidebarUserContent]")?.scrollIntoView({ block: "start" }); // past the pages
    return;
  }
  const above = isNarrow() ? card : document.querySelector("[data-testid=stHeader]");
  const gap = isNarrow() ? EDGE : labelHeight(); // a narrow window has no label
  const top = Math.max(above?.getBoundingClientRect().bottom ?? 0, 0) + gap;
  const { top: from, bottom: to } = partNode.getBoundingClientRect();
  if (from >= top && to <= window.innerHeight - 12 && !isNarrow()) return; // no gap between a low card and the part
  if (Math.abs(from - top) > 2) main.scrollBy({ top: from - top, behavior: "instant" });
}
