import type { Overview, Project, Projects } from "../control/responses.ts"
import type { Live } from "../control/use-live.ts"

/** The props of every page. */
export interface PageProps {
  /** The parts of the URL's path after the page's name. */
  readonly rest: ReadonlyArray<string>
  /** The query of the URL. */
  readonly search: URLSearchParams
  readonly overview: Overview | undefined
  readonly projects: Live<Projects>
  readonly project: Project | undefined
  readonly choose: (projectId: string) => void
}
