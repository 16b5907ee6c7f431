/** A page of the settings and its sections, which announce what was done in them. */
import { createContext, type ReactNode, useContext, useId } from "react"
import { Button } from "../components/button.tsx"
import { useDocumentTitle } from "../components/document-title.ts"
import { useMessages } from "../messages/messages.ts"
import { useAppearance, useClassName } from "../theme/appearance.ts"
import { RegionContext, AnnouncementRegion, useAnnounce } from "./announcements.tsx"
import { type DisplayedCallError, CallErrorNotice } from "./call-error-notice.tsx"
import { Text } from "./text.tsx"

/** Heading level of the page's title. */
export const LevelContext = createContext<1 | 2>(2)

export const Page = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => {
  const level = useContext(LevelContext)
  const Title = level === 1 ? "h1" : "h2"
  const { afterForm, beforeForm } = useAppearance()
  const titleClass = useClassName("title", "ks-page-title")
  useDocumentTitle(level === 1 ? title : null)
  return (
    <>
      <Title className={titleClass} title={title.length > 40 ? title : undefined}>
        {title}
      </Title>
      {beforeForm}
      {children}
      {afterForm}
    </>
  )
}

export interface SectionProps {
  readonly title: string
  readonly text?: ReactNode
  /** Rendered beside the title. */
  readonly badge?: ReactNode
  /** Rendered at the end of the header. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

export const Section = ({ action, badge, children, text, title }: SectionProps) => {
  const id = useId()
  const announce = useAnnounce()
  const Title = useContext(LevelContext) === 1 ? "h2" : "h3"
  const classes = {
    section: useClassName("section", "ks-section"),
    title: useClassName("sectionTitle", "ks-section-title")
  }
  return (
    <section className={classes.section} aria-labelledby={id} onInput={() => announce(null, id)}>
      <div className="ks-section-head">
        <div>
          <div className="ks-row">
            <Title className={classes.title} id={id}>
              {title}
            </Title>
            {badge}
          </div>
          {text !== undefined && <Text>{text}</Text>}
        </div>
        <RegionContext value={id}>{action}</RegionContext>
      </div>
      <RegionContext value={id}>{children}</RegionContext>
      <AnnouncementRegion id={id} />
    </section>
  )
}

/** Replaces data that could not be read, with a button to retry. */
export const ReadErrorNotice = ({
  error,
  refresh
}: {
  readonly error: DisplayedCallError
  readonly refresh: () => Promise<void>
}) => {
  const { tryAgain } = useMessages()
  return (
    <div className="ks-stack">
      <CallErrorNotice error={error} />
      <div>
        <Button variant="outline" size="sm" onClick={() => void refresh()}>
          {tryAgain}
        </Button>
      </div>
    </div>
  )
}
