/** HTML in which no text can become markup. */

/** Text that is markup already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | Html | ReadonlyArray<Html> | null | false

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "")

const print = (value: Value): string => {
  if (value === null || value === false) return ""
  if (value instanceof Html) return value.text
  return typeof value === "string" ? escape(value) : value.map(({ text }) => text).join("")
}

/** Texts are escaped, markup stays, `null` and `false` leave nothing. Attributes have to stand in quotes. */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Value>): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(print)))
