/** A group of radio buttons. */
import { useId } from "react"

interface RadioChoiceProps {
  readonly label: string
  /** The label of each value. */
  readonly names: Readonly<Record<string, string>>
  readonly value: string
  readonly onChoose: (value: string) => void
  /** Shows each choice in its own colors. The values are names of themes. */
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
