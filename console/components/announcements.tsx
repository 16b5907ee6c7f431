/** Announces what was done, for screen readers and as a short note at the bottom of the page. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react"

const Announce = createContext<(text: string) => void>(() => {})

/** The time for which a note is shown, in milliseconds. */
const SHOWN = 5000

export const Announcements = ({ children }: { readonly children: ReactNode }) => {
  const [announcement, setAnnouncement] = useState({ text: "", count: 0 })
  const announce = useCallback((text: string) => setAnnouncement(({ count }) => ({ text, count: count + 1 })), [])
  useEffect(() => {
    if (announcement.text === "") return undefined
    const timer = setTimeout(() => setAnnouncement({ text: "", count: announcement.count }), SHOWN)
    return () => clearTimeout(timer)
  }, [announcement])
  return (
    <Announce value={announce}>
      {children}
      <div role="status" className="ks-announcement">
        {announcement.text !== "" && <p key={announcement.count}>{announcement.text}</p>}
      </div>
    </Announce>
  )
}

/** Returns a function that announces a text. */
export const useAnnounce = (): ((text: string) => void) => useContext(Announce)
