/**
 * A form on a page's first paint that loads react-hook-form (11 kB gzip, a third of such a page beside the client) on
 * demand: on focus or on submit.
 */
import { type ChangeEvent, type FocusEvent, useState } from "react"
import { LoadFailure } from "../../core/runtime/load-failure.ts"
import { loadableModule } from "../../core/runtime/loadable-module.ts"
import type { FieldErrors, RegisterOptions, UseFormReturn } from "../libraries/form-control.ts"

type Texts = Readonly<Record<string, string>>

type Control<Fields extends Texts> = Pick<
  UseFormReturn<Fields>,
  "clearErrors" | "getFieldState" | "getValues" | "handleSubmit" | "register" | "setError" | "setFocus" | "setValue"
>

interface Shown<Fields extends Texts> {
  readonly errors: FieldErrors<Fields>
  /** The form was submitted and the library is loading. */
  readonly opening: boolean
  /** Why the library could not be loaded. */
  readonly failure: LoadFailure | null
}

const isOfService = (error: { readonly type: string } | undefined) => error?.type === "server"

const library = loadableModule("form control", () => import("../libraries/form-control.ts"))

export interface FieldRules<Fields extends Texts> {
  readonly validate: (value: string, values: Fields) => true | string | Promise<true | string>
  /** Called when the field changes. */
  readonly onChange?: () => void
}

export interface FieldOptions<Fields extends Texts> extends FieldRules<Fields> {
  readonly onFocus?: () => void
}

type Name<Fields> = Extract<keyof Fields, string>

const makeForm = <Fields extends Texts>(show: (change: Partial<Shown<Fields>>) => void) => {
  const elements = new Map<Name<Fields>, HTMLInputElement>()
  const rules = new Map<Name<Fields>, FieldRules<Fields>>()
  let control: Control<Fields> | undefined
  let sending = false

  // react-hook-form types a field's name as a path, which TypeScript cannot infer for a type parameter.
  const register = (to: Control<Fields>, name: Name<Fields>) =>
    to.register(name as never, rules.get(name) as RegisterOptions<Fields, never>)

  const attach = (to: Control<Fields>, name: Name<Fields>) => register(to, name).ref(elements.get(name) ?? null)

  /** Has no default values: the fields' current values are the initial ones. */
  const open = async (): Promise<Control<Fields>> => {
    const { createFormControl } = library.loaded() ?? (await library.load())
    if (control !== undefined) return control
    // After a submit, leaving a field for another one checks it. Typing only clears its error: an announcement would
    // interrupt it.
    const made = createFormControl<Fields>({ mode: "onSubmit", reValidateMode: "onBlur" })
    // The control mutates one object of errors.
    made.subscribe({ formState: { errors: true }, callback: ({ errors = {} }) => show({ errors }) })
    for (const name of elements.keys()) attach(made, name)
    control = made
    return made
  }

  const submit = async (valid: (fields: Fields) => Promise<void>) => {
    if (sending) return
    sending = true
    show({ opening: control === undefined, failure: null })
    const opened = await open().catch((error: LoadFailure) => error)
    sending = false
    show({ opening: false, failure: opened instanceof LoadFailure ? opened : null })
    if (opened instanceof LoadFailure) return
    for (const name of elements.keys()) register(opened, name)
    await opened.handleSubmit(valid)()
  }

  return {
    /** Returns the control once it is loaded. */
    control: () => control,
    submit,
    value: (name: Name<Fields>): string => elements.get(name)?.value ?? "",
    /** Returns the props of a field's input. */
    field: (name: Name<Fields>, { onFocus, ...given }: FieldOptions<Fields>) => {
      rules.set(name, given)
      return {
        name,
        ref: (element: HTMLInputElement | null) => {
          if (element === null) elements.delete(name)
          else elements.set(name, element)
          if (control !== undefined) attach(control, name)
        },
        onFocus: () => {
          open().catch(() => {})
          onFocus?.()
        },
        onChange: (event: ChangeEvent<HTMLInputElement>) => {
          if (control === undefined) return given.onChange?.()
          void register(control, name).onChange(event)
          control.clearErrors(name as never)
        },
        onBlur: (event: FocusEvent<HTMLInputElement>) => {
          // An error that appears between press and release would move a button or link away from the pointer.
          if (control === undefined || !(event.relatedTarget instanceof HTMLInputElement)) return
          // An error of the service stays until the field changes.
          if (!isOfService(control.getFieldState(name as never).error)) void register(control, name).onBlur(event)
        }
      }
    }
  }
}

/** Returns a form over uncontrolled inputs. */
export const useLazyForm = <Fields extends Texts>() => {
  const [shown, setShown] = useState<Shown<Fields>>({ errors: {}, opening: false, failure: null })
  const [form] = useState(() => makeForm<Fields>((change) => setShown((before) => ({ ...before, ...change }))))
  return { ...shown, form }
}
