import type { ServerUser } from "../../core/schema/server-user.ts"
import type { Project } from "../route/project.ts"

/** The props of each tab of the page of a user. */
export interface UserTabProps {
  readonly user: ServerUser
  readonly project: Project
  /** The service's time in epoch milliseconds. */
  readonly now: number
}
