/** A labeled native select. */
import { useId } from "react"

interface ChoiceProps {
  readonly label: string
  readonly options: ReadonlyArray<string>
  /** The label of each option. Default: its value. */
  readonly names?: Readonly<Record<string, string>>
  readonly value: string
  readonly onChoose: (value: string) => void
}

export const Choice = ({ label, names = {}, onChoose, options, value }: ChoiceProps) => {
  const id = useId()
  return (
    <div className="choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {names[option] ?? option}
          </option>
        ))}
      </select>
    </div>
  )
}
