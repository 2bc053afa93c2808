/**
 * The picture as one module for every page that is not ours. It has the contract of anywidget, so that notebooks and
 * MyST show it, and defines an element for all other pages; `tokviz.features.embed` writes both, with the sheet and the
 * texts as the last line.
 *
 * A model has `picture` (a picture file) or `src` (the address of one), `step`, `lang`, `scheme`, and `more`: parts of
 * the same trace that a kernel sends later. Models of pages without a kernel can do less; what is missing is not used.
 *
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} [set]
 * @property {(name: string, act: () => void) => void} [on]
 * @property {(name: string, act: () => void) => void} [off]
 * @property {() => void} [save_changes]
 *
 * @typedef {object} Made
 * @property {string} sheet
 * @property {Record<string, string>} missing    language -> what is said where there is no picture
 * @property {import("./picture_file.js").PictureFile | null} picture    the one that the module was written with
 */

import { element } from "../shared/elements.js";
import { defineElement } from "./element.js";
import { HostedPicture } from "./hosted.js";
import { checked, languageOf, openingStep } from "./picture_file.js";

/** The picture that a model asks for. @returns {Promise<import("./picture_file.js").PictureFile>} */
async function fileOf(model, own) {
  const src = model.get("src");
  const file = model.get("picture") ?? (src ? await (await fetch(src)).json() : own);
  return checked(file);
}

class Mounted {
  turns = 0; // only what was asked for last is shown

  /**
   * @param {Model} model
   * @param {HTMLElement} host
   * @param {CSSStyleSheet} sheet
   * @param {Made} made
   */
  constructor(model, host, sheet, made) {
    this.model = model;
    this.made = made;
    this.hosted = new HostedPicture(host, sheet);
    this.hosted.heard = (step) => this.tell(step);
    const again = () => this.show();
    this.acts = {
      "change:picture": again,
      "change:src": again,
      "change:lang": () => this.file && this.take(this.file, this.step),
      "change:more": () => this.extend(),
      "change:step": () => this.hosted.go(openingStep(this.model.get("step"), this.file)),
      "change:scheme": () => this.hosted.takeScheme(this.model.get("scheme") || undefined),
    };
    for (const [name, act] of Object.entries(this.acts)) model.on?.(name, act);
    this.acts["change:scheme"]();
    this.show();
  }

  get step() {
    return this.hosted.player?.step;
  }

  async show() {
    this.turns += 1;
    const turn = this.turns;
    try {
      const file = await fileOf(this.model, this.made.picture);
      if (turn === this.turns) this.take(file);
    } catch {
      const { missing } = this.made;
      if (turn === this.turns) this.hosted.tell(missing[languageOf(missing, this.model.get("lang"))]);
    }
  }

  take(file, step = openingStep(this.model.get("step"), file)) {
    this.file = file;
    this.hosted.show(this.parts, step);
  }

  get parts() {
    const { languages } = this.file;
    const { parts } = languages[languageOf(languages, this.model.get("lang"))];
    return [...parts, ...(this.model.get("more") ?? [])];
  }

  extend() {
    if (this.file) this.hosted.extend(this.parts);
  }

  /** Have the model know the step. A page without a kernel has none that could be told. */
  tell(step) {
    if (this.model.get("step") === step) return;
    this.model.set?.("step", step);
    try {
      this.model.save_changes?.();
    } catch {
      // MyST has no kernel to save to.
    }
  }

  end() {
    this.turns += 1;
    for (const [name, act] of Object.entries(this.acts)) {
      try {
        this.model.off?.(name, act);
      } catch {
        // Nor does it let go of a listener.
      }
    }
    this.hosted.end();
  }
}

/** The widget. @param {Made} made */
export function embedding(made) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(made.sheet);
  const mount = (model, host) => new Mounted(model, host, sheet, made);
  defineElement(mount);
  return {
    render({ model, el }) {
      const host = element("div", { class: "tokviz-picture" });
      el.append(host);
      const mounted = mount(model, host);
      return () => {
        mounted.end();
        host.remove();
      };
    },
  };
}
