/** Endpoints of the API keys of teams. In the client tier the caller needs `$manage_api_keys` in the team. */
import { ApiKeyNotFound, apiKeyNotValidErrors } from "../errors/api-key.ts"
import { LimitReached } from "../errors/limit-reached.ts"
import { TeamNotFound } from "../errors/team.ts"
import { UserAuthenticationRequired } from "../errors/user.ts"
import * as Endpoint from "../http/endpoint.ts"
import { Secret } from "../schema/fields/secret.ts"
import { Uuid } from "../schema/fields/uuid.ts"
import { list as listOf } from "../schema/lists.ts"
import { TeamApiKey, TeamApiKeyCreate, TeamApiKeyFirstView, UserTeamApiKeyUpdate } from "../schema/user-team-api-key.ts"
import { wire } from "../schema/wire.ts"

const missingFrom = "Stack Auth before 2.8.3"

const everyTier = { tiers: ["client", "server", "admin"], session: "current", resource: true, missingFrom } as const

const params = { api_key_id: Uuid }

const query = wire({ teamId: Uuid })

/** Without the permission the keys do not exist for the caller. */
const errors = [UserAuthenticationRequired, ApiKeyNotFound] as const

/** Creates a key, and returns it this once. Only its hash is stored. */
export const create = Endpoint.post("/team-api-keys", {
  ...everyTier,
  body: TeamApiKeyCreate,
  success: TeamApiKeyFirstView,
  errors: [...errors, TeamNotFound, LimitReached]
})

/** Lists the keys of a team, newest first. */
export const list = Endpoint.get("/team-api-keys", { ...everyTier, query, success: listOf(TeamApiKey), errors })

/** Returns an API key of a team. */
export const get = Endpoint.get("/team-api-keys/:api_key_id", {
  ...everyTier,
  params,
  query,
  success: TeamApiKey,
  errors
})

/** Changes the description of a key, or revokes it for ever. */
export const update = Endpoint.patch("/team-api-keys/:api_key_id", {
  ...everyTier,
  params,
  query,
  body: UserTeamApiKeyUpdate,
  success: TeamApiKey,
  errors
})

/** Checks the key of a request to the backend of an application. */
export const check = Endpoint.post("/team-api-keys/check", {
  tiers: ["server", "admin"],
  resource: true,
  idempotent: true,
  missingFrom,
  body: wire({ apiKey: Secret }),
  success: TeamApiKey,
  errors: apiKeyNotValidErrors
})
