/** Builds HTML for mail programs: everything is escaped, and every style is inline. */
import { escapeHtml } from "../response/escape-html.ts"

/** Escaped HTML. */
export type MailHtml = string

/** Values by their names. Undefined ones are omitted. */
type Attributes = Readonly<Record<string, string | number | undefined>>

/** Returns inline styles. */
export const styles = (rules: Attributes): string =>
  Object.entries(rules)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
    .join(";")

/** Returns an element. */
export const element = (name: string, attributes: Attributes, ...content: ReadonlyArray<MailHtml>): MailHtml =>
  `${openTag(name, attributes)}${content.join("")}</${name}>`

/** Returns an element without content. */
export const openTag = (name: string, attributes: Attributes): MailHtml =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? "" : ` ${key}="${escapeHtml(String(value))}"`))
    .join("")}>`

/** Returns a layout table, the only layout that every mail program supports. */
export const table = (attributes: Attributes, ...rows: ReadonlyArray<MailHtml>): MailHtml =>
  element("table", { role: "presentation", cellpadding: 0, cellspacing: 0, border: 0, ...attributes }, ...rows)

/** Returns a row with one cell. */
export const row = (attributes: Attributes, ...content: ReadonlyArray<MailHtml>): MailHtml =>
  element("tr", {}, element("td", attributes, ...content))
