/** Texts with placeholders. A template has to be formatted before it can be rendered. */
import { Fragment, type ReactElement, type ReactNode, createElement } from "react"

declare const placeholders: unique symbol

/** A text with named placeholders, e.g. `{count}`. A string at run time, but not assignable to `string`. */
export interface Template<Name extends string> {
  /** The names of the placeholders, for the compiler only. */
  readonly [placeholders]: (placeholder: Name) => void
}

/** Names of the placeholders in a text. */
export type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never

/** A string, or a template if the text has placeholders. */
export type MessageText<Text extends string> = [PlaceholdersOf<Text>] extends [never]
  ? string
  : Template<PlaceholdersOf<Text>>

/** Plural forms of a text, by the categories of `Intl.PluralRules` for `{count}`. */
export type PluralForms = { readonly [Category in Intl.LDMLPluralRule]?: string | undefined } & {
  readonly other: string
}

/** Plural forms with the rules that select one. */
export class PluralTemplate {
  readonly forms: PluralForms
  readonly rules: Intl.PluralRules
  /** Formats numbers in the digits of the language. */
  readonly numbers: Intl.NumberFormat

  constructor(forms: PluralForms, tag: string) {
    this.forms = forms
    this.rules = new Intl.PluralRules(tag)
    this.numbers = new Intl.NumberFormat(tag)
  }

  of(count: unknown): string {
    return this.forms[this.rules.select(Number(count))] ?? this.forms.other
  }
}

const placeholder = /\{(\w+)\}/

/**
 * Removes the characters of a name that change the text direction of what follows (Unicode Standard Annex 9, section
 * 2). Users choose names, and must not change how the rest of a line reads.
 */
export const inLine = (name: string): string => name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")

/**
 * Returns the text with its placeholders replaced by values.
 *
 * @example format(messages.passwordTooShort, { count: 8 })
 */
export const format = <Name extends string>(
  template: Template<Name>,
  values: { readonly [P in Name]: string | number }
): string => fill(template, values).join("")

/**
 * Same as `format`, for values that are React nodes.
 *
 * @example formatNodes(messages.codeSentTo, { email: <strong>{email}</strong> })
 */
export const formatNodes = <Name extends string>(
  template: Template<Name>,
  values: { readonly [P in Name]: ReactNode }
): ReactElement => createElement(Fragment, null, ...fill<ReactNode>(template, values))

/** Returns the pieces of a text with the values between them. A placeholder without a value stays. */
const fill = <Value>(template: Template<never>, values: Readonly<Record<string, Value>>): Array<Value | string> =>
  // A translation may omit the placeholder.
  (template instanceof PluralTemplate ? template.of(values["count"]) : String(template))
    .split(placeholder)
    .map((piece, index) => {
      if (index % 2 === 0) return piece
      const value = Object.hasOwn(values, piece) ? values[piece] : undefined
      if (value === undefined) return `{${piece}}`
      if (typeof value === "number" && template instanceof PluralTemplate) return template.numbers.format(value)
      return typeof value === "string" ? inLine(value) : value
    })
