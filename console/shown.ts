import type { Overview, Project, Projects } from "./answers.ts"
import type { Live } from "./live.ts"

/** The props of every page. */
export interface Shown {
  /** The part of the URL's hash after the page's name. */
  readonly detail: string
  readonly overview: Overview | undefined
  readonly projects: Live<Projects>
  readonly project: Project | undefined
  readonly choose: (projectId: string) => void
}
