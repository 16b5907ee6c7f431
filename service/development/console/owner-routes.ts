/**
 * The console's route for the session by which it calls the admin API, on the control API.
 *
 * ```
 * POST   /_keystile/projects/:project_id/owner-session            { access_token } of an owner of the project
 * ```
 *
 * The owner is a user of the internal project whom the first request creates. They have no method of signing in. The
 * console gets a new token when the last one has expired, so the session needs no refresh token and is short.
 */
import { Effect, Schema } from "effect"
import { Secret } from "../../../core/schema/fields/secret.ts"
import { wire } from "../../../core/schema/wire.ts"
import { startSession } from "../../resources/sessions/start-session.ts"
import { INTERNAL_PROJECT_ID } from "../../sql/records/project-record.ts"
import { CONSOLE_OWNER_ID, saveConsoleOwner } from "./console-owner.ts"
import { projectParams, requireProject } from "../control/require-project.ts"
import { controlRoute } from "../control/route.ts"

const SESSION_MILLIS = 3_600_000

const encodeSession = Schema.encodeEffect(wire({ accessToken: Secret }))

export const controls = [
  controlRoute(
    "POST",
    "/projects/:project_id/owner-session",
    { params: projectParams },
    Effect.fnUntraced(function* ({ params }) {
      const project = yield* requireProject(params.project_id)
      yield* saveConsoleOwner(project.id)
      const { accessToken } = yield* startSession(INTERNAL_PROJECT_ID, CONSOLE_OWNER_ID, {
        lifetimeMillis: SESSION_MILLIS
      })
      return yield* Effect.orDie(encodeSession({ accessToken }))
    })
  )
]
