/** The pages of a project that call the admin API, with a provider of the project around them. */
import { type ComponentType, Suspense, useEffect } from "react"
import { type LazyComponent, lazyComponent } from "../../react/runtime/lazy-component.ts"
import { whenIdle } from "../../react/provider/when-idle.ts"
import { TableSkeleton } from "../components/table-skeleton.tsx"
import { hashChangedAt } from "../route/hash-changed-at.ts"
import { useHost } from "../route/host.ts"
import type { PageProps } from "../route/page-props.ts"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import type { ProjectPageName } from "../route/project-page-names.ts"
import { DashboardProvider, useDashboard } from "../../react/dashboard/dashboard-provider.tsx"
import { Announcements } from "../components/announcements.tsx"

const onDemand = (name: string, load: () => Promise<{ readonly default: ComponentType<ProjectPageProps> }>) =>
  lazyComponent(name, () => load().then((module) => module.default))

/** Loaded on demand, each by itself. */
const pages: Readonly<Record<ProjectPageName, LazyComponent<ProjectPageProps>>> = {
  "audit-log": onDemand("audit-log", () => import("../audit/audit-page.tsx")),
  permissions: onDemand("permissions", () => import("../permissions/permissions-page.tsx")),
  home: onDemand("home", () => import("../home/home-page.tsx")),
  mail: onDemand("mail", () => import("../mail/mail-page.tsx")),
  settings: onDemand("settings", () => import("../settings/settings-page.tsx")),
  teams: onDemand("teams", () => import("./teams-pages.tsx")),
  users: onDemand("users", () => import("./users-pages.tsx")),
  webhooks: onDemand("webhooks", () => import("../webhooks/webhooks-pages.tsx"))
}

/** The least interval of the page whose figures the service counts. */
const REFRESH_FIGURES = 30_000

export interface ProjectPagesProps extends PageProps {
  readonly page: ProjectPageName
}

const ProjectPages = ({ now, page, project, rest, search }: ProjectPagesProps) => {
  const { ownerOf } = useHost()
  const { Component: Page } = pages[page]
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
        {/* Without the key React would hide the page that is left, while the next one loads, and keep its reads. */}
        <Suspense
          key={page}
          fallback={
            <div className="ks-panel">
              <TableSkeleton />
            </div>
          }
        >
          <Page project={project} rest={rest} search={search} now={now} />
          <PreloadOthers />
        </Suspense>
      </Announcements>
    </DashboardProvider>
  )
}

export default ProjectPages

/** Loads the other pages when the first one is shown, so that they are shown at once. */
const PreloadOthers = () => {
  useEffect(() => whenIdle(() => Object.values(pages).forEach(({ preload }) => preload())), [])
  return null
}

const Refreshing = ({ page }: { readonly page: ProjectPageName }) => {
  const { refresh, refreshBefore } = useDashboard()
  const { refreshMillis } = useHost()
  // Data that another page has read may have changed since.
  useEffect(() => void refreshBefore(hashChangedAt()), [page, refreshBefore])
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
