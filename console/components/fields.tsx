/** Form controls. */
import { useId } from "react"
import { Problem } from "./problem.tsx"

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: "text" | "email" | "password" | "number" | "url" | "datetime-local"
  readonly hint?: string
  readonly placeholder?: string
  readonly required?: boolean
  /** The problem of the value. */
  readonly problem?: string | null
  readonly min?: number
  readonly max?: number
  readonly onCommit?: () => void
  /** Values that the browser suggests, each with a text. */
  readonly suggestions?: ReadonlyArray<readonly [value: string, text: string]>
}

export const Field = ({
  hint,
  label,
  max,
  min,
  onChange,
  onCommit,
  placeholder,
  problem = null,
  required,
  suggestions,
  type = "text",
  value
}: FieldProps) => {
  const id = useId()
  const described = [
    ...(problem === null ? [] : [`${id}-problem`]),
    ...(hint === undefined ? [] : [`${id}-hint`])
  ].join(" ")
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
          dir={type === "text" ? "auto" : undefined}
          value={value}
          min={min}
          max={max}
          required={required}
          placeholder={placeholder}
          list={suggestions === undefined ? undefined : `${id}-suggestions`}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null || undefined}
          aria-describedby={described === "" ? undefined : described}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onCommit}
        />
      </div>
      {suggestions !== undefined && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map(([suggested, text]) => (
            <option key={suggested} value={suggested}>
              {text}
            </option>
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <p className="ks-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== null && (
        <div id={`${id}-problem`}>
          <Problem>{problem}</Problem>
        </div>
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
