/* For the type checker: what is looked up in the page is of our own making, or Streamlit's, and always HTML. */

interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
