/** Writing HTML that mail programs show: everything escaped, every style inline. */

/** HTML that is ready to be shown. */
export type Html = string

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }

/** Text as HTML, inside of elements and of quoted attributes. */
export const escapeHtml = (text: string): Html => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Inline styles; what is undefined is left out. */
export const styles = (rules: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(rules).flatMap(([name, value]) => value === undefined ? [] : [`${name}:${value}`]).join(";")

/** An element. Attributes that are undefined are left out. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...content: ReadonlyArray<Html>
): Html => `${openTag(name, attributes)}${content.join("")}</${name}>`

/** An element without content. */
export const openTag = (name: string, attributes: Readonly<Record<string, string | number | undefined>>): Html =>
  `<${name}${
    Object.entries(attributes)
      .map(([key, value]) => value === undefined ? "" : ` ${key}="${escapeHtml(String(value))}"`)
      .join("")
  }>`

/** A table that only arranges: the one layout that every mail program shows alike. */
export const table = (attributes: Readonly<Record<string, string | number | undefined>>, ...rows: ReadonlyArray<Html>): Html =>
  element("table", { role: "presentation", cellpadding: 0, cellspacing: 0, border: 0, ...attributes }, ...rows)

/** A row with one cell. */
export const row = (attributes: Readonly<Record<string, string | number | undefined>>, ...content: ReadonlyArray<Html>): Html =>
  element("tr", {}, element("td", attributes, ...content))
