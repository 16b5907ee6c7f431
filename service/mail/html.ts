/** Writing HTML that mail programs show: everything escaped, every style inline. */
import { escapeHtml } from "../endpoint/escape-html.ts"

/** HTML that is ready to be shown. */
export type Html = string

/** Values by their names; what is undefined is left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** Inline styles. */
export const styles = (rules: Attributes): string =>
  Object.entries(rules)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
    .join(";")

/** An element. */
export const element = (name: string, attributes: Attributes, ...content: ReadonlyArray<Html>): Html =>
  `${openTag(name, attributes)}${content.join("")}</${name}>`

/** An element without content. */
export const openTag = (name: string, attributes: Attributes): Html =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? "" : ` ${key}="${escapeHtml(String(value))}"`))
    .join("")}>`

/** A table that only arranges: the one layout that every mail program shows alike. */
export const table = (attributes: Attributes, ...rows: ReadonlyArray<Html>): Html =>
  element("table", { role: "presentation", cellpadding: 0, cellspacing: 0, border: 0, ...attributes }, ...rows)

/** A row with one cell. */
export const row = (attributes: Attributes, ...content: ReadonlyArray<Html>): Html =>
  element("tr", {}, element("td", attributes, ...content))
