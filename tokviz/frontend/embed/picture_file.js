/**
 * Picture files: JSON that `tokviz export` writes, with the payloads of one picture in each of its languages.
 *
 * @typedef {object} PictureFile
 * @property {string} format
 * @property {number} step     at which the picture opens
 * @property {Record<string, { title: string, parts: import("../picture/picture.js").Payload[] }>} languages
 */

export const FORMAT = "tokviz-picture/1";
const SUBTAG = /[-_]/u;

/** Raise an error for what is no picture file of this version. @returns {PictureFile} */
export function checked(file) {
  if (file?.format !== FORMAT || !Object.keys(file.languages ?? {}).length) throw new TypeError(FORMAT);
  return file;
}

/** The language of a file that is nearest to the one asked for: zh for zh-CN, else the first. */
export function languageOf(languages, asked) {
  const codes = Object.keys(languages);
  const [short] = (asked ?? "").toLowerCase().split(SUBTAG);
  return codes.find((code) => code === asked) ?? codes.find((code) => code === short) ?? codes[0];
}

/** The step to open at: the one asked for, if it is one, else that of the file. */
export function openingStep(asked, file) {
  const step = asked === null || asked === undefined || asked === "" ? Number.NaN : Number(asked);
  return Number.isInteger(step) && step >= 0 ? step : (file.step ?? 0);
}
