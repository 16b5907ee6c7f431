/** What the parts inside one form have in common. */
import { type ComponentProps, createContext, useContext } from "react"
import type { Waiting } from "../../core/http/retry.ts"

export type FieldName = "email" | "password" | "repeat" | "code"

/** What an input is given; everything else about it is the application's. */
export type InputProps = ComponentProps<"input">

export interface PartForm {
  readonly id: string
  readonly busy: boolean
  /** Props for the input of a field. An error if the form has no such field. */
  readonly input: (name: FieldName) => InputProps
  /** What was typed so far, where a new password is asked for. */
  readonly typed?: { readonly email: string; readonly password: string }
  readonly errorOf: (name: FieldName) => string | undefined
  /** What is wrong apart from the fields. */
  readonly error: { readonly message: string } | null
  readonly waiting: Waiting | null
  /** Words of the button that sends the form. */
  readonly submit: string
  /** Back to where signing in began, in a step that came after that. */
  readonly cancel: (() => void) | null
}

export const FormContext = createContext<PartForm | null>(null)

export const usePartForm = (part: string): PartForm => {
  const form = useContext(FormContext)
  if (form === null) throw new Error(`<${part}> stands outside of a form: put it into <Form>, <MagicLink> or another.`)
  return form
}

/** For the forms: the field of that name, or an error that says which ones there are. */
export const inputOf = (inputs: { readonly [Name in FieldName]?: () => InputProps }, name: FieldName): InputProps => {
  const input = inputs[name]
  if (input === undefined) {
    throw new Error(`This form has no field "${name}". It has: ${Object.keys(inputs).join(", ")}.`)
  }
  return input()
}
