/** The pages of a project that call the admin API, with a provider of the project around them. */
import { type ComponentType, lazy, Suspense, useEffect } from "react"
import { TableSkeleton } from "../components/components.tsx"
import { useHost } from "../route/host.ts"
import type { PageProps } from "../route/page-props.ts"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import type { ProjectPageName } from "../route/project-page-names.ts"
import { DashboardProvider } from "../../react/dashboard/dashboard-provider.tsx"
import { useDashboardRefresh } from "../../react/dashboard/use-dashboard-refresh.ts"
import { Announcements } from "../components/announcements.tsx"

/** Loaded on demand, each by itself. */
const pages: Readonly<Record<ProjectPageName, ComponentType<ProjectPageProps>>> = {
  "audit-log": lazy(() => import("../audit/audit-page.tsx")),
  permissions: lazy(() => import("../permissions/permissions-page.tsx")),
  home: lazy(() => import("../home/home-page.tsx")),
  mail: lazy(() => import("../mail/mail-page.tsx")),
  settings: lazy(() => import("../settings/settings-page.tsx")),
  teams: lazy(() => import("./teams-pages.tsx")),
  users: lazy(() => import("./users-pages.tsx")),
  webhooks: lazy(() => import("../webhooks/webhooks-pages.tsx"))
}

/** The least interval of the page whose figures the service counts. */
const REFRESH_FIGURES = 30_000

export interface ProjectPagesProps extends PageProps {
  readonly page: ProjectPageName
}

const ProjectPages = ({ now, page, project, rest, search }: ProjectPagesProps) => {
  const { ownerOf } = useHost()
  const Page = pages[page]
  if (project === undefined) {
    return (
      <div className="ks-panel">
        <TableSkeleton />
      </div>
    )
  }
  return (
    <DashboardProvider key={project.id} owner={ownerOf(project.id)} projectId={project.id}>
      <Refreshing page={page} />
      <Announcements>
        <Suspense
          fallback={
            <div className="ks-panel">
              <TableSkeleton />
            </div>
          }
        >
          <Page project={project} rest={rest} search={search} now={now} />
        </Suspense>
      </Announcements>
    </DashboardProvider>
  )
}

export default ProjectPages

const Refreshing = ({ page }: { readonly page: ProjectPageName }) => {
  const refresh = useDashboardRefresh()
  const { refreshMillis } = useHost()
  // Data that another page has read may have changed since.
  useEffect(() => void refresh(), [page, refresh])
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (!document.hidden) void refresh()
      },
      page === "home" ? Math.max(REFRESH_FIGURES, refreshMillis) : refreshMillis
    )
    return () => clearInterval(timer)
  }, [page, refresh, refreshMillis])
  return null
}
