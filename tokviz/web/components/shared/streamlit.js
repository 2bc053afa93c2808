/* What components share in dealing with Streamlit. */

/** How often to look again while a report waits for Streamlit to be at rest. */
export const POLL_MS = 30;

/** Whether Streamlit runs the page, or is about to: a report would be lost now. */
export function isBusy() {
  const state = document.querySelector("[data-testid=stApp]")?.dataset.testScriptState;
  return state === "running" || state === "rerunRequested";
}

/** Sends the newest of what there is to report, and not before Streamlit is at rest, when it would be lost. */
export class Reports {
  /** @param {HTMLElement} root of the view, after whose end nothing is sent */
  constructor(root) {
    this.root = root;
  }

  /** @param {() => void} report */
  send(report) {
    clearTimeout(this.waiting);
    if (isBusy()) this.waiting = setTimeout(() => this.send(report), POLL_MS);
    else if (this.root.isConnected) report();
  }

  stop() {
    clearTimeout(this.waiting);
  }
}

/**
 * What Streamlit calls to mount a component and to update it: makes a View where none is mounted yet, and hands it what
 * was sent. Streamlit calls again when the data or the theme changes, and may then run the clean-up of a call that was
 * overtaken, although the component is still mounted: only that of the newest call counts.
 */
export function mounting(View) {
  const mounted = new WeakMap(); // where it is mounted -> the view, and the number of calls
  return ({ parentElement, ...sent }) => {
    if (!mounted.has(parentElement)) mounted.set(parentElement, { view: new View(parentElement), calls: 0 });
    const entry = mounted.get(parentElement);
    entry.calls += 1;
    const call = entry.calls;
    entry.view.update(sent);
    return () => {
      if (call !== entry.calls) return;
      entry.view.unmount();
      mounted.delete(parentElement);
    };
  };
}
