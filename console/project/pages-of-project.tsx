/** The pages of a project in the navigation. */
import type { ComponentType } from "react"
import type { Page } from "../route/page-props.ts"
import { type ProjectPageName, projectPageTitles } from "../route/project-page-names.ts"
import type { ProjectPagesProps } from "./project-pages.tsx"

const names: ReadonlyArray<ProjectPageName> = [
  "home",
  "users",
  "teams",
  "mail",
  "webhooks",
  "settings",
  "permissions",
  "audit-log"
]

/** Lists the pages. The component is loaded on demand, because the pages need the admin tier. */
export const pagesOfProject = (Pages: ComponentType<ProjectPagesProps>): ReadonlyArray<Page> =>
  names.map((name) => ({
    name,
    title: projectPageTitles[name],
    isOfProject: true,
    show: (shown) => <Pages page={name} {...shown} />
  }))
