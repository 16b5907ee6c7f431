/** A field for a text of several lines. */
import { useId } from "react"

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The characters of a line, for the number of lines. */
const LINE = 60

export const TextArea = ({ label, onChange, value }: Props) => {
  const id = useId()
  const lines = value.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0)
  return (
    <div className="ks-field">
      <label className="ks-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="ks-input ks-text-area"
        rows={Math.min(10, lines)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
