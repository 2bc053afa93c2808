/**
 * All that Streamlit is told of a component: where its script and its style are. They are beside Streamlit's own
 * scripts, wherever the app is served. A server that is being restarted is asked again.
 */

const TRIES = 8;

/** @param {string} name */
const at = (name) => {
  const own = /** @type {HTMLScriptElement} */ (document.querySelector("script[src*='static/js/']"));
  return new URL(`../../parts/${name}`, own.src).href;
};

/**
 * @template T
 * @param {(mark: string) => Promise<T>} ask  what fails is asked with another mark: a browser remembers failed imports
 * @returns {Promise<T>}
 */
const patiently = async (ask, tries = 1) => {
  try {
    return await ask(tries > 1 ? `?${tries}` : "");
  } catch (error) {
    if (tries === TRIES) throw error;
    await new Promise((done) => setTimeout(done, 250 * tries));
    return patiently(ask, tries + 1);
  }
};

/** @param {string} mark */
const fetched = async (mark) => {
  const answer = await fetch(at("STYLE") + mark);
  if (!answer.ok) throw new Error(`STYLE: ${answer.status}`);
  return answer.text();
};

const [script, style] = await Promise.all([patiently((mark) => import(at("SCRIPT") + mark)), patiently(fetched)]);
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);

/** @param {{parentElement: HTMLElement | ShadowRoot}} sent */
const mount = (sent) => {
  const root = /** @type {Document | ShadowRoot} */ (sent.parentElement.getRootNode());
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  return script.default(sent);
};

export default mount;
