/** Announces what was done, for screen readers and as a short note at the bottom of the page. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react"

const Announce = createContext<(text: string) => void>(() => {})

/** The time for which a note is shown, in milliseconds. */
const SHOWN = 5000

export const Announcements = ({ children }: { readonly children: ReactNode }) => {
  const [said, say] = useState({ text: "", count: 0 })
  const announce = useCallback((text: string) => say(({ count }) => ({ text, count: count + 1 })), [])
  useEffect(() => {
    if (said.text === "") return undefined
    const timer = setTimeout(() => say({ text: "", count: said.count }), SHOWN)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <Announce value={announce}>
      {children}
      <div role="status" className="ks-said">
        {said.text !== "" && <p key={said.count}>{said.text}</p>}
      </div>
    </Announce>
  )
}

/** Returns a function that announces a text. */
export const useAnnounce = (): ((text: string) => void) => useContext(Announce)
