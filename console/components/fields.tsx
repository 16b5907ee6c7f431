/** Form controls. */
import { useId } from "react"

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: "text" | "email" | "password" | "number" | "url"
  readonly hint?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
  readonly onCommit?: () => void
}

export const Field = ({
  hint,
  label,
  max,
  min,
  onChange,
  onCommit,
  placeholder,
  required,
  type = "text",
  value
}: FieldProps) => {
  const id = useId()
  return (
    <div className="ks-field">
      <label className="ks-label" htmlFor={id}>
        {label}
      </label>
      <div className="ks-input-box">
        <input
          id={id}
          className="ks-input"
          data-size="sm"
          type={type}
          value={value}
          min={min}
          max={max}
          required={required}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onCommit}
        />
      </div>
      {hint !== undefined && (
        <p className="ks-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface CheckProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export const Check = ({ checked, label, onChange }: CheckProps) => (
  <label className="ks-check">
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
)

interface SearchProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export const Search = ({ label, onChange, placeholder, value }: SearchProps) => (
  <div className="ks-input-box">
    <input
      className="ks-input"
      data-size="sm"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </div>
)
