/** A select with a visible or a hidden label. */
export interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<readonly [value: Value, text: string]>
  readonly onChange: (value: Value) => void
}

interface BoxProps<Value extends string> extends Omit<SelectProps<Value>, "label"> {
  /** Of the element, for its label. */
  readonly id?: string
  /** The label for screen readers, without a visible one. */
  readonly label?: string
}

export const SelectBox = <Value extends string>({ id, label, onChange, options, value }: BoxProps<Value>) => (
  <select
    id={id}
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

/** A select whose label is for screen readers only. */
export const Select = <Value extends string>(props: SelectProps<Value>) => <SelectBox {...props} />
