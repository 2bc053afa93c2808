/*
 * <tokviz-picture src="low.json" step="3" lang="en">, for pages that are written by hand or by any generator. It is a
 * model as notebooks have one, which is made of the element's attributes. Without `src` it shows the JSON in a script
 * inside of it, or else the picture that the module was written with.
 *
 * Its property `step` is the step that is shown; `tokviz-step` is the event of another one.
 */

const ELEMENT = "tokviz-picture";
const INSIDE = "script[type='application/json']";

class Attributes extends EventTarget {
  /** @param {HTMLElement} node */
  constructor(node) {
    super();
    this.node = node;
  }

  get(name) {
    const { node } = this;
    if (name === "lang") return /** @type {HTMLElement} */ (node.closest("[lang]"))?.lang;
    if (name === "picture") return node.hasAttribute("src") ? undefined : this.written;
    if (name === "src") return node.hasAttribute("src") ? new URL(node.getAttribute("src"), document.baseURI).href : "";
    return node.getAttribute(name) ?? undefined;
  }

  /** The data inside of the element. */
  get written() {
    const text = this.node.querySelector(INSIDE)?.textContent;
    return text ? JSON.parse(text) : undefined;
  }

  set(name, value) {
    if (name !== "step") return;
    this.node.dispatchEvent(new CustomEvent("tokviz-step", { bubbles: true, composed: true, detail: { step: value } }));
  }

  save_changes() {
    // The attributes are the author's.
  }

  on(name, act) {
    this.addEventListener(name, act);
  }

  off(name, act) {
    this.removeEventListener(name, act);
  }
}

/** Have the page know the element, unless a module like this one came first. mount: the model and the host -> its end. */
export function defineElement(mount) {
  if (!globalThis.customElements || customElements.get(ELEMENT)) return;
  customElements.define(
    ELEMENT,
    class extends HTMLElement {
      static observedAttributes = ["src", "step", "lang", "scheme"];

      connectedCallback() {
        // What is inside of an element that is still being read comes later.
        if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => this.mount());
        else this.mount();
      }

      disconnectedCallback() {
        this.mounted?.end();
        this.mounted = null;
      }

      attributeChangedCallback(name) {
        this.model?.dispatchEvent(new Event(`change:${name}`));
      }

      get step() {
        return this.mounted?.step ?? Number(this.getAttribute("step") ?? 0);
      }

      set step(step) {
        this.setAttribute("step", String(step));
      }

      mount() {
        if (!this.isConnected || this.mounted) return;
        this.model = new Attributes(this);
        this.mounted = mount(this.model, this);
      }
    },
  );
}
