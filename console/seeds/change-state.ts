/** Changes the whole state of the service. */
import { change } from "../control/control-api.ts"
import { forgetOwnerSessions } from "../control/owner-session.ts"
import type { StateSummary } from "../control/responses.ts"

export const changeState = async (path: `/seed/${string}`, body: object): Promise<StateSummary> => {
  const state = await change<StateSummary>("POST", path, body)
  forgetOwnerSessions()
  return state
}
