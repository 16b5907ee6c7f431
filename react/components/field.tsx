/** A text field with its label and its error. */
import { type ComponentProps, type ReactNode, useId } from "react"
import { alertIcon, Icon } from "./icons.tsx"

export interface FieldProps extends ComponentProps<"input"> {
  readonly label: string
  readonly error?: string | undefined
  /** Stands inside the field, at its end. */
  readonly end?: ReactNode
}

export const Field = ({ end, error, label, ...input }: FieldProps) => {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className="ks-field">
      <label className="ks-label" htmlFor={id}>
        {label}
      </label>
      <div className="ks-input-box">
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          className="ks-input"
          id={id}
          aria-required="true"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
        />
        {end}
      </div>
      {error !== undefined && (
        <p className="ks-error" id={errorId} role="alert">
          <Icon path={alertIcon} />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
