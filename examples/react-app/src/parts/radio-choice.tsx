/** One of a few, all of them in sight. */
import { useId } from "react"

interface RadioChoiceProps {
  readonly label: string
  /** What the choices are called, by their values. */
  readonly names: Readonly<Record<string, string>>
  readonly value: string
  readonly onChoose: (value: string) => void
  /** Shows each in its own colours: a value is the name of a theme. */
  readonly swatches?: boolean
}

export const RadioChoice = ({ label, names, onChoose, swatches = false, value }: RadioChoiceProps) => {
  const name = useId()
  return (
    <fieldset className="radios">
      <legend className="ks-label">{label}</legend>
      {Object.entries(names).map(([key, text]) => (
        <label key={key} className="radio">
          <input type="radio" name={name} checked={key === value} onChange={() => onChoose(key)} />
          {swatches && <span className="swatch" data-ks-theme={key} />}
          {text}
        </label>
      ))}
    </fieldset>
  )
}
