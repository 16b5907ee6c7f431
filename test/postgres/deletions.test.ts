/**
 * Requests that write a reference to a row which another connection deletes concurrently.
 *
 * The deletion is executed but not committed when the request starts, so the request still reads the row. Its statement
 * that refers to the row waits for the lock of the deletion. The deletion is committed as soon as the server reports
 * that wait.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Schema } from "effect"
import type { Client } from "pg"
import { layerTest } from "../../service/development.ts"
import { readId } from "../service/responses.ts"
import {
  ada,
  type TestResponse,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  PROJECT_ID,
  seedWith,
  send,
  signIn,
  USER_ID,
  withToken
} from "../service/fixture.ts"
import { codeTo } from "../service/mails.ts"
import { post } from "../service/requests.ts"
import { connectTo } from "./connected.ts"
import { server, temporaryDatabase } from "./server.ts"
import { collectLog } from "../service/collect-log.ts"

/** Waits until a connection is blocked by a lock of `client`. */
const untilBlocked = (client: Client): Effect.Effect<void> =>
  Effect.flatMap(
    Effect.promise(() =>
      client.query("SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))")
    ),
    ({ rows }) => (rows.length > 0 ? Effect.void : untilBlocked(client))
  )

/** The rows to which a request may refer. */
interface Rows {
  readonly asUser: Headers
  readonly teamId: string
  readonly channelId: string
  readonly signInCode: string
}

interface Case {
  readonly name: string
  readonly deletes: "users" | "teams" | "projects" | "project_configs"
  readonly request: (rows: Rows) => readonly [method: string, path: string, headers: Headers, json?: unknown]
  /** The known error code, or the status of a response without one. */
  readonly response: string | number
}

const callback = "http://localhost:3000/callback"

const cases: ReadonlyArray<Case> = [
  {
    name: "a verification code is mailed to a deleted user",
    deletes: "users",
    request: ({ channelId }) => [
      "POST",
      `/contact-channels/${USER_ID}/${channelId}/send-verification-code`,
      asServer,
      { callback_url: callback }
    ],
    response: "USER_ID_DOES_NOT_EXIST"
  },
  {
    name: "a deleted user signs in with a password",
    deletes: "users",
    request: () => ["POST", "/auth/password/sign-in", asClient, ada],
    response: "EMAIL_PASSWORD_MISMATCH"
  },
  {
    name: "a deleted user signs in with a mailed code",
    deletes: "users",
    request: ({ signInCode }) => ["POST", "/auth/otp/sign-in", asClient, { code: signInCode }],
    response: "USER_NOT_FOUND"
  },
  {
    name: "a session is created for a deleted user",
    deletes: "users",
    request: () => ["POST", "/auth/sessions", asServer, { user_id: USER_ID }],
    response: "USER_ID_DOES_NOT_EXIST"
  },
  {
    name: "an address is added to a deleted user",
    deletes: "users",
    request: () => [
      "POST",
      "/contact-channels",
      asServer,
      { user_id: USER_ID, type: "email", value: "new@example.com", used_for_auth: false }
    ],
    response: 404
  },
  {
    name: "the server sets the password of a deleted user",
    deletes: "users",
    request: () => ["PATCH", `/users/${USER_ID}`, asServer, { password: "another password" }],
    response: "USER_NOT_FOUND"
  },
  {
    name: "a deleted user registers a passkey",
    deletes: "users",
    request: ({ asUser }) => ["POST", "/auth/passkey/initiate-passkey-registration", asUser, {}],
    response: "SCHEMA_ERROR"
  },
  {
    name: "a deleted user joins a team",
    deletes: "users",
    request: ({ teamId }) => ["POST", `/team-memberships/${teamId}/${USER_ID}`, asServer, {}],
    response: "USER_NOT_FOUND"
  },
  {
    name: "a project permission is granted to a deleted user",
    deletes: "users",
    request: () => ["POST", `/project-permissions/${USER_ID}/staff`, asServer, {}],
    response: "USER_NOT_FOUND"
  },
  {
    name: "a deleted user creates a team",
    deletes: "users",
    request: ({ asUser }) => ["POST", "/teams", asUser, { display_name: "Team", creator_user_id: "me" }],
    response: "USER_NOT_FOUND"
  },
  {
    name: "a user joins a deleted team",
    deletes: "teams",
    request: ({ teamId }) => ["POST", `/team-memberships/${teamId}/${USER_ID}`, asServer, {}],
    response: "TEAM_NOT_FOUND"
  },
  {
    name: "a user is invited to a deleted team",
    deletes: "teams",
    request: ({ teamId }) => [
      "POST",
      "/team-invitations/send-code",
      asServer,
      { team_id: teamId, email: "bob@example.com", callback_url: callback }
    ],
    response: 404
  },
  {
    name: "a user signs up to a deleted project",
    deletes: "projects",
    request: () => [
      "POST",
      "/auth/password/sign-up",
      asClient,
      {
        email: "new@example.com",
        password: "correct horse",
        verification_callback_url: callback
      }
    ],
    response: "INVALID_PUBLISHABLE_CLIENT_KEY"
  },
  {
    name: "a user signs up to a project of which only the settings are deleted yet",
    deletes: "project_configs",
    request: () => [
      "POST",
      "/auth/password/sign-up",
      asClient,
      { email: "new@example.com", password: "correct horse", verification_callback_url: callback }
    ],
    response: "INVALID_PUBLISHABLE_CLIENT_KEY"
  },
  {
    name: "a user is created in a deleted project",
    deletes: "projects",
    request: () => ["POST", "/users", asServer, { primary_email: "new@example.com" }],
    response: "INVALID_SECRET_SERVER_KEY"
  },
  {
    name: "a team is created in a deleted project",
    deletes: "projects",
    request: () => ["POST", "/teams", asServer, { display_name: "Team" }],
    response: "INVALID_SECRET_SERVER_KEY"
  },
  {
    name: "an API key is created for a deleted project",
    deletes: "projects",
    request: () => [
      "POST",
      "/internal/api-keys",
      asAdmin,
      {
        description: "key",
        expires_at_millis: 4e12,
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: false
      }
    ],
    response: "INVALID_SUPER_SECRET_ADMIN_KEY"
  },
  {
    name: "a permission is defined in a deleted project",
    deletes: "projects",
    request: () => ["POST", "/team-permission-definitions", asAdmin, { id: "read" }],
    response: "INVALID_SUPER_SECRET_ADMIN_KEY"
  },
  {
    name: "a project permission is defined in a deleted project",
    deletes: "projects",
    request: () => ["POST", "/project-permission-definitions", asAdmin, { id: "read" }],
    response: "INVALID_SUPER_SECRET_ADMIN_KEY"
  },
  {
    name: "an email template of a deleted project is changed",
    deletes: "projects",
    request: () => ["PATCH", "/email-templates/magic_link", asAdmin, { subject: "Sign in" }],
    response: "INVALID_SUPER_SECRET_ADMIN_KEY"
  },
  {
    name: "a webhook portal is opened for a deleted project",
    deletes: "projects",
    request: () => ["POST", "/webhooks/svix-token", asAdmin, {}],
    response: "INVALID_SUPER_SECRET_ADMIN_KEY"
  }
]

