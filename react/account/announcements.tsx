/** Announces what happened: in its section, or on the page that it leads to. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react"
import { checkIcon, Icon } from "../components/icons.tsx"

interface Announcement {
  readonly text: string
  /** Id of the live region that shows it. */
  readonly region: string
  /** Differs for each announcement, so that a repeated text is announced again. */
  readonly count: number
}

type Announce = (text: string | null, region: string) => void

const AnnouncementContext = createContext<Announcement | null>(null)
const AnnounceContext = createContext<Announce>(() => {})

/** Id of the live region that announces the actions inside: of a section, or else of the page. */
export const RegionContext = createContext("")

/** Keeps the last announcement until the next one, or until another page is shown. */
export const Announcements = ({
  children,
  page
}: {
  readonly page: string | undefined
  readonly children: ReactNode
}) => {
  const [announcement, setAnnouncement] = useState<Announcement | null>(null)
  const count = useRef(0)
  const announce = useCallback((text: string | null, region: string) => {
    const next = text === null ? null : { text, region, count: ++count.current }
    setAnnouncement((now) => next ?? (now?.region === region ? null : now))
  }, [])
  // eslint-disable-next-line react/set-state-in-effect -- the page changes by the URL
  useEffect(() => setAnnouncement((now) => (now?.region === page ? now : null)), [page])
  return (
    <AnnounceContext value={announce}>
      <AnnouncementContext value={announcement}>
        <RegionContext value={page ?? ""}>{children}</RegionContext>
      </AnnouncementContext>
    </AnnounceContext>
  )
}

/** The live region of a page or section. Mounted before its first text: screen readers announce changes only. */
export const AnnouncementRegion = ({ id }: { readonly id: string | undefined }) => {
  const announcement = useContext(AnnouncementContext)
  return (
    <div className="ks-done" role="status">
      {announcement !== null && announcement.region === id && (
        <p key={announcement.count}>
          <Icon path={checkIcon} />
          <span>{announcement.text}</span>
        </p>
      )}
    </div>
  )
}

/**
 * Returns a function that announces a text in the surrounding section, else on the surrounding page, or on the page
 * with the given id. `null` removes the text.
 */
export const useAnnounce = (): ((text: string | null, page?: string) => void) => {
  const announce = useContext(AnnounceContext)
  const here = useContext(RegionContext)
  return useCallback((text: string | null, page = here) => announce(text, page), [announce, here])
}
