/**
 * Where the words of a top-down training are: pieces over letters, and below them the substrings that are counted
 * there. Nothing here is drawn.
 *
 * @typedef {import("../../payloads").ThresholdTrial} ThresholdTrial
 */

/** Pieces as ranges of letters. mark: what is before a piece that does not begin the word. */
export function ranges(texts, mark) {
  let at = 0;
  return texts.map((text, place) => {
    const letters = [...(place && mark && text.startsWith(mark) ? text.slice(mark.length) : text)];
    const range = { start: at, end: at + letters.length, letters };
    at = range.end;
    return range;
  });
}

/** Lanes for substrings of one length, so that none lies on another. */
export function lanes(starts, length) {
  const ends = [];
  return starts.map((start) => {
    let lane = ends.findIndex((end) => end <= start);
    if (lane < 0) lane = ends.length;
    ends[lane] = start + length;
    return lane;
  });
}

/**
 * Where a threshold and its bounds lie between the outermost bounds of a search, as shares.
 *
 * @param {Pick<ThresholdTrial, "lower" | "upper" | "threshold">} trial
 * @param {Pick<ThresholdTrial, "lower" | "upper">[]} trials
 */
export function between({ lower, upper, threshold }, trials) {
  const bounds = trials.flatMap((trial) => [trial.lower, trial.upper]);
  const [low, high] = [Math.min(...bounds), Math.max(...bounds)];
  const share = (value) => (high > low ? (value - low) / (high - low) : 0.5);
  return { left: share(Math.min(lower, upper)), right: share(Math.max(lower, upper)), at: share(threshold) };
}
