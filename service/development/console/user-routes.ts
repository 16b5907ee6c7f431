/**
 * The console's routes for users, on the control API.
 *
 * ```
 * GET    /_keystile/projects/:project_id/users                    { users, total, next_cursor }, the newest first
 *                                                                 ?query= ?cursor= ?limit= (1 to 200, default 50)
 * POST   /_keystile/projects/:project_id/users                    a user as the server API takes them → 201, the user
 * DELETE /_keystile/projects/:project_id/users/:id                the user, and all that is theirs
 * POST   /_keystile/projects/:project_id/users/:id/sign-in-link   { callback_url } → { url, expires_at }
 * POST   /_keystile/projects/:project_id/users/:id/sessions       { access_token, refresh_token, user_id }
 * ```
 *
 * A sign-in link is what the mail of a magic link holds: the application's own callback page with a code that works
 * once, here for five minutes. So no token is ever in an address, the application signs in as it always does (a second
 * factor is asked for), and a code can only be sent where the project lets mails lead.
 */
import { Effect, Redacted, Schema } from "effect"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { PageCursor } from "../../../core/schema/fields/page-cursor.ts"
import { Uuid } from "../../../core/schema/fields/uuid.ts"
import { PasswordSignInResult } from "../../../core/schema/session.ts"
import { ServerUser, ServerUserCreate } from "../../../core/schema/server-user.ts"
import { wire } from "../../../core/schema/wire.ts"
import { projectParams, requireProject } from "../control/require-project.ts"
import { controlRoute, problem } from "../control/route.ts"
import { cursorOfPage, pageStart } from "../../request/page-cursor.ts"
import { RawResponse } from "../../response/raw-response.ts"
import { withCode } from "../../resources/verification-codes/mail-code.ts"
import { ProjectStore } from "../../resources/projects/project-store.ts"
import { requireTrustedRedirect } from "../../resources/projects/trusted-redirect.ts"
import { startSession } from "../../resources/sessions/start-session.ts"
import { createAsServer } from "../../resources/users/create-as-server.ts"
import { serializeServerUser } from "../../resources/users/serialize-user.ts"
import { UserStore } from "../../resources/users/user-store.ts"
import { issueCode } from "../../resources/verification-codes/verification-codes.ts"

const MAX_USERS = 200
const DEFAULT_USERS = 50

/** Long enough to paste it into another browser. */
const LINK_MILLIS = 5 * 60_000

const ofUser = Schema.Struct({ ...projectParams.fields, id: Uuid })

const encodeUser = Schema.encodeEffect(ServerUser)
const encodeUsers = Schema.encodeEffect(
  wire({
    users: Schema.Array(ServerUser),
    total: Schema.Int,
    nextCursor: Schema.NullOr(Schema.String)
  })
)
const encodeLink = Schema.encodeEffect(wire({ url: Schema.String, expiresAt: Millis }))
const encodeTokens = Schema.encodeEffect(PasswordSignInResult)

const findUser = Effect.fnUntraced(function* (params: { readonly project_id: string; readonly id: string }) {
  const project = yield* requireProject(params.project_id)
  const user = yield* (yield* UserStore).find(project.id, params.id.toLowerCase())
  return { project, user: user ?? (yield* problem(404, "The project has no such user.")) }
})

export const controls = [
  controlRoute(
    "GET",
    "/projects/:project_id/users",
    {
      params: projectParams,
      query: wire({
        query: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(320))),
        cursor: Schema.optionalKey(PageCursor),
        limit: Schema.optionalKey(
          Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: MAX_USERS }))
        )
      })
    },
    Effect.fnUntraced(function* ({ params, query: { cursor, limit = DEFAULT_USERS, query } }) {
      const project = yield* requireProject(params.project_id)
      const store = yield* UserStore
      const { next, users } = yield* store.page(project.id, {
        teamId: null,
        text: query?.trim() || null,
        from: yield* pageStart(cursor, (id) => store.positionOf(project.id, id)),
        newestFirst: true,
        limit
      })
      return yield* Effect.orDie(
        encodeUsers({
          users: users.map(serializeServerUser),
          total: yield* (yield* ProjectStore).userCount(project.id),
          nextCursor: cursorOfPage(next)
        })
      )
    })
  ),

  controlRoute(
    "POST",
    "/projects/:project_id/users",
    { params: projectParams, body: ServerUserCreate, status: 201 },
    Effect.fnUntraced(function* ({ body, params }) {
      const project = yield* requireProject(params.project_id)
      const user = yield* createAsServer(project, body).pipe(
        Effect.catchIf(
          (error) => !(error instanceof RawResponse),
          ({ message }) => Effect.fail(problem(409, message))
        )
      )
      return yield* Effect.orDie(encodeUser(serializeServerUser(user)))
    })
  ),

  controlRoute(
    "DELETE",
    "/projects/:project_id/users/:id",
    { params: ofUser },
    Effect.fnUntraced(function* ({ params }) {
      const { project, user } = yield* findUser(params)
      yield* (yield* UserStore).remove(project.id, user.id)
      return { success: true }
    })
  ),

  controlRoute(
    "POST",
    "/projects/:project_id/users/:id/sign-in-link",
    { params: ofUser, body: wire({ callbackUrl: Schema.String.check(Schema.isMaxLength(2000)) }) },
    Effect.fnUntraced(function* ({ body: { callbackUrl }, params }) {
      const { project, user } = yield* findUser(params)
      yield* requireTrustedRedirect(project, callbackUrl).pipe(
        Effect.catchTag("RedirectUrlNotWhitelisted", () =>
          problem(
            400,
            "The project does not trust this address: it has to be of this machine, or under one of its domains."
          )
        )
      )
      const { code, expiresAt } = yield* issueCode({
        projectId: project.id,
        kind: "magic_link",
        callbackUrl,
        data: { email: null, user_id: user.id },
        lifetimeMillis: LINK_MILLIS
      })
      const url = withCode(callbackUrl, Redacted.value(code))
      return yield* Effect.orDie(encodeLink({ url, expiresAt: new Date(expiresAt) }))
    })
  ),

  controlRoute(
    "POST",
    "/projects/:project_id/users/:id/sessions",
    { params: ofUser },
    Effect.fnUntraced(function* ({ params }) {
      const { project, user } = yield* findUser(params)
      return yield* Effect.orDie(encodeTokens(yield* startSession(project.id, user.id, { isImpersonation: true })))
    })
  )
]
