/* Sentences of the catalog, with their fields filled in. */

const PLACES = /\{(\w+)\}/gu;

/** A template with its {fields} filled in. */
export function fill(template, values) {
  return template.replace(PLACES, (whole, name) => values[name] ?? whole);
}

/**
 * The template for so many things: a language may have one for one, a few or many of them (the categories of CLDR), under
 * the name with `.one`, `.few` or `.many`.
 *
 * @param {Record<string, string>} labels
 * @param {string} name
 * @param {number} number
 * @param {string} lang
 */
export function countedTemplate(labels, name, number, lang) {
  return labels[`${name}.${new Intl.PluralRules(lang).select(number)}`] ?? labels[name];
}

/** The same as text and elements, in order; a value that is a list is taken as it is. */
export function filled(template, values) {
  return template.split(PLACES).flatMap((part, place) => {
    if (place % 2 === 0) return part ? [part] : [];
    const value = values[part];
    return Array.isArray(value) ? value : [String(value)];
  });
}
