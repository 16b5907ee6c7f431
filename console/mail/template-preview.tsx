/** The preview of a mail template as the service renders it: light, dark and as plain text. */
import type * as Schema from "effect/Schema"
import * as Exit from "effect/Exit"
import { useEffect, useRef, useState } from "react"
import type { EmailTemplatePreview } from "../../core/schema/email-template.ts"
import type { SupportedLanguage } from "../../core/schema/supported-languages.ts"
import { useDashboardCall } from "../../react/dashboard/use-dashboard-call.ts"
import { Notice } from "../components/notice.tsx"
import { TableSkeleton } from "../components/table-skeleton.tsx"
import { textOf } from "../components/problem-text.ts"
import { ScrollingText } from "../components/scrolling-text.tsx"
import { Tabs } from "../components/tabs.tsx"
import { useHost } from "../route/host.ts"

interface Props {
  readonly subject: string
  readonly content: Schema.Json
  readonly variables: Readonly<Record<string, string>>
  /** Default: that of the project. */
  readonly language?: SupportedLanguage | undefined
}

/** The time after the last key for which no preview is requested, in milliseconds. */
const PAUSE = 250

const views = [
  { name: "light", title: "Light" },
  { name: "dark", title: "Dark" },
  { name: "text", title: "Plain text" }
]

interface Shown {
  readonly preview: EmailTemplatePreview | null
  readonly problem: string | null
}

export const TemplatePreview = (props: Props) => {
  const [{ preview, problem }, setShown] = useState<Shown>({ preview: null, problem: null })
  const [view, setView] = useState("light")
  const call = useDashboardCall()
  const body = JSON.stringify(props)
  const colorScheme = view === "dark" ? "dark" : "light"
  const previewed = useRef(body)

  useEffect(() => {
    let isCurrent = true
    const given: Props = JSON.parse(body)
    // Only texts change key by key.
    const pause = previewed.current === body ? 0 : PAUSE
    const timer = setTimeout(() => {
      previewed.current = body
      void call(({ emailTemplates }) => emailTemplates.preview({ ...given, colorScheme })).then((exit) => {
        if (!isCurrent) return
        if (Exit.isSuccess(exit)) return setShown({ preview: exit.value, problem: null })
        const error = Exit.findErrorOption(exit)
        if (error._tag === "Some") setShown((before) => ({ ...before, problem: textOf(error.value) }))
      })
    }, pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [body, call, colorScheme])

  return (
    <section className="ks-template-preview" aria-label="Preview">
      <h2 className="ks-section-title">Preview</h2>
      {problem !== null && (
        <Notice tone="warning" live="status">
          {problem}
        </Notice>
      )}
      {preview === null ? (
        problem === null && <TableSkeleton />
      ) : (
        <>
          <p className="ks-preview-subject">
            <span className="ks-text">Subject</span> <bdi className="ks-strong">{preview.subject}</bdi>
          </p>
          <Tabs label="How to show the mail" tabs={views} chosen={view} choose={setView}>
            {view === "text" ? (
              <ScrollingText>{preview.text}</ScrollingText>
            ) : (
              <>
                {view === "dark" && !preview.isAdaptable && (
                  <p className="ks-text">
                    The mail has colors without a variant for the dark scheme, so it is light in both.
                  </p>
                )}
                <MailFrame html={preview.html} />
              </>
            )}
          </Tabs>
        </>
      )}
    </section>
  )
}

/** Shows a mail in a frame with an opaque origin, whose only script shows what it is sent. */
const MailFrame = ({ html }: { readonly html: string }) => {
  const { mailFrameUrl } = useHost()
  const frame = useRef<HTMLIFrameElement>(null)
  // An opaque origin has no name. The frame shows this page's own mail only.
  const show = () => frame.current?.contentWindow?.postMessage(html, "*")
  useEffect(() => {
    frame.current?.contentWindow?.postMessage(html, "*")
  }, [html])
  return (
    <iframe
      ref={frame}
      className="ks-mail-frame"
      title="Preview of the mail"
      src={mailFrameUrl}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={show}
    />
  )
}
