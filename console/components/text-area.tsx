/** A field for a text of several lines. */
import { useId } from "react"
import { Problem } from "./problem.tsx"

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  /** The problem of the value. */
  readonly problem?: string | null
}

/** The characters of a line, for the number of lines. */
const LINE = 60

export const TextArea = ({ hint, label, onChange, problem = null, value }: Props) => {
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
        dir="auto"
        rows={Math.min(10, lines)}
        value={value}
        aria-invalid={problem !== null || undefined}
        aria-describedby={hint === undefined && problem === null ? undefined : `${id}-about`}
        onChange={({ target }) => onChange(target.value)}
      />
      {(hint !== undefined || problem !== null) && (
        <div id={`${id}-about`}>
          <Problem>{problem}</Problem>
          {hint !== undefined && <p className="ks-hint">{hint}</p>}
        </div>
      )}
    </div>
  )
}
