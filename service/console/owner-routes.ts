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
import { Clock, Effect, Schema } from "effect"
import { Secret } from "../../core/schema/fields/secret.ts"
import { wire } from "../../core/schema/wire.ts"
import { addOwner, ownedProjectIds } from "../resources/projects/project-owners.ts"
import { startSession } from "../resources/sessions/start-session.ts"
import { blankUser, createUser } from "../resources/users/create-user.ts"
import { UserStore } from "../resources/users/user-store.ts"
import { INTERNAL_PROJECT_ID } from "../sql/records/project-record.ts"
import { inTransaction } from "../sql/rows.ts"
import { CONSOLE_OWNER_ID } from "../tools/console-owner.ts"
import { projectParams, requireProject } from "../tools/control/require-project.ts"
import { controlRoute } from "../tools/control/route.ts"

const SESSION_MILLIS = 3_600_000

const encodeSession = Schema.encodeEffect(wire({ accessToken: Secret }))

/** Creates the owner if there is none, and makes them an owner of the project. */
const saveOwner = (projectId: string) =>
  inTransaction(
    Effect.gen(function* () {
      if (!(yield* (yield* UserStore).exists(INTERNAL_PROJECT_ID, CONSOLE_OWNER_ID))) {
        const user = blankUser(INTERNAL_PROJECT_ID, CONSOLE_OWNER_ID, yield* Clock.currentTimeMillis)
        yield* createUser({
          user: { ...user, displayName: "Keystile console" },
          primaryEmail: null,
          passwordHash: null
        }).pipe(Effect.catchTag("UserEmailAlreadyExists", Effect.die))
      }
      if (!(yield* ownedProjectIds(CONSOLE_OWNER_ID)).includes(projectId)) yield* addOwner(CONSOLE_OWNER_ID, projectId)
    })
  )

export const controls = [
  controlRoute(
    "POST",
    "/projects/:project_id/owner-session",
    { params: projectParams },
    Effect.fnUntraced(function* ({ params }) {
      const project = yield* requireProject(params.project_id)
      yield* saveOwner(project.id)
      const { accessToken } = yield* startSession(INTERNAL_PROJECT_ID, CONSOLE_OWNER_ID, {
        lifetimeMillis: SESSION_MILLIS
      })
      return yield* Effect.orDie(encodeSession({ accessToken }))
    })
  )
]
