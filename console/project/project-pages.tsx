/** The pages of a project that call the admin API, with a provider of the project around them. */
import { lazy, Suspense, useEffect } from "react"
import { TableSkeleton } from "../components/components.tsx"
import { ownerSessionOf } from "../control/owner-session.ts"
import type { PageProps } from "../route/page-props.ts"
import { useNow } from "../route/use-now.ts"
import { DashboardProvider } from "../../react/dashboard/dashboard-provider.tsx"
import { useDashboardRefresh } from "../../react/dashboard/use-dashboard-refresh.ts"
import { Announcements } from "../components/announcements.tsx"

/** Loaded on demand, each by itself. */
const pages = {
  "audit-log": lazy(() => import("../audit/audit-page.tsx")),
  permissions: lazy(() => import("../permissions/permissions-page.tsx")),
  home: lazy(() => import("../home/home-page.tsx")),
  mail: lazy(() => import("../mail/mail-page.tsx")),
  settings: lazy(() => import("../settings/settings-page.tsx")),
  teams: lazy(() => import("./teams-pages.tsx")),
  users: lazy(() => import("./users-pages.tsx"))
}

/** The interval at which the shown data is read again, in milliseconds. Applications change it meanwhile. */
const REFRESH = 4000

/** The interval of the page whose figures the service counts. */
const REFRESH_FIGURES = 30_000

const ProjectPages = ({ overview, page, project, rest, search }: PageProps & { readonly page: keyof typeof pages }) => {
  const now = useNow(overview)
  const Page = pages[page]
  if (project === undefined) {
    return (
      <div className="ks-panel">
        <TableSkeleton />
      </div>
    )
  }
  return (
    <DashboardProvider key={project.id} owner={ownerSessionOf(project.id)} projectId={project.id}>
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

const Refreshing = ({ page }: { readonly page: keyof typeof pages }) => {
  const refresh = useDashboardRefresh()
  // What was read by another page may have changed since.
  useEffect(() => void refresh(), [page, refresh])
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (!document.hidden) void refresh()
      },
      page === "home" ? REFRESH_FIGURES : REFRESH
    )
    return () => clearInterval(timer)
  }, [page, refresh])
  return null
}
