/** The console of `keystile dev`: the pages of a project, the tools for development, and the status of the service. */
import { lazy } from "react"
import { Notice } from "../components/notice.tsx"
import { spanOf } from "../components/times.ts"
import type { Overview, Projects } from "../control/responses.ts"
import { useLive } from "../control/use-live.ts"
import { Frame } from "../frame/frame.tsx"
import { MailboxPage } from "../mailbox/mailbox-page.tsx"
import { pagesOfProject } from "../project/pages-of-project.tsx"
import { ProjectsPage } from "../projects/projects-page.tsx"
import { RequestsPage } from "../requests/requests-page.tsx"
import type { PageGroup } from "../route/page-props.ts"
import { useServiceTime } from "../route/use-service-time.ts"
import { listedProjects } from "./listed-projects.ts"

/** Loaded on demand. */
const withAdminTier = () => import("./with-admin-tier.tsx")
const ProjectPages = lazy(() => withAdminTier().then((module) => ({ default: module.DevelopmentProjectPages })))
const FaultsPage = lazy(() => import("../faults/faults-page.tsx").then((module) => ({ default: module.FaultsPage })))
const SeedsPage = lazy(() => import("../seeds/seeds-page.tsx").then((module) => ({ default: module.SeedsPage })))
const Palette = lazy(() => withAdminTier().then((module) => ({ default: module.DevelopmentPalette })))

export const Console = () => {
  const { isUnreachable, problem, value: overview } = useLive<Overview>("/overview", 1500)
  const { value: listed } = useLive<Projects>("/projects", 4000)
  const now = useServiceTime(overview?.leadMillis)
  const projects = listed && listedProjects(listed)

  const groups: ReadonlyArray<PageGroup> = [
    {
      title: "Project",
      pages: [
        {
          name: "projects",
          title: "Projects",
          isOfProject: false,
          show: ({ project }) => <ProjectsPage projects={listed?.projects} projectId={project?.id} now={now} />
        },
        ...pagesOfProject(ProjectPages)
      ]
    },
    {
      title: "Development",
      pages: [
        {
          name: "mailbox",
          title: "Mailbox",
          isOfProject: false,
          count: overview?.mails,
          show: ({ rest }) => <MailboxPage projects={projects ?? []} rest={rest} />
        },
        { name: "requests", title: "Requests", isOfProject: false, show: () => <RequestsPage /> },
        {
          name: "faults",
          title: "Faults and clock",
          isOfProject: false,
          count: overview?.faults,
          show: () => <FaultsPage />
        },
        { name: "seeds", title: "Seeds", isOfProject: false, show: () => <SeedsPage /> }
      ]
    }
  ]

  return (
    <Frame
      groups={groups}
      projects={projects}
      now={now}
      Palette={Palette}
      badge={<span className="ks-badge">dev</span>}
      notices={
        (isUnreachable || problem !== null) && (
          <div className="ks-banner">
            <Notice tone="warning">
              {problem ?? (
                <>
                  <strong className="ks-strong">The service does not respond.</strong> It may have been stopped. This
                  page continues by itself when the service is back.
                </>
              )}
            </Notice>
          </div>
        )
      }
    >
      {overview !== undefined && overview.leadMillis > 0 && (
        <span className="ks-badge" data-tone="warning">
          Clock + {spanOf(overview.leadMillis)}
        </span>
      )}
      <span className="ks-dot" data-tone={isUnreachable ? "danger" : undefined} />
      {isUnreachable && <span className="ks-visually-hidden">No response from</span>}
      <span className="ks-mono">{location.host}</span>
    </Frame>
  )
}
