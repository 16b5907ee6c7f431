/** State that the elements of one form share. */
import { type ComponentProps, createContext, useContext } from "react"
import type { RetryWait } from "../../core/http/retry.ts"

/** The name of a field. */
export type FieldName = "email" | "password" | "repeat" | "code"

/** Props of an input that the form sets. */
export type InputProps = ComponentProps<"input">

export interface PartForm {
  readonly id: string
  readonly busy: boolean
  /** Returns the props of a field's input. Throws if the form has no such field. */
  readonly input: (name: FieldName) => InputProps
  /** The typed credential, in forms with a new password. */
  readonly typed?: { readonly email: string; readonly password: string }
  readonly errorOf: (name: FieldName) => string | undefined
  /** Errors that belong to no field. */
  readonly error: { readonly message: string } | null
  readonly waiting: RetryWait | null
  /** Label of the submit button. */
  readonly submit: string
  /** Returns to the first step, in forms of the second steps. */
  readonly cancel: (() => void) | null
}

export const FormContext = createContext<PartForm | null>(null)

export const usePartForm = (part: string): PartForm => {
  const form = useContext(FormContext)
  if (form === null)
    throw new Error(`<${part}> has to be inside a form: <Form>, <MagicLink>, <MagicLinkCode> or <SecondFactor>.`)
  return form
}

/** Returns the props of a field. Throws an error that lists the form's fields. */
export const inputOf = (inputs: { readonly [Name in FieldName]?: () => InputProps }, name: FieldName): InputProps => {
  const input = inputs[name]
  if (input === undefined) {
    throw new Error(`This form has no field "${name}". It has: ${Object.keys(inputs).join(", ")}.`)
  }
  return input()
}
