/*
 * The menu in the side bar, for screen readers. Streamlit draws a list whose sections are no items of it, and whose items
 * are not directly in it, which is no list at all. It becomes groups of links, each named by its heading. Streamlit may
 * draw the menu again at any time, so this looks on for as long as the page is there.
 */

const LIST = "[data-testid=stSidebarNavItems]";
const UNTOLD = [LIST, `${LIST} > div`, `${LIST} li`].map((part) => `${part}:not([role])`).join();

/** Begin to look. */
export function watchMenu() {
  new MutationObserver(tellMenu).observe(document.documentElement, { childList: true, subtree: true });
}

function tellMenu() {
  for (const part of document.querySelectorAll(UNTOLD)) {
    const heading = part.querySelector(":scope > header span");
    part.setAttribute("role", heading ? "group" : "none");
    if (!heading) continue;
    heading.id = `menu-group-${[...(part.parentElement?.children ?? [])].indexOf(part)}`;
    part.setAttribute("aria-labelledby", heading.id);
  }
}
