/** Endpoints of the API keys of users. The client tier has access to the caller's own. */
import * as Schema from "effect/Schema"
import { ApiKeyNotFound, apiKeyNotValidErrors } from "../errors/api-key.ts"
import { LimitReached } from "../errors/limit-reached.ts"
import { UserAuthenticationRequired, UserNotFound } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Secret } from "../schema/fields/secret.ts"
import { UserRef, Uuid } from "../schema/fields/uuid.ts"
import { list as listOf } from "../schema/lists.ts"
import { UserApiKey, UserApiKeyCreate, UserApiKeyFirstView, UserTeamApiKeyUpdate } from "../schema/user-team-api-key.ts"
import { wire } from "../schema/wire.ts"

const missingFrom = "Stack Auth before 2.8.3"

const everyTier = { tiers: ["client", "server", "admin"], session: "current", resource: true, missingFrom } as const

const params = { api_key_id: Uuid }

const query = wire({ userId: Schema.optionalKey(UserRef) })

/** Creates a key, and returns it this once. Only its hash is stored. */
export const create = Endpoint.post("/user-api-keys", {
  ...everyTier,
  body: UserApiKeyCreate,
  success: UserApiKeyFirstView,
  errors: [UserAuthenticationRequired, UserNotFound, LimitReached]
})

/** Lists the keys of a user, newest first. The server tier may leave out the user, to list those of all users. */
export const list = Endpoint.get("/user-api-keys", {
  ...everyTier,
  query,
  success: listOf(UserApiKey),
  errors: [UserAuthenticationRequired]
})

/** Returns an API key of a user. */
export const get = Endpoint.get("/user-api-keys/:api_key_id", {
  ...everyTier,
  params,
  query,
  success: UserApiKey,
  errors: [UserAuthenticationRequired, ApiKeyNotFound]
})

/** Changes the description of a key, or revokes it for ever. */
export const update = Endpoint.patch("/user-api-keys/:api_key_id", {
  ...everyTier,
  params,
  query,
  body: UserTeamApiKeyUpdate,
  success: UserApiKey,
  errors: [UserAuthenticationRequired, ApiKeyNotFound]
})

/** Checks the key of a request to the backend of an application. */
export const check = Endpoint.post("/user-api-keys/check", {
  tiers: ["server", "admin"],
  resource: true,
  idempotent: true,
  missingFrom,
  body: wire({ apiKey: Secret }),
  success: UserApiKey,
  errors: apiKeyNotValidErrors
})
