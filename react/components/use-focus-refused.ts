import { type RefObject, useEffect, useRef } from "react"

/** Returns the ref of a field that gets the focus, with its text selected, when the service has refused its value. */
export const useFocusRefused = (isRefused: boolean): RefObject<HTMLInputElement | null> => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isRefused) return
    field.current?.focus()
    field.current?.select()
  }, [isRefused])
  return field
}
