/* The tables below a picture: a row that is pressed leads the picture to its step, or lights up what it is about. */

const PRESSED_ROW = "tr[data-step], tr[data-light]";

/** What a press inside a table asks of the picture, null for a press elsewhere: `step`, or `light`, the symbols. */
export function askedBy(target) {
  const row = target?.closest?.(PRESSED_ROW);
  if (!row) return null;
  const { step, light } = row.dataset;
  return step === undefined ? { light: JSON.parse(light) } : { step: Number(step) };
}

/** Listen for presses until the signal ends. */
export function listenToRows(stepper, signal) {
  document.addEventListener(
    "click",
    ({ target }) => {
      const request = askedBy(target);
      if (request?.light) stepper.picture?.lightUp?.(request.light);
      else if (request) stepper.take(request.step);
    },
    { signal },
  );
}
