/** Sets up projects, their owners and their API keys. */
import { Effect, Schema } from "effect"
import { send } from "../fixture.ts"
import type { RegisteredUser } from "./users.ts"
import { setUp, internalKeys, ownerToken } from "./project.ts"
import { readSession } from "../responses.ts"

const Key = Schema.Struct({
  id: Schema.String,
  super_secret_admin_key: Schema.String
})

const keySet = {
  description: "test api key",
  has_publishable_client_key: true,
  has_secret_server_key: true,
  has_super_secret_admin_key: true,
  expires_at_millis: 4_102_444_800_000
}

/** Creates a set of API keys. */
export const createApiKeys = Effect.fnUntraced(function* (
  fields: object = {},
  headers?: Readonly<Record<string, string>>
) {
  const json = yield* setUp("POST", "/internal/api-keys", { ...keySet, ...fields }, headers)
  const { id, super_secret_admin_key } = yield* Effect.orDie(Schema.decodeUnknownEffect(Key)(json))
  return { id, superSecretAdminKey: super_secret_admin_key }
})

/** Creates a set of all three keys. */
export const newApiKeys = createApiKeys()

const Project = Schema.Struct({ id: Schema.String })

/** The headers of the owner in the project `internal`. */
const asOwner = Effect.map(ownerToken, (token) => ({
  "x-stack-project-id": "internal",
  "x-stack-access-type": "client",
  "x-stack-publishable-client-key": internalKeys.publishableClientKey,
  "x-stack-access-token": token
}))

/** Creates a project without keys, as the dashboard does. */
export const newProject = Effect.gen(function* () {
  const { json } = yield* send("POST", "/api/v1/internal/projects", {
    headers: yield* asOwner,
    json: { display_name: "New Project" }
  })
  return (yield* Effect.orDie(Schema.decodeUnknownEffect(Project)(json))).id
})

/** Returns the headers with which an owner manages a project. */
export const asOwnerOf = (id: string) =>
  Effect.map(ownerToken, (token) => ({
    "x-stack-project-id": id,
    "x-stack-access-type": "admin",
    "x-stack-admin-access-token": token
  }))

/** Signs up a user in the project `internal` who owns no project. */
export const userWithoutProjects = Effect.gen(function* () {
  const { json } = yield* send("POST", "/api/v1/auth/password/sign-up", {
    headers: {
      "x-stack-project-id": "internal",
      "x-stack-access-type": "client",
      "x-stack-publishable-client-key": internalKeys.publishableClientKey
    },
    json: { ...newCredential, verification_callback_url: "http://localhost:12345" }
  })
  const tokens = yield* readSession(json)
  const user: RegisteredUser = {
    ...newCredential,
    id: tokens.user_id,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token
  }
  return { user, project: "internal" as const }
})

const newCredential = { email: "customer@example.com", password: "correct horse" }
