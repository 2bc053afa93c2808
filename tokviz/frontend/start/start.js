/**
 * The upper half of the start page: the first merges to watch, a sentence that is cut while it is typed, a link to the
 * algorithms side by side, and the field for the visitor's own text. The server is asked nothing but to take a text that is too long for a link, and everything
 * is written as text, never as HTML. The start page of the static site has the same.
 *
 * @typedef {object} Payload
 * @property {import("./watching.js").Watched} watch
 * @property {import("./typing.js").Typed} type
 * @property {{ href: string, label: string }} compare    where algorithms are side by side
 * @property {import("./own_text.js").Own | null} own    null where no page takes a text
 * @property {string} lang
 */

import { drawn, element } from "../shared/elements.js";
import { followLinks } from "../shared/navigation.js";
import { mounting } from "../shared/streamlit.js";
import { OwnText } from "./own_text.js";
import { TypedText } from "./typing.js";
import { FirstMerges } from "./watching.js";

const ICON_OF_THREE =
  "M3.500 15V4.500M1.500 7l2-2.500 2 2.500M9 15V4.500M7 7l2-2.500 2 2.500M14.500 3v10.500M12.500 11l2 2.500 2-2.500"; // two up, one down

class Hero {
  /** @type {string | undefined} */
  sent = undefined;

  constructor(/** @type {HTMLElement} */ parent) {
    this.watching = new FirstMerges();
    this.typing = new TypedText();
    this.own = new OwnText();
    this.compare = element("a", { class: "side-by-side panel", "data-focus": "" });
    const lead = element("div", { class: "lead" }, this.watching.root, this.typing.root);
    const more = element("div", { class: "more" }, this.compare, this.own.root);
    this.root = element("div", { class: "hero", "data-testid": "hero" }, lead, more);
    this.listening = new AbortController();
    followLinks(this.root, this.listening.signal);
    parent.append(this.root);
  }

  update({ data, setTriggerValue }) {
    this.own.report = (text) => setTriggerValue("own", text);
    if (data.payload === this.sent) return;
    this.sent = data.payload;
    /** @type {Payload} */
    const { watch, type, compare, own, lang } = JSON.parse(data.payload);
    this.root.lang = lang;
    this.watching.update(watch);
    this.typing.update(type, lang);
    const icon = drawn("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, drawn("path", { d: ICON_OF_THREE }));
    this.compare.replaceChildren(icon, element("span", {}, compare.label), " →");
    this.compare.href = compare.href;
    this.own.root.hidden = !own;
    if (own) this.own.update(own);
  }

  unmount() {
    this.listening.abort();
    this.watching.stop();
    this.root.remove();
  }
}

const mountHero = mounting(Hero);

export default mountHero;
