/* Parts of a page that Streamlit has sent and the browser has not drawn yet: they will take more room. */

export const UNDRAWN = [
  "[data-testid=stSkeleton]",
  "[data-testid=stBidiComponentIsolated]:not([data-drawn])",
  "[data-testid=stVegaLiteChart]:not(:has(canvas, svg))",
  "[data-testid=stDataFrame]:not(:has(canvas))",
].join();
