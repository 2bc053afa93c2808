/* For pages without Streamlit: what a component is in there. */

import { element } from "./elements.js";

/** A shadow root with the style sheet at an address; it is ready once that is there. */
export function styledRoot(host, address) {
  const root = host.attachShadow({ mode: "open" });
  const link = element("link", { rel: "stylesheet", href: address });
  const ready = new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
  });
  root.append(link);
  return { root, ready };
}
