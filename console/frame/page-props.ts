import type { Overview, Project, Projects } from "../control/responses.ts"
import type { Live } from "../control/use-live.ts"

/** The props of every page. */
export interface PageProps {
  /** The part of the URL's hash after the page's name. */
  readonly detail: string
  readonly overview: Overview | undefined
  readonly projects: Live<Projects>
  readonly project: Project | undefined
  readonly choose: (projectId: string) => void
}
