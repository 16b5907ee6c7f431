/** The preview of a mail template as the service renders it: light, dark and as plain text. */
import { useEffect, useState } from "react"
import { Notice, TableSkeleton } from "../components/components.tsx"
import { Tabs } from "../components/tabs.tsx"
import { reasonOf } from "../components/reason-of.ts"
import { send } from "../control/control-api.ts"
import type { MailPreview } from "../control/responses.ts"
import type { TemplatePreviewProps } from "../route/host.ts"

/** The time after the last key for which no preview is requested, in milliseconds. */
const PAUSE = 250

const views = [
  { name: "light", title: "Light" },
  { name: "dark", title: "Dark" },
  { name: "text", title: "Plain text" }
]

interface Shown {
  readonly preview: MailPreview | null
  readonly problem: string | null
}

export const TemplatePreview = ({ content, project, subject, variables }: TemplatePreviewProps) => {
  const [{ preview, problem }, setShown] = useState<Shown>({ preview: null, problem: null })
  const [view, setView] = useState("light")
  const body = JSON.stringify({ subject, content, variables })

  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      send<MailPreview>("POST", `/projects/${project.id}/mail-previews`, JSON.parse(body)).then(
        (next) => isCurrent && setShown({ preview: next, problem: null }),
        (failure: unknown) => isCurrent && setShown((before) => ({ ...before, problem: reasonOf(failure) }))
      )
    }, PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [body, project.id])

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
            <span className="ks-text">Subject</span> <span className="ks-strong">{preview.subject}</span>
          </p>
          <Tabs label="How to show the mail" tabs={views} chosen={view} choose={setView}>
            {view === "text" ? (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls, so it needs keyboard focus.
              <pre className="ks-mail-text" tabIndex={0}>
                {preview.text}
              </pre>
            ) : (
              <>
                {view === "dark" && !preview.is_adaptable && (
                  <p className="ks-text">
                    The mail has colors without a variant for the dark scheme, so it is light in both.
                  </p>
                )}
                <iframe
                  className="ks-mail-frame"
                  title="Preview of the mail"
                  src={`/_keystile/mail-previews/${preview.id}/html?scheme=${view}`}
                  sandbox="allow-popups allow-popups-to-escape-sandbox"
                  referrerPolicy="no-referrer"
                />
              </>
            )}
          </Tabs>
        </>
      )}
    </section>
  )
}
