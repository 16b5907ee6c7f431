/** The whole state of the service: its change, and its text. */
import { counted } from "../components/counted.ts"
import { change } from "../control/control-api.ts"
import { forgetOwnerSessions } from "../control/owner-session.ts"
import type { StateSummary } from "../control/responses.ts"

/** Replaces the state. */
export const changeState = async (path: `/seed/${string}`, body: object): Promise<StateSummary> => {
  const state = await change<StateSummary>("POST", path, body)
  forgetOwnerSessions()
  return state
}

/** Returns `2 projects, 14 users and 1 team`. */
export const stateText = ({ projects, teams, users }: StateSummary): string =>
  `${counted(projects, "project")}, ${counted(users, "user")} and ${counted(teams, "team")}`
