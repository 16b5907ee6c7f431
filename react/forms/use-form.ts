/** The state of a form over uncontrolled inputs: checks their values and shows errors. */
import { type FocusEvent, useState } from "react"

type Texts = Readonly<Record<string, string>>

type Name<Fields> = Extract<keyof Fields, string>

export interface FieldError {
  readonly message: string
  /** The service refused the value: the error stays until the value changes. */
  readonly isOfService: boolean
}

interface FormState<Fields> {
  readonly errors: { readonly [Field in Name<Fields>]?: FieldError }
  /** The form was submitted, and its fields are being checked. */
  readonly checking: boolean
}

export interface FieldOptions<Fields> {
  /** Returns `true` or an error text. */
  readonly validate: (value: string, fields: Fields) => true | string | Promise<true | string>
  /** Called when the field changes. */
  readonly onChange?: () => void
  readonly onFocus?: () => void
}

const makeForm = <Fields extends Texts>(show: (shown: FormState<Fields>) => void) => {
  const elements = new Map<Name<Fields>, HTMLInputElement>()
  const validators = new Map<Name<Fields>, FieldOptions<Fields>["validate"]>()
  const errors = new Map<Name<Fields>, FieldError>()
  let isChecking = false
  let wasSubmitted = false

  // The keys of both are names of `Fields`, which the type of `Object.fromEntries` forgets.
  const update = () => show({ errors: Object.fromEntries(errors) as FormState<Fields>["errors"], checking: isChecking })

  const value = (name: Name<Fields>): string => elements.get(name)?.value ?? ""

  const values = () => Object.fromEntries([...elements].map(([name, { value }]) => [name, value])) as Fields

  /** Checks a field and sets its error, unless the field changes meanwhile. Returns `true` for a valid value. */
  const check = async (name: Name<Fields>, fields: Fields): Promise<boolean> => {
    const result = (await validators.get(name)?.(fields[name] ?? "", fields)) ?? true
    if (value(name) === fields[name]) {
      if (result === true) errors.delete(name)
      else errors.set(name, { message: result, isOfService: false })
    }
    return result === true
  }

  const focus = (name: Name<Fields>) => elements.get(name)?.focus()

  const clearErrors = (...names: ReadonlyArray<Name<Fields>>) => {
    if (names.map((name) => errors.delete(name)).includes(true)) update()
  }

  /** Checks all fields, again if one of them changes meanwhile. Passes them on, or focuses the first invalid one. */
  const submit = async (valid: (fields: Fields) => Promise<void>) => {
    if (isChecking) return
    isChecking = true
    wasSubmitted = true
    update()
    const names = [...elements.keys()]
    const isChanged = (fields: Fields) => names.some((name) => elements.has(name) && value(name) !== fields[name])
    const checkAll = async (): Promise<{ readonly fields: Fields; readonly results: ReadonlyArray<boolean> }> => {
      const fields = values()
      const results = await Promise.all(names.map((name) => check(name, fields)))
      return isChanged(fields) ? checkAll() : { fields, results }
    }
    const { fields, results } = await checkAll().finally(() => {
      isChecking = false
      update()
    })
    const invalid = names[results.indexOf(false)]
    if (invalid === undefined) await valid(fields)
    else focus(invalid)
  }

  return {
    submit,
    value,
    clearErrors,
    /** Shows an error of the service at a field. */
    refuse: (name: Name<Fields>, message: string) => {
      errors.set(name, { message, isOfService: true })
      update()
    },
    /** Removes the errors of the service. */
    clearServiceErrors: () =>
      clearErrors(...[...errors].filter(([, error]) => error.isOfService).map(([name]) => name)),
    focus,
    /** Focuses a field and selects its text. */
    select: (name: Name<Fields>) => {
      focus(name)
      elements.get(name)?.select()
    },
    empty: (name: Name<Fields>) => {
      const element = elements.get(name)
      if (element !== undefined) element.value = ""
    },
    /** Returns the props of a field's input. */
    field: (name: Name<Fields>, { onChange, onFocus, validate }: FieldOptions<Fields>) => {
      validators.set(name, validate)
      return {
        name,
        ref: (element: HTMLInputElement | null) => {
          if (element === null) elements.delete(name)
          else elements.set(name, element)
        },
        onFocus,
        // Typing only clears the error: an announcement would interrupt it.
        onChange: () => {
          clearErrors(name)
          onChange?.()
        },
        // After a submit, leaving a field for another one checks it.
        onBlur: async (event: FocusEvent<HTMLInputElement>) => {
          // An error that appears between press and release would move a button or link away from the pointer.
          if (!wasSubmitted || !(event.relatedTarget instanceof HTMLInputElement)) return
          if (errors.get(name)?.isOfService === true) return
          await check(name, values())
          update()
        }
      }
    }
  }
}

/** Returns a form over uncontrolled inputs. */
export const useForm = <Fields extends Texts>() => {
  const [shown, setShown] = useState<FormState<Fields>>({ errors: {}, checking: false })
  const [form] = useState(() => makeForm<Fields>(setShown))
  return { ...shown, form }
}
