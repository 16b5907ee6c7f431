/** Endpoints of a project's API keys. A key is returned once, at its creation. */
import { ApiKeyNotFound } from "../errors/api-key.ts"
import * as Endpoint from "../http/endpoint.ts"
import { ApiKey, ApiKeyCreate, ApiKeyFirstView, ApiKeyUpdate } from "../schema/api-key.ts"
import { Uuid } from "../schema/fields/uuid.ts"
import { list as listOf } from "../schema/lists.ts"

const admin = { tiers: ["admin"], resource: true } as const
const params = { api_key_id: Uuid }

/** Creates a set of keys. The response is the only one with the whole keys. */
export const create = Endpoint.post("/internal/api-keys", { ...admin, body: ApiKeyCreate, success: ApiKeyFirstView })

/** Lists the key sets, newest first. */
export const list = Endpoint.get("/internal/api-keys", { ...admin, success: listOf(ApiKey) })

/** Returns a set of keys by its id, with the last four characters of each key. */
export const get = Endpoint.get("/internal/api-keys/:api_key_id", {
  ...admin,
  params,
  success: ApiKey,
  errors: [ApiKeyNotFound]
})

/** Updates or revokes a key set. Revoking it again changes the time of the revocation. */
export const update = Endpoint.patch("/internal/api-keys/:api_key_id", {
  ...admin,
  params,
  body: ApiKeyUpdate,
  success: ApiKey,
  errors: [ApiKeyNotFound]
})
