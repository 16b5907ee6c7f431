/** Detects a pause in typing. */
import { useEffect, useState } from "react"

/** A pause of typing, in milliseconds: longer than most people need between two keys. */
const PAUSE = 700

/**
 * Returns whether the text is the same for a moment. A live region whose text depends on what is typed is `aria-busy`
 * until then, so that screen readers announce it once and not with every key.
 */
export const useSettled = (text: string): boolean => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled === text
}
