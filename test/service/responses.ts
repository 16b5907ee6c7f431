/** Reads the bodies of responses. A body of another shape fails the test. */
import { Effect, Schema } from "effect"

const decode = <A, I>(schema: Schema.Codec<A, I>) => {
  const read = Schema.decodeUnknownEffect(schema)
  return (json: unknown) => Effect.orDie(read(json))
}

/** Reads the session of a sign-in or a sign-up. */
export const readSession = decode(
  Schema.Struct({
    access_token: Schema.String,
    refresh_token: Schema.String,
    user_id: Schema.String,
    is_new_user: Schema.optionalKey(Schema.Boolean)
  })
)
export type SessionBody = Effect.Success<ReturnType<typeof readSession>>

/** Reads the tokens of a session, without its user. */
export const readTokens = decode(Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String }))

/** Reads the access token of a response that has no refresh token. */
export const readAccessToken = (json: unknown) =>
  Effect.map(decode(Schema.Struct({ access_token: Schema.String }))(json), ({ access_token }) => access_token)

/** Reads the attempt at a sign-in that needs a second factor, in the details of its error. */
export const readAttempt = decode(Schema.Struct({ attempt_code: Schema.String }))

/** Reads new recovery codes. */
export const readRecoveryCodes = decode(Schema.Struct({ codes: Schema.Array(Schema.String) }))

/** Reads the id of an entity. */
export const readId = (json: unknown) => Effect.map(decode(Schema.Struct({ id: Schema.String }))(json), ({ id }) => id)

/** Reads the items of a list. */
export const readItems = (json: unknown) =>
  Effect.map(
    decode(Schema.Struct({ items: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) }))(json),
    ({ items }) => items
  )

/** Reads one field of each item of a list. */
export const pluck = (json: unknown, field: string) =>
  Effect.map(readItems(json), (items) => items.map((item) => item[field]))

/** Returns the status and the code of a rejected call. */
export const refusal = ({ code, status }: { readonly status: number; readonly code: string | undefined }) => [
  status,
  code
]
