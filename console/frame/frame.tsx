/** The frame of the console: project, navigation, and the current page. */
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from "react"
import { Notice } from "../components/notice.tsx"
import { TableSkeleton } from "../components/table-skeleton.tsx"
import { ErrorBoundary } from "../components/error-boundary.tsx"
import { useForgetDrafts } from "../components/draft-store.ts"
import { Icon } from "../components/icons.tsx"
import type { Batch } from "../deletions/deletion-queue.ts"
import { Deletions } from "../deletions/deletions.tsx"
import type { PaletteProps } from "../palette/palette-props.ts"
import type { Page, PageGroup } from "../route/page-props.ts"
import { type Project, projectName } from "../route/project.ts"
import { projectHref, routeOf, useHash } from "../route/route.ts"
import { Navigation } from "./navigation.tsx"
import { PaletteButton } from "./palette-button.tsx"
import { ProjectChoice } from "./project-choice.tsx"

interface Props {
  /** The groups of the navigation. The first page is that of URLs without a page. */
  readonly groups: ReadonlyArray<PageGroup>
  /** `undefined` until the projects are read. The first one is selected by default. */
  readonly projects: ReadonlyArray<Project> | undefined
  /** The service's time in epoch milliseconds. */
  readonly now: number
  /** Loaded on demand. */
  readonly Palette: ComponentType<PaletteProps>
  /** Notices above each page. They are announced. */
  readonly notices?: ReactNode
  /** A dialog above all pages. */
  readonly dialog?: ReactNode
  /** Shown after the name in the bar. */
  readonly badge?: ReactNode
  /** Shown at the end of the bar. */
  readonly children?: ReactNode
  /** Called after unmount, when all requests have a response, with the deletions that are still shown. */
  readonly onDeletionsEnd?: (batches: ReadonlyArray<Batch>) => void
}

export const Frame = ({ Palette, badge, children, dialog, groups, notices, now, onDeletionsEnd, projects }: Props) => {
  const hash = useHash()
  const { page: name, projectId, rest, search } = routeOf(hash)
  const [last, setLast] = useState<string | null>(null)
  if (projectId !== null && projectId !== last) setLast(projectId)
  const chosen = projectId ?? last
  const project = projects?.find(({ id }) => id === chosen) ?? projects?.[0]
  const [shown, setShown] = useState(project)
  if (project !== undefined && project.id === chosen && project.id !== shown?.id) setShown(project)
  const isMissing = projects !== undefined && chosen !== null && project?.id !== chosen
  useForgetDrafts(chosen ?? "", isMissing)
  const page = pageOf(groups, name)

  useEffect(() => {
    document.title = `${page.title} · Keystile console`
  }, [page.title])

  const choose = (id: string) => {
    setLast(id)
    if (page.isOfProject) location.hash = projectHref(id, page.name)
    else if (projectId !== null) location.hash = `#/${page.name}`
  }

  return (
    <div className="ks ks-desk">
      <div className="ks-console">
        <Deletions onEnd={onDeletionsEnd}>
          <header className="ks-console-bar">
            <span className="ks-console-name">
              <Icon name="logo" />
              Keystile
            </span>
            {badge}
            <ProjectChoice projects={projects ?? []} project={project} choose={choose} />
            <PaletteButton Palette={Palette} groups={groups} project={project} />
            <span className="ks-console-at">{children}</span>
          </header>
          <div className="ks-console-body">
            <Navigation current={page} groups={groups} projectId={project?.id} />
            <main>
              <div role="status">
                {notices}
                {name !== "" && page.name !== name && !isMissing && (
                  <div className="ks-banner">
                    <Notice tone="warning">
                      There is no page “{name}” here. {page.title} is shown.
                    </Notice>
                  </div>
                )}
                {isMissing && (
                  <div className="ks-banner">
                    <Notice tone="warning">
                      There is no project {shown?.id === chosen ? projectName(shown) : chosen} here.
                      {project !== undefined && " Another one is selected."}
                    </Notice>
                  </div>
                )}
              </div>
              {projects === undefined && page.isOfProject ? (
                <Loading title={page.title} />
              ) : (
                <ErrorBoundary of={hash}>
                  <Suspense fallback={<Loading title={page.title} />}>
                    {page.show({ rest, search, project, now })}
                  </Suspense>
                </ErrorBoundary>
              )}
            </main>
          </div>
        </Deletions>
        {dialog}
      </div>
    </div>
  )
}

/** Returns the page of a name in a URL. Without such a page, the first one. */
const pageOf = (groups: ReadonlyArray<PageGroup>, name: string): Page => {
  const pages = groups.flatMap((group) => group.pages)
  const found = pages.find((page) => page.name === name) ?? pages[0]
  if (found === undefined) throw new Error("A console needs a page.")
  return found
}

const Loading = ({ title }: { readonly title: string }) => (
  <div className="ks-panel">
    <h1 className="ks-visually-hidden">{title}</h1>
    <TableSkeleton />
  </div>
)
