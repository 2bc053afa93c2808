/*
 * What has the focus, in the page or in the shadow root of a component, and what shows that it has it. `remember` keeps
 * what has it; `unmarked` and `forgotten` tell afterwards what did not show it, and what was never reached.
 */
(() => {
  const CAN = "a[href], button, input, select, textarea, summary, canvas[tabindex], [tabindex]";
  const GROUP = "[data-testid=stButtonGroup], fieldset:has(> label > input[type=radio])";
  // What shows the focus, on the element or on what Streamlit has wrapped around it.
  const RING = ["outlineStyle", "outlineWidth", "outlineColor", "boxShadow", "borderColor"];
  const parent = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const around = (node, steps) => (node && steps ? [node, ...around(parent(node), steps - 1)] : []);
  const look = (element) =>
    [...around(element, 8), ...element.children]
      .map((node) => getComputedStyle(node))
      .map((style) => RING.map((name) => (style.outlineStyle === "none" && name.startsWith("outline") ? "" : style[name])))
      .join();
  const name = (element) => {
    const label = element.ariaLabel || element.labels?.[0]?.innerText || element.innerText || element.title || "";
    const where = around(element, 9).map((node) => node.dataset?.testid).find(Boolean) ?? "";
    return `${element.tagName.toLowerCase()} "${label.trim().replace(/\s+/g, " ").slice(0, 40)}" in ${where}`;
  };
  const everywhere = (root) =>
    [...root.querySelectorAll("*")].flatMap((node) => [node, ...(node.shadowRoot ? everywhere(node.shadowRoot) : [])]);
  const drawn = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))));
  const canBeWorked = (node) =>
    node.matches(CAN) && node.tabIndex >= 0 && !node.matches(":disabled") && node.getClientRects().length > 0;
  const stops = new Map();
  const without = new Map(); // what had not got the focus when it was listed -> how it looked
  const PATIENCE = 5_000; // ms that a busy page may take to show the focus, or to stop showing it
  const MAIN = "main"; // the place that the page scrolls in, which shows nothing
  /** Wait, while the page draws, until something is so, or patience is at its end. */
  const until = async (isSo) => {
    for (const start = performance.now(); !isSo() && performance.now() - start < PATIENCE; ) await drawn();
  };

  window.keys = {
    active() {
      let found = document.activeElement;
      while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
      // A table is a canvas; what is read out of it is inside, cell for cell.
      return found === document.body ? null : (found?.closest("canvas") ?? found);
    },
    /** Keep what has the focus now; returns its name, null for nothing, "again" if it had the focus before. */
    async remember() {
      await drawn();
      const found = this.active();
      if (!found) return null;
      if (stops.has(found)) return "again";
      if (!found.matches(MAIN)) await until(() => look(found) !== without.get(found));
      const isSeen = found.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      stops.set(found, isSeen ? look(found) : null);
      return name(found);
    },
    /** Those that could not be seen with the focus, or look the same without it. Nothing may have it now. */
    async unmarked() {
      await drawn();
      const same = (stop) => stop.isConnected && (stops.get(stop) === null || look(stop) === stops.get(stop));
      await until(() => ![...stops.keys()].some((stop) => !stop.matches(MAIN) && same(stop)));
      return [...stops.keys()].filter(same).map(name);
    },
    /** Everything that can be worked, wherever it is scrolled to. */
    all() {
      const found = everywhere(document)
        .filter(canBeWorked)
        .filter((node) => node.checkVisibility({ visibilityProperty: true }));
      for (const node of found) without.set(node, look(node));
      return found;
    },
    /**
     * Those of `all` that never had the focus. Of buttons that the arrow keys move between, one is enough. A panel of
     * tabs can have the focus itself only until something inside it can: what could not be worked any more is left out.
     */
    forgotten(all) {
      const groups = [...stops.keys()].map((stop) => stop.closest(GROUP)).filter(Boolean);
      const missing = all
        .filter(canBeWorked)
        .filter((node) => !stops.has(node) && !groups.includes(node.closest(GROUP)));
      return missing.map(name);
    },
  };
})();
