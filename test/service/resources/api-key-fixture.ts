/** A service whose users and teams may have API keys, and requests about them. */
import { Effect, Schema } from "effect"
import { type Headers, service, asServer } from "../fixture.ts"
import { users } from "../team-fixture.ts"
import { post } from "../requests.ts"

/** The service with users, in a project with these settings. */
export const withKeys = (config: { readonly allowUserApiKeys?: boolean; readonly allowTeamApiKeys?: boolean } = {}) =>
  service({ users, config: { allowUserApiKeys: true, allowTeamApiKeys: true, ...config } })

const Created = Schema.Struct({ id: Schema.String, value: Schema.String })

/** Returns the id and the key in the response of a creation. */
export const readCreated = (json: unknown) => Effect.orDie(Schema.decodeUnknownEffect(Created)(json))

/** Creates a key of a user or a team. */
export const createKey = Effect.fnUntraced(function* (
  headers: Headers,
  owner: { readonly user_id: string } | { readonly team_id: string },
  fields: object = {}
) {
  const path = "user_id" in owner ? "/user-api-keys" : "/team-api-keys"
  const response = yield* post(path, headers, { description: "CI", expires_at_millis: null, ...owner, ...fields })
  return yield* readCreated(response.json)
})

/** Checks a key in the server tier. */
export const checkKey = (type: "user" | "team", api_key: string, headers: Headers = asServer) =>
  post(`/${type}-api-keys/check`, headers, { api_key })
