/** The selected entries of a list. */
import { useCallback, useState } from "react"

export interface Selection {
  readonly selected: ReadonlySet<string>
  /** Selects entries, or ends their selection. The same function in each render. */
  readonly select: (ids: ReadonlyArray<string>, isSelected: boolean) => void
}

export const useSelection = (): Selection => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const select = useCallback(
    (ids: ReadonlyArray<string>, isSelected: boolean) =>
      setSelected((before) => {
        const others = [...before].filter((id) => !ids.includes(id))
        return new Set(isSelected ? [...others, ...ids] : others)
      }),
    []
  )
  return { selected, select }
}
