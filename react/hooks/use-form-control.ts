/** The control of a form: its fields, and what is wrong with them. */
import { useEffect, useState } from "react"
import { createFormControl, type DefaultValues, type FieldErrors, type FieldValues, type Path } from "react-hook-form"

/** Of all that react-hook-form knows, forms need their errors alone: its control without `useForm` weighs 1 kB less. */
export const useFormControl = <Fields extends FieldValues>(defaultValues: DefaultValues<Fields>) => {
  const [form] = useState(() =>
    createFormControl<Fields>({ mode: "onSubmit", reValidateMode: "onChange", defaultValues })
  )
  // The control keeps its errors in one object, which it changes.
  const [{ errors }, setFound] = useState<{ readonly errors: FieldErrors<Fields> }>({ errors: {} })
  useEffect(
    () => form.subscribe({ formState: { errors: true }, callback: ({ errors = {} }) => setFound({ errors }) }),
    [form]
  )
  const errorOf = (name: Path<Fields>): string | undefined => {
    const message = errors[name]?.message
    return typeof message === "string" ? message : undefined
  }
  return { form, errorOf }
}
