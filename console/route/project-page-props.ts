import type { Project } from "./project.ts"

/** The props of the pages of a project that call the admin API. */
export interface ProjectPageProps {
  readonly project: Project
  /** The parts of the URL's path after the page's name. */
  readonly rest: ReadonlyArray<string>
  /** The query of the URL. */
  readonly search: URLSearchParams
  /** The service's time in epoch milliseconds. */
  readonly now: number
}
