/** Texts with placeholders for values: a template cannot be shown before its values are in. */
import { Fragment, type ReactElement, type ReactNode, createElement } from "react"

declare const placeholders: unique symbol

/** A text with placeholders, each named: `{count}`. It is a string, but no type lets it pass for one. */
export interface Template<Name extends string> {
  readonly [placeholders]: (placeholder: Name) => void
}

/** The names of the placeholders in a text. */
export type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never

/** What a text is to the screens: a string, or a template if it has placeholders. */
export type Message<Text extends string> = [PlaceholdersOf<Text>] extends [never]
  ? string
  : Template<PlaceholdersOf<Text>>

/** A text in the forms that a language has for numbers, by the categories of `Intl.PluralRules`. `{count}` chooses. */
export type PluralForms = { readonly [Category in Intl.LDMLPluralRule]?: string | undefined } & {
  readonly other: string
}

/** Forms, and what chooses among them. */
export class Counted {
  readonly forms: PluralForms
  readonly rules: Intl.PluralRules

  constructor(forms: PluralForms, tag: string) {
    this.forms = forms
    this.rules = new Intl.PluralRules(tag)
  }

  of(count: unknown): string {
    return this.forms[this.rules.select(Number(count))] ?? this.forms.other
  }
}

const placeholder = /\{(\w+)\}/

/**
 * A name as it may stand within a line: without the characters that turn the direction of all that follows them (Unicode
 * Standard Annex 9, section 2). Whoever chose the name would else choose how the rest of the line reads.
 */
export const inLine = (name: string): string => name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")

/**
 * The text with its values in placeholder.
 *
 * @example format(messages.passwordTooShort, { count: 8 })
 */
export const format = <Name extends string>(
  template: Template<Name>,
  values: { readonly [P in Name]: string | number }
): string => fill(template, values).join("")

/**
 * The same for values that are more than text.
 *
 * @example formatNodes(messages.codeSentTo, { email: <strong>{email}</strong> })
 */
export const formatNodes = <Name extends string>(
  template: Template<Name>,
  values: { readonly [P in Name]: ReactNode }
): ReactElement => createElement(Fragment, null, ...fill<ReactNode>(template, values))

/** The pieces of a text, where every second one is the name of a placeholder. A placeholder that nobody fills stays as written. */
const fill = <Value>(template: Template<never>, values: Readonly<Record<string, Value>>): Array<Value | string> =>
  // The one way from a template to its text. A text without a placeholder, as a translation may have, is shown as it is.
  (template instanceof Counted ? template.of(values["count"]) : String(template))
    .split(placeholder)
    .map((piece, index) => {
      if (index % 2 === 0) return piece
      const value = Object.hasOwn(values, piece) ? values[piece] : undefined
      return value === undefined ? `{${piece}}` : typeof value === "string" ? inLine(value) : value
    })
