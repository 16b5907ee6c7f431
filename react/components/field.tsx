/** A text field with a label and an error. */
import { type ComponentProps, type ReactNode, useId } from "react"
import { useClassName } from "../theme/appearance.ts"
import { className } from "../theme/class-name.ts"
import { FieldError } from "./field-error.tsx"

/** Props of `<Field>`. */
export interface FieldProps extends ComponentProps<"input"> {
  /** The label. */
  readonly label: string
  /** The error below the field. */
  readonly error?: string | undefined
  /** Rendered inside the field, at its end. */
  readonly end?: ReactNode
  /** Rendered at the end of the label's line. */
  readonly aside?: ReactNode
  /** Rendered below the field. */
  readonly below?: ReactNode
}

/** A text field with its label and its error. */
export const Field = ({ aside, below, className: given, end, error, label, ...input }: FieldProps) => {
  const id = useId()
  const fieldClass = useClassName("field", given)
  const inputClass = useClassName("input")
  const errorId = `${id}-error`
  const name = (
    <label className="ks-label" htmlFor={id}>
      {label}
    </label>
  )
  return (
    <div className={className("ks-field", fieldClass)}>
      {aside === undefined ? (
        name
      ) : (
        <div className="ks-row" data-align="between">
          {name}
          {aside}
        </div>
      )}
      <div className="ks-input-box">
        <input
          spellCheck={false}
          autoCapitalize="none"
          aria-required="true"
          {...input}
          className={className("ks-input", inputClass)}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? input["aria-describedby"] : errorId}
        />
        {end}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
      {below}
    </div>
  )
}
