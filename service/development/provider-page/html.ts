/** Builds HTML in which text cannot become markup. */
import { escapeHtml } from "../../response/escape-html.ts"

/** Text that is markup. */
export class PageHtml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | PageHtml | ReadonlyArray<PageHtml> | null | false

const print = (value: Value): string => {
  if (value === null || value === false) return ""
  if (value instanceof PageHtml) return value.text
  return typeof value === "string" ? escapeHtml(value) : value.map(({ text }) => text).join("")
}

/** Escapes texts, keeps markup, and omits `null` and `false`. Attribute values must be quoted. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Value>): PageHtml =>
  new PageHtml(String.raw({ raw: strings }, ...values.map(print)))
