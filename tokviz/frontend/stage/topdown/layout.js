/**
 * Where the words of a top-down training stand: pieces over letters, and below them the substrings that are counted
 * there. Nothing here is drawn.
 *
 * @typedef {[number, number, number]} Cast   where it begins in the word, its token, the token that took it or -1
 */

/** Pieces as ranges of letters. mark: what stands before a piece that does not begin the word. */
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

/** Where a threshold and its bounds lie between the outermost bounds of a search, as shares. */
export function between(trial, trials) {
  const bounds = trials.flatMap((one) => one.slice(0, 2));
  const [low, high] = [Math.min(...bounds), Math.max(...bounds)];
  const share = (value) => (high > low ? (value - low) / (high - low) : 0.5);
  const [lower, upper, threshold] = trial;
  return { left: share(Math.min(lower, upper)), right: share(Math.max(lower, upper)), at: share(threshold) };
}
