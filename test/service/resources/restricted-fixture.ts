/** Requests about restricted users. */
import { Effect, Schema } from "effect"
import { readAccessToken } from "../responses.ts"
import { asAdmin, asServer, type Headers, me, refresh, send, USER_ID, withToken } from "../fixture.ts"

export const patchUser = (json: object, id = USER_ID, headers: Headers = asServer) =>
  send("PATCH", `/api/v1/users/${id}`, { headers, json })

/** Restricts Ada, or another user. */
export const restrict = (fields: object = {}, id?: string) => patchUser({ restricted_by_admin: true, ...fields }, id)

export const lift = (id?: string) => patchUser({ restricted_by_admin: false }, id)

/** Requires verified addresses in the project, or not any more. */
export const requireVerification = (isRequired = true) =>
  send("PATCH", "/api/v1/projects/current", {
    headers: asAdmin,
    json: { config: { require_email_verification: isRequired } }
  })

/** The headers of a restricted user, by the header of clients that know about them. */
export const asRestricted = (accessToken: string, tier?: Headers): Headers => ({
  ...withToken(accessToken, tier),
  "x-stack-allow-restricted-user": "true"
})

/** Returns a new access token of a session. */
export const renewToken = Effect.fnUntraced(function* (refreshToken: string) {
  const { json } = yield* refresh(refreshToken)
  return yield* readAccessToken(json)
})

const User = Schema.Struct({
  id: Schema.String,
  is_restricted: Schema.Boolean,
  restricted_reason: Schema.NullOr(Schema.Struct({ type: Schema.String })),
  restricted_by_admin: Schema.Boolean,
  restricted_by_admin_reason: Schema.NullOr(Schema.String),
  restricted_by_admin_private_details: Schema.optionalKey(Schema.NullOr(Schema.String))
})

/** Reads the restriction of a user from a response. */
export const readRestriction = ({ json }: { readonly json: unknown }) =>
  Effect.map(Effect.orDie(Schema.decodeUnknownEffect(User)(json)), ({ id: _id, ...restriction }) => restriction)

/** Returns why the user of a token is restricted; `null` for a normal user. */
export const reasonOf = Effect.fnUntraced(function* (accessToken: string) {
  const { restricted_reason } = yield* readRestriction(yield* me(asRestricted(accessToken)))
  return restricted_reason?.type ?? null
})
