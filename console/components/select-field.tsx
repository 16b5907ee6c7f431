/** A select below its label, as a field of a form. */
import { useId } from "react"
import { SelectBox, type SelectProps } from "./select.tsx"

export const SelectField = <Value extends string>({ label, ...select }: SelectProps<Value>) => {
  const id = useId()
  return (
    <div className="ks-field">
      <label className="ks-label" htmlFor={id}>
        {label}
      </label>
      <SelectBox {...select} id={id} />
    </div>
  )
}
