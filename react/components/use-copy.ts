/** Copies texts to the clipboard. */
import { useEffect, useState } from "react"

/** The time for which a copy is confirmed, in milliseconds. */
const CONFIRMED = 2000

export interface CopyState {
  /** Returns whether the text could be copied. */
  readonly copy: (text: string) => Promise<boolean>
  /** The text that was copied within the last two seconds. */
  readonly copied: string | null
  /** The text that could not be copied. */
  readonly notCopied: string | null
  /** Clears both. */
  readonly reset: () => void
}

const none = { copied: null, notCopied: null }

export const useCopy = (): CopyState => {
  const [state, setState] = useState<Pick<CopyState, "copied" | "notCopied">>(none)
  const reset = () => setState(none)
  useEffect(() => {
    if (state.copied === null) return undefined
    const timer = setTimeout(reset, CONFIRMED)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async (text: string) => {
    try {
      // Without a secure context there is no clipboard.
      await navigator.clipboard.writeText(text)
      setState({ copied: text, notCopied: null })
      return true
    } catch {
      setState({ copied: null, notCopied: text })
      return false
    }
  }
  return { ...state, copy, reset }
}
