/**
 * The control of a form on a page's first paint. react-hook-form is a third of what such a page would weigh beside the
 * client (11 kB gzip), and has nothing to do until somebody types: it comes when the form has the focus, or is sent.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { type ChangeEvent, useState } from "react"
import type { RequestError } from "../../core/errors/request-error.ts"
import { lazyModule } from "../../core/runtime/lazy-module.ts"
import type { FieldErrors, RegisterOptions, UseFormReturn } from "../libraries/form-control.ts"

type Texts = Readonly<Record<string, string>>

type Control<Fields extends Texts> = Pick<
  UseFormReturn<Fields>,
  "clearErrors" | "getFieldState" | "getValues" | "handleSubmit" | "register" | "setError" | "setValue"
>

interface Shown<Fields extends Texts> {
  readonly errors: FieldErrors<Fields>
  /** The form was sent, and waits for the library. */
  readonly opening: boolean
  /** Why the library did not come. */
  readonly failure: RequestError | null
}

const library = lazyModule("form control", () => import("../libraries/form-control.ts"))

export interface FieldRules<Fields extends Texts> {
  readonly validate: (value: string, values: Fields) => true | string | Promise<true | string>
  /** Something was typed. */
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

  // The control's own types know a field's name by a path, which no type parameter can be shown to be.
  const register = (to: Control<Fields>, name: Name<Fields>) =>
    to.register(name as never, rules.get(name) as RegisterOptions<Fields, never>)

  const attach = (to: Control<Fields>, name: Name<Fields>) => register(to, name).ref(elements.get(name) ?? null)

  /** Without default values: what the fields hold by then is what they begin with. */
  const open: Effect.Effect<Control<Fields>, RequestError> = Effect.map(library, ({ createFormControl }) => {
    if (control !== undefined) return control
    const made = createFormControl<Fields>({ mode: "onSubmit", reValidateMode: "onChange" })
    // The control keeps its errors in one object, which it changes.
    made.subscribe({ formState: { errors: true }, callback: ({ errors = {} }) => show({ errors }) })
    for (const name of elements.keys()) attach(made, name)
    control = made
    return made
  })

  const submit = async (valid: (fields: Fields) => Promise<void>) => {
    if (sending) return
    sending = true
    show({ opening: control === undefined, failure: null })
    const opened = await Effect.runPromiseExit(open)
    sending = false
    show({ opening: false, failure: Option.getOrNull(Exit.findErrorOption(opened)) })
    if (Exit.isFailure(opened)) return
    for (const name of elements.keys()) register(opened.value, name)
    await opened.value.handleSubmit(valid)()
  }

  return {
    /** The control, once it is there. */
    control: () => control,
    submit,
    value: (name: Name<Fields>): string => elements.get(name)?.value ?? "",
    /** What the input of a field is given. */
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
          void Effect.runPromiseExit(open)
          onFocus?.()
        },
        onChange: (event: ChangeEvent<HTMLInputElement>) => {
          if (control === undefined) given.onChange?.()
          else void register(control, name).onChange(event)
        }
      }
    }
  }
}

/** The fields are plain inputs, which keep their own values. */
export const useLazyForm = <Fields extends Texts>() => {
  const [shown, setShown] = useState<Shown<Fields>>({ errors: {}, opening: false, failure: null })
  const [form] = useState(() => makeForm<Fields>((change) => setShown((before) => ({ ...before, ...change }))))
  return { ...shown, form }
}
