/**
 * What the tab does for a visit: keeps what is in no address, gives it back to a session that knows nothing of it, and says
 * when the server is away.
 *
 * @typedef {object} Payload
 * @property {string} session    of the server; another one knows nothing of the visit
 * @property {boolean} isAsked   whether the page misses something
 * @property {boolean} isHeard   whether this session has been told what is kept
 * @property {string} field      the selector of the field that takes files back; empty while there is none
 * @property {string[]} wanted   the ids of the files that it takes: the server lacks them
 * @property {import("./kept_visit.js").Entry[]} kept    what there is now
 * @property {{lost: string, stepping: string}} labels
 * @property {string} lang
 */

import { visitStore } from "../shared/browser_store.js";
import { mounting, POLL_MS, Reports } from "../shared/streamlit.js";
import { Connection } from "./connection.js";
import { contentsOf } from "./kept_contents.js";
import { KeptVisit } from "./kept_visit.js";

const LONGEST_MS = 60_000; // until files that don't arrive are given up

// Of the page, which outlasts the component.
const store = /** @type {import("./kept_contents.js").Store | null} */ (visitStore());
const visit = new KeptVisit(store, contentsOf(store));
let told = ""; // the session that was told what is kept
/** @type {Promise<import("./kept_visit.js").Found> | null} */
let found = null;

/** Notes what visitors choose or drop anywhere on the page, before Streamlit's fields see it. */
const noting = (event) => {
  const { target } = event;
  const isField = target instanceof HTMLInputElement && target.type === "file";
  visit.note((event.dataTransfer ?? (isField ? target : null))?.files ?? []);
};
for (const type of ["change", "drop"]) window.addEventListener(type, noting, { capture: true });

class Visit {
  constructor(parent) {
    this.root = parent;
    this.reports = new Reports(parent.getRootNode().host ?? parent);
    this.connection = new Connection();
    this.filled = "";
  }

  /** @param {{ data: Payload, setTriggerValue: (name: string, value: unknown) => void }} sent */
  update({ data, setTriggerValue }) {
    this.data = data;
    this.report = setTriggerValue;
    this.connection.update(data.labels, data.lang);
    const { session, isAsked, isHeard, kept, field } = data;
    const isNew = told !== session;
    if (isNew) found = null;
    if (!isHeard && !found && ((isNew && visit.list.length) || isAsked)) this.giveBack(isNew);
    told = session;
    if (found && !isHeard) {
      if (field && this.filled !== session) {
        this.filled = session;
        this.fill(field);
      }
      return; // what is kept is not here yet
    }
    found = null;
    visit.keep(kept);
  }

  /** Tell a session what is kept. isNew: or it is all here, and was put there by this session. */
  async giveBack(isNew) {
    found = isNew ? visit.found() : Promise.resolve({ texts: {}, files: [], places: [], lost: [] });
    const { texts, places, lost } = await found;
    this.reports.plan("found", 0, () => this.report("found", { texts, files: places, lost }));
  }

  /** Put the files into the field, as if they were chosen there. */
  async fill(selector) {
    const { files, places } = (await found) ?? { files: [], places: [] };
    const wanted = files.filter((_, at) => this.data.wanted.includes(places[at][3]));
    const since = performance.now();
    const put = () => {
      const input = document.querySelector(`${selector} input[type=file]`);
      if (!(input instanceof HTMLInputElement)) return false;
      const transfer = new DataTransfer();
      for (const file of wanted) transfer.items.add(file);
      input.files = transfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
      return true;
    };
    let isPut = false;
    this.filling = setInterval(() => {
      if (!isPut) isPut = put();
      const chips = [...document.querySelectorAll(`${selector} [data-testid=stFileChip]`)];
      const isRefused = chips.length > 0 && chips.every((chip) => chip.matches("[aria-invalid=true]"));
      const isOver = isRefused || performance.now() - since > LONGEST_MS;
      if (!isOver && !this.data.isHeard) return;
      clearInterval(this.filling);
      if (!this.data.isHeard) this.reports.plan("failed", 0, () => this.report("failed", true));
    }, POLL_MS);
  }

  unmount() {
    clearInterval(this.filling);
    this.reports.stop();
    this.connection.end();
  }
}

export default mounting(Visit);
