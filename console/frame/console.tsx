/** The frame of the console: navigation, status of the connection, and the current page. */
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react"
import type { Overview, Projects } from "../control/responses.ts"
import { FaultsPage } from "../faults/faults-page.tsx"
import { Icon } from "../components/icons.tsx"
import { useLive } from "../control/use-live.ts"
import { MailboxPage } from "../mailbox/mailbox-page.tsx"
import { TableSkeleton, Notice } from "../components/components.tsx"
import { ProjectsPage } from "../projects/projects-page.tsx"
import { RequestsPage } from "../requests/requests-page.tsx"
import type { PageProps } from "./page-props.ts"
import { spanOf } from "../components/times.ts"
import { UsersPage } from "../users/users-page.tsx"
import { WebhooksPage } from "../webhooks/webhooks-page.tsx"

interface Page {
  readonly name: string
  readonly title: string
  readonly count?: (overview: Overview) => number
  readonly show: (shown: PageProps) => ReactNode
}

const pages: readonly [Page, ...ReadonlyArray<Page>] = [
  { name: "projects", title: "Projects", show: (shown) => <ProjectsPage {...shown} /> },
  { name: "mailbox", title: "Mailbox", count: ({ mails }) => mails, show: (shown) => <MailboxPage {...shown} /> },
  { name: "users", title: "Users", show: (shown) => <UsersPage {...shown} /> },
  { name: "webhooks", title: "Webhooks", show: (shown) => <WebhooksPage {...shown} /> },
  { name: "requests", title: "Requests", show: () => <RequestsPage /> },
  { name: "faults", title: "Faults and clock", count: ({ faults }) => faults, show: () => <FaultsPage /> }
]

const onHash = (listener: () => void) => {
  addEventListener("hashchange", listener)
  return () => removeEventListener("hashchange", listener)
}

/** Reads the page from the URL's hash. The service has one HTML page for all of them. */
const usePage = () => {
  const hash = useSyncExternalStore(onHash, () => location.hash)
  const [, name = "", detail = ""] = /^#\/([\w-]*)(?:\/(.*))?$/.exec(hash) ?? []
  return { page: pages.find((page) => page.name === name) ?? pages[0], detail }
}

/** The id of the internal project, which contains the owned projects. It is never selected by default. */
const INTERNAL = "internal"

const MOST = 999

export const Console = () => {
  const { detail, page } = usePage()
  const { isUnreachable, problem, value: overview } = useLive<Overview>("/overview", 1500)
  const projects = useLive<Projects>("/projects", 4000)
  const [chosen, choose] = useState<string | null>(null)
  const nav = useRef<HTMLElement>(null)

  const all = projects.value?.projects ?? []
  const project = all.find(({ id }) => id === chosen) ?? all.find(({ id }) => id !== INTERNAL) ?? all[0]

  useEffect(() => {
    document.title = `${page.title} · Keystile console`
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [page])

  return (
    <div className="ks ks-desk">
      <div className="ks-console">
        <header className="ks-console-bar">
          <span className="ks-console-name">
            <Icon name="logo" />
            Keystile
          </span>
          <span className="ks-badge">dev</span>
          <nav className="ks-console-nav" aria-label="Console" ref={nav}>
            {pages.map(({ count, name, title }) => {
              const number = overview === undefined ? 0 : (count?.(overview) ?? 0)
              return (
                <a key={name} href={`#/${name}`} aria-current={name === page.name ? "page" : undefined}>
                  {title}
                  {number > 0 && <span className="ks-badge">{number > MOST ? `${MOST}+` : number}</span>}
                </a>
              )
            })}
          </nav>
          <span className="ks-console-at">
            {overview !== undefined && overview.leadMillis > 0 && (
              <span className="ks-badge" data-tone="warning">
                Clock + {spanOf(overview.leadMillis)}
              </span>
            )}
            <span className="ks-dot" data-tone={isUnreachable ? "danger" : undefined} />
            {isUnreachable && <span className="ks-visually-hidden">No answer from</span>}
            <span className="ks-mono">{location.host}</span>
          </span>
        </header>
        <div role="status">
          {(isUnreachable || problem !== null) && (
            <div className="ks-banner">
              <Notice tone="warning">
                {problem ?? (
                  <>
                    <strong className="ks-strong">The service does not answer.</strong> It may have been stopped. This
                    page continues by itself when the service is back.
                  </>
                )}
              </Notice>
            </div>
          )}
        </div>
        <main>
          {overview === undefined && projects.value === undefined && !isUnreachable && problem === null ? (
            <div className="ks-panel">
              <h1 className="ks-visually-hidden">{page.title}</h1>
              <TableSkeleton />
            </div>
          ) : (
            page.show({ detail, overview, projects, project, choose })
          )}
        </main>
      </div>
    </div>
  )
}
