import type { ServerTeam } from "../../core/schema/server-team.ts"
import type { Project } from "../route/project.ts"

/** The props of each tab of the page of a team. */
export interface TeamTabProps {
  readonly team: ServerTeam
  readonly project: Project
  /** The service's time in epoch milliseconds. */
  readonly now: number
}
