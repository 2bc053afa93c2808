/*
 * The texts on a page that are fainter than 4.5 to 1 against what lies behind them, whatever their size; those of
 * disabled controls are left out, and icons need 3 to 1. Unlike axe it looks at placeholders, at text drawn as SVG,
 * and where something is drawn with ::before. A text on a canvas it does not see.
 */
(least) => {
  const SKIPPED = "style, script, option, title, desc, template, noscript, canvas *, :disabled, [aria-disabled=true]";
  const TYPED = "input:not([type=range], [type=checkbox], [type=radio], [type=file]), textarea";
  const ICON = "[data-testid=stIconMaterial], [data-testid=stIconEmoji]";

  // A canvas turns any color into bytes.
  const known = new Map();
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  const parse = (color) => {
    if (!known.has(color)) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = color;
      brush.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
      known.set(color, { rgb: [r, g, b], alpha: a / 255 });
    }
    return known.get(color);
  };
  const over = (rgb, alpha, under) => rgb.map((part, i) => part * alpha + under[i] * (1 - alpha));
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((byte) => {
      const part = byte / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };

  const parent = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;
  const upwards = (node) => (node ? [node, ...upwards(parent(node))] : []);
  const covers = (node, x, y) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left <= x && x <= right && top <= y && y <= bottom;
  };

  /** The colors that lie behind a point of an element, the nearest first, down to one that lets nothing through. */
  const behind = (element, x, y) => {
    const found = [];
    const svg = element instanceof SVGElement && element.closest("svg.marks");
    for (const shape of svg ? [...svg.querySelectorAll("path, rect, circle")].reverse() : []) {
      const { fill, fillOpacity, opacity } = getComputedStyle(shape);
      const isBefore = shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (!isBefore || fill === "none" || !covers(shape, x, y)) continue;
      const { rgb, alpha } = parse(fill);
      found.push({ rgb, alpha: alpha * fillOpacity * opacity });
    }
    for (const node of upwards(element)) {
      const ground = parse(getComputedStyle(node).backgroundColor);
      // What is beside its ancestor, as the number above the thumb of a slider, has not got its ground.
      if (ground.alpha && (node === document.body || covers(node, x, y))) found.push(ground);
    }
    return found;
  };

  const faint = [];
  let looked = 0;
  const check = (element, text, style) => {
    const path = upwards(element);
    if (path.some((node) => node.matches(SKIPPED))) return;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
    const { left, top, width, height } = element.getBoundingClientRect();
    const isDrawn = element instanceof SVGElement;
    // What is one pixel small is for screen readers; text with a stroke is the ground for a text upon it.
    if (width < 2 || height < 2 || (isDrawn && style.stroke !== "none")) return;
    looked += 1;
    const shades = behind(element, left + width / 2, top + height / 2).reverse();
    const ground = shades.reduce((under, { rgb, alpha }) => over(rgb, alpha, under), [255, 255, 255]);
    const opacity = path.reduce((product, node) => product * getComputedStyle(node).opacity, 1);
    const { rgb, alpha } = parse(isDrawn ? style.fill : style.color);
    const ratio = contrast(over(rgb, alpha * opacity * (isDrawn ? style.fillOpacity : 1), ground), ground);
    if (ratio >= (element.matches(ICON) ? 3 : least)) return;
    const where = path.map((node) => node.dataset.testid ?? node.className).filter((name) => name && name.trim?.());
    faint.push(`${ratio.toFixed(2)} "${text.slice(0, 40)}" in ${where.slice(0, 4).join(" < ")}`);
  };
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) look(element.shadowRoot);
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = own.map((node) => node.data).join("").trim() || (element.matches(TYPED) ? element.value : "");
      if (text) check(element, text, getComputedStyle(element));
      else if (element.placeholder) check(element, element.placeholder, getComputedStyle(element, "::placeholder"));
    }
  };
  look(document);
  return { looked, faint };
}
