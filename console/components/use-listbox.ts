/**
 * The keyboard and the roles of an editable combobox with a list (ARIA Authoring Practices, list autocomplete with
 * manual selection). The focus stays in the field, and the arrow keys select an option.
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"

/** Returns the props of the field, the list and its options. `choose` is called with the option of Enter or a click. */
export const useListbox = <Option>(options: ReadonlyArray<Option>, choose: (option: Option) => void) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [selected, select] = useState(0)
  const at = Math.min(selected, options.length - 1)
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [at])

  const onKeyDown = (event: KeyboardEvent) => {
    const count = options.length
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    const chosen = options[at]
    if (event.key === "Enter") {
      if (chosen !== undefined) choose(chosen)
    } else if (to === undefined || count === 0) return
    else select((to + count) % count)
    event.preventDefault()
  }

  return {
    field: {
      role: "combobox",
      "aria-expanded": options.length > 0,
      "aria-controls": `${id}-list`,
      "aria-autocomplete": "list",
      "aria-activedescendant": at >= 0 ? `${id}-${at}` : undefined,
      autoComplete: "off",
      spellCheck: false
    },
    onKeyDown,
    list: { ref: list, role: "listbox", id: `${id}-list` },
    optionProps: (option: Option, index: number) => ({
      id: `${id}-${index}`,
      role: "option",
      "aria-selected": index === at,
      onClick: () => choose(option),
      onPointerMove: () => select(index)
    }),
    /** Selects the first option, for other options. */
    selectFirst: () => select(0)
  } as const
}
