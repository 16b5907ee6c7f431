/** The text of a code field while an input method composes it. */
import { useState } from "react"

/**
 * Returns the value of an input whose text is read as a code. During a composition it is the typed text, unchanged: a
 * change would make the input method repeat it.
 */
export const useComposedText = (code: string, read: (text: string) => string) => {
  const [composed, setComposed] = useState<string | null>(null)
  return {
    value: composed !== null && read(composed) === code ? composed : code,
    isComposing: composed !== null,
    /** Handles the text of an `input` event. */
    update: (text: string, isComposing: boolean) => setComposed(isComposing ? text : null),
    /** Handles `compositionend`, which no `input` event follows. */
    end: () => setComposed(null)
  }
}
