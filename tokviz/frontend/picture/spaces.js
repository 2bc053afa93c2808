/* One sign for a space: whatever character stands for it in the tokens of a payload, pictures write ␣. */

export const SPACE_SIGN = "␣";

/** A value of a payload with ␣ in place of the sign, in all of its texts. */
export function withSpaces(value, sign) {
  if (typeof value === "string") return value.replaceAll(sign, SPACE_SIGN);
  if (Array.isArray(value)) return value.map((item) => withSpaces(item, sign));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withSpaces(item, sign)]));
}

/** A payload as it is drawn. `space` of its picture stays the sign of the tokens: what is sent later has it, too. */
export function readPayload(text) {
  const payload = JSON.parse(text);
  const sign = payload.picture?.space;
  if (!sign) return payload;
  const written = withSpaces(payload, sign);
  written.picture.space = sign;
  return written;
}
