/* What components share in dealing with Streamlit. */

/** How often to look again while a report waits for Streamlit to be at rest. */
export const POLL_MS = 30;

/** Whether the page is one of the app; the static site has the same components. */
export function isInApp() {
  return Boolean(document.querySelector("[data-testid=stApp]"));
}

/** Whether Streamlit runs the page, or is about to: a report would be lost now. */
export function isBusy() {
  const state = document.querySelector("[data-testid=stApp]")?.dataset.testScriptState;
  return state === "running" || state === "rerunRequested";
}

/** Time for what a visitor does elsewhere to reach the server: the longest that a widget of Streamlit waits is 200 ms. */
const ELSEWHERE_MS = 300;

/**
 * Sends what a view has to report, and lets nothing else be lost by it. What comes within one moment, Streamlit 1.67 sends
 * as one message for the fragment of the view: a slider that was moved would change nothing outside of it, and a report
 * that meets another page on its way leaves that page blank. So a report waits until Streamlit is at rest and what the
 * visitor does elsewhere has been sent, and a click that meets a report waits until that is gone.
 */
export class Reports {
  timers = {}; // of what waits, by name
  heldUntil = 0;
  isSending = false; // a report is made, and Streamlit has not sent it yet

  /** @param {HTMLElement} root of the view, after whose end nothing is sent */
  constructor(root) {
    this.root = root;
    this.listening = new AbortController();
    const options = { signal: this.listening.signal, capture: true };
    window.addEventListener("click", (event) => this.postpone(event), options);
    for (const type of ["pointerdown", "click", "keydown", "popstate"]) {
      window.addEventListener(type, (event) => this.hold(event), options);
    }
  }

  /** Report after a delay, and not before it is safe. Replaces what was planned under this name. */
  plan(name, delay, report) {
    const again = () => this.plan(name, POLL_MS, report);
    const wait = (ms, then) => {
      clearTimeout(this.timers[name]);
      this.timers[name] = setTimeout(() => (this.isHeld() ? again() : then()), ms);
    };
    // Twice: after a long frame, a widget's message can be due by a timer that is younger than this one.
    wait(delay, () => wait(0, () => this.now(report)));
  }

  /** Report at once. */
  now(report) {
    report();
    this.isSending = true;
    setTimeout(() => {
      this.isSending = false;
    }, 0); // after Streamlit's, which is as short
  }

  isHeld() {
    return isBusy() || performance.now() < this.heldUntil || !this.root.isConnected;
  }

  stop() {
    this.listening.abort();
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
  }

  /** A press or a key elsewhere goes first; keys that nothing has the focus for are those of the picture. */
  hold(event) {
    const path = event.composedPath();
    if (path[0] !== document.body && !path.includes(this.root)) this.heldUntil = performance.now() + ELSEWHERE_MS;
  }

  postpone(event) {
    const path = event.composedPath();
    if (!this.isSending || !event.isTrusted || path.includes(this.root)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    setTimeout(() => path[0].dispatchEvent(new MouseEvent("click", event)), 0);
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
    tellDrawn(parentElement);
    return () => {
      if (call !== entry.calls) return;
      entry.view.unmount();
      mounted.delete(parentElement);
    };
  };
}

/** Say at the element that stands for a component on the page that it has been drawn: what is below it waits for that. */
function tellDrawn(parent) {
  const { host } = parent.getRootNode?.() ?? {};
  if (host) host.dataset.drawn = "";
}
