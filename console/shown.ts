/** What the console shows at the moment. */
import type { Overview, Project, Projects } from "./answers.ts"
import type { Live } from "./live.ts"

/** What a page is given. */
export interface Shown {
  /** What the address says behind the page's name. */
  readonly detail: string
  readonly overview: Overview | undefined
  readonly projects: Live<Projects>
  readonly project: Project | undefined
  readonly choose: (projectId: string) => void
}
