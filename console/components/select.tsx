/** A select with a visible or a hidden label. */
interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<readonly [value: Value, text: string]>
  readonly onChange: (value: Value) => void
}

export const Select = <Value extends string>({ label, onChange, options, value }: Props<Value>) => (
  <select
    className="ks-select"
    aria-label={label}
    value={value}
    onChange={({ target }) => {
      const chosen = options.find(([one]) => one === target.value)
      if (chosen !== undefined) onChange(chosen[0])
    }}
  >
    {options.map(([one, text]) => (
      <option key={one} value={one}>
        {text}
      </option>
    ))}
  </select>
)
