/** The pages of the console and their names in URLs. */
import { lazy, type ReactNode } from "react"
import type { Overview } from "../control/responses.ts"
import { FaultsPage } from "../faults/faults-page.tsx"
import { MailboxPage } from "../mailbox/mailbox-page.tsx"
import { ProjectsPage } from "../projects/projects-page.tsx"
import { RequestsPage } from "../requests/requests-page.tsx"
import { WebhooksPage } from "../webhooks/webhooks-page.tsx"
import type { PageProps } from "../route/page-props.ts"

/** Loaded on demand: these pages need the admin tier. */
const ProjectPages = lazy(() => import("../project/project-pages.tsx"))

export interface Page {
  readonly name: string
  readonly title: string
  /** The pages of a project have its id in their URLs. */
  readonly isOfProject: boolean
  readonly count?: (overview: Overview) => number
  readonly show: (shown: PageProps) => ReactNode
}

const projects: Page = {
  name: "projects",
  title: "Projects",
  isOfProject: false,
  show: (shown) => <ProjectsPage {...shown} />
}

/** The groups of the navigation. */
export const groups: ReadonlyArray<{ readonly title: string; readonly pages: ReadonlyArray<Page> }> = [
  {
    title: "Project",
    pages: [
      projects,
      {
        name: "home",
        title: "Home",
        isOfProject: true,
        show: (shown) => <ProjectPages page="home" {...shown} />
      },
      {
        name: "users",
        title: "Users",
        isOfProject: true,
        show: (shown) => <ProjectPages page="users" {...shown} />
      },
      {
        name: "teams",
        title: "Teams",
        isOfProject: true,
        show: (shown) => <ProjectPages page="teams" {...shown} />
      },
      {
        name: "mail",
        title: "Mail",
        isOfProject: true,
        show: (shown) => <ProjectPages page="mail" {...shown} />
      },
      {
        name: "settings",
        title: "Settings",
        isOfProject: true,
        show: (shown) => <ProjectPages page="settings" {...shown} />
      },
      {
        name: "permissions",
        title: "Permissions",
        isOfProject: true,
        show: (shown) => <ProjectPages page="permissions" {...shown} />
      },
      {
        name: "audit-log",
        title: "Audit log",
        isOfProject: true,
        show: (shown) => <ProjectPages page="audit-log" {...shown} />
      },
      { name: "webhooks", title: "Webhooks", isOfProject: true, show: (shown) => <WebhooksPage {...shown} /> }
    ]
  },
  {
    title: "Development",
    pages: [
      {
        name: "mailbox",
        title: "Mailbox",
        isOfProject: false,
        count: ({ mails }) => mails,
        show: (shown) => <MailboxPage {...shown} />
      },
      { name: "requests", title: "Requests", isOfProject: false, show: () => <RequestsPage /> },
      {
        name: "faults",
        title: "Faults and clock",
        isOfProject: false,
        count: ({ faults }) => faults,
        show: () => <FaultsPage />
      }
    ]
  }
]

const pages = groups.flatMap((group) => group.pages)

/** Returns the page of a name in a URL. Without such a page, that of the projects. */
export const pageOf = (name: string): Page => pages.find((page) => page.name === name) ?? projects
