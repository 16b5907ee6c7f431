/** The frame of the console: project, navigation, status of the connection, and the current page. */
import { Suspense, useEffect, useState } from "react"
import type { Overview, Projects } from "../control/responses.ts"
import { Icon } from "../components/icons.tsx"
import { useLive } from "../control/use-live.ts"
import { TableSkeleton, Notice } from "../components/components.tsx"
import { spanOf } from "../components/times.ts"
import { ErrorBoundary } from "./error-boundary.tsx"
import { Navigation } from "./navigation.tsx"
import { pageOf } from "./pages.tsx"
import { PaletteButton } from "./palette-button.tsx"
import { ProjectChoice } from "./project-choice.tsx"
import { projectHref, routeOf, useHash } from "../route/route.ts"

/** The id of the internal project, which contains the owned projects. It is never selected by default. */
const INTERNAL = "internal"

export const Console = () => {
  const hash = useHash()
  const { page: name, projectId, rest, search } = routeOf(hash)
  const page = pageOf(name)
  const { isUnreachable, problem, value: overview } = useLive<Overview>("/overview", 1500)
  const projects = useLive<Projects>("/projects", 4000)
  const [last, setLast] = useState<string | null>(null)
  if (projectId !== null && projectId !== last) setLast(projectId)
  const chosen = projectId ?? last

  const all = projects.value?.projects ?? []
  const project = all.find(({ id }) => id === chosen) ?? all.find(({ id }) => id !== INTERNAL) ?? all[0]
  const isMissing = projects.value !== undefined && projectId !== null && project?.id !== projectId

  useEffect(() => {
    document.title = `${page.title} · Keystile console`
  }, [page])

  const choose = (id: string) => {
    setLast(id)
    if (page.isOfProject) location.hash = projectHref(id, page.name)
    else if (projectId !== null) location.hash = `#/${page.name}`
  }

  return (
    <div className="ks ks-desk">
      <div className="ks-console">
        <header className="ks-console-bar">
          <span className="ks-console-name">
            <Icon name="logo" />
            Keystile
          </span>
          <span className="ks-badge">dev</span>
          <ProjectChoice projects={projects} project={project} choose={choose} />
          <PaletteButton project={project} />
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
        <div className="ks-console-body">
          <Navigation current={page} overview={overview} projectId={project?.id} />
          <main>
            <div role="status">
              {(isUnreachable || problem !== null) && (
                <div className="ks-banner">
                  <Notice tone="warning">
                    {problem ?? (
                      <>
                        <strong className="ks-strong">The service does not answer.</strong> It may have been stopped.
                        This page continues by itself when the service is back.
                      </>
                    )}
                  </Notice>
                </div>
              )}
              {isMissing && (
                <div className="ks-banner">
                  <Notice tone="warning">There is no project {projectId} here. Another one is shown.</Notice>
                </div>
              )}
            </div>
            {overview === undefined && projects.value === undefined && !isUnreachable && problem === null ? (
              <Loading title={page.title} />
            ) : (
              <ErrorBoundary of={hash}>
                <Suspense fallback={<Loading title={page.title} />}>
                  {page.show({ rest, search, overview, projects, project, choose })}
                </Suspense>
              </ErrorBoundary>
            )}
          </main>
        </div>
      </div>
    </div>
  )
}

const Loading = ({ title }: { readonly title: string }) => (
  <div className="ks-panel">
    <h1 className="ks-visually-hidden">{title}</h1>
    <TableSkeleton />
  </div>
)
