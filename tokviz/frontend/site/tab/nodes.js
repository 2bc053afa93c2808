/* The elements that the page has from the start, by their ids. */

/** @returns {any} */
export const byId = (id) => document.getElementById(id);