const insertRows = Effect.gen(function* () {
  const { access_token } = yield* signIn()
  const team = yield* send("POST", "/api/v1/teams", { headers: asServer, json: { display_name: "Team" } })
  const channels = yield* send("GET", `/api/v1/contact-channels?user_id=${USER_ID}`, { headers: asServer })
  const readChannels = Schema.decodeUnknownEffect(
    Schema.Struct({ items: Schema.Tuple([Schema.Struct({ id: Schema.String })]) })
  )
  const {
    items: [{ id: channelId }]
  } = yield* Effect.orDie(readChannels(channels.json))
  const teamId = yield* readId(team.json)
  const email = "verified@example.com"
  yield* post("/contact-channels", asServer, {
    user_id: USER_ID,
    type: "email",
    value: email,
    is_verified: true,
    used_for_auth: true
  })
  yield* post("/auth/otp/send-sign-in-code", asClient, { email, callback_url: callback })
  return { asUser: withToken(access_token), channelId, teamId, signInCode: yield* codeTo(email) }
})

const resultOf = ({ code, status }: TestResponse) => code ?? status

const project = {
  config: { magicLinkEnabled: true, passkeyEnabled: true, clientTeamCreationEnabled: true },
  projectPermissions: { definitions: [{ id: "staff" }] }
}

describe.skipIf(server === undefined)("a request that refers to a concurrently deleted row", () => {
  it.live.each(cases)(
    "gets the response that follows the deletion: $name",
    ({ response, deletes, request }) =>
      Effect.gen(function* () {
        const url = yield* temporaryDatabase
        const { lines, logger } = collectLog()
        yield* Effect.gen(function* () {
          const given = yield* insertRows
          const deletion = yield* connectTo(url)
          const id = deletes === "users" ? USER_ID : deletes === "teams" ? given.teamId : PROJECT_ID
          yield* Effect.promise(async () => {
            await deletion.query("BEGIN")
            const key = deletes === "project_configs" ? "project_id" : "id"
            await deletion.query(`DELETE FROM ${deletes} WHERE ${key} = $1`, [id])
          })
          const [method, path, headers, json] = request(given)
          const fiber = yield* Effect.forkChild(send(method, `/api/v1${path}`, { headers, json }), {
            startImmediately: true
          })
          yield* Effect.raceFirst(
            untilBlocked(deletion),
            Effect.flatMap(Fiber.join(fiber), ({ text }) =>
              Effect.die(new Error(`responded without the lock: ${text}`))
            )
          )
          yield* Effect.promise(() => deletion.query("COMMIT"))
          const actual = yield* Fiber.join(fiber)
          assert.strictEqual(resultOf(actual), response, `${actual.text}\n${lines.join("\n")}`)
          assert.deepStrictEqual(lines, [])
        }).pipe(Effect.provide(Layer.merge(layerTest({ database: url, seed: seedWith(project) }), logger)))
      }),
    30_000
  )
})
