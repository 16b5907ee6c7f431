/** A choice of one of a few options with a label. */
import { type ReactNode, useId } from "react"
import { downIcon, Icon } from "../components/icons.tsx"

export interface SelectFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The `<option>` elements. */
  readonly children: ReactNode
}

export const SelectField = ({ children, label, onChange, value }: SelectFieldProps) => {
  const id = useId()
  return (
    <div className="ks-field">
      <label className="ks-label" htmlFor={id}>
        {label}
      </label>
      <div className="ks-input-box">
        <select
          className="ks-input"
          id={id}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {children}
        </select>
        <span className="ks-input-end ks-select-end">
          <Icon path={downIcon} />
        </span>
      </div>
    </div>
  )
}
