/** Requests of anonymous users. */
import { Effect, Schema } from "effect"
import { asClient, type Headers, send, withToken } from "../fixture.ts"
import { readSession } from "../responses.ts"

export const signUpAnonymously = (headers: Headers = asClient) =>
  send("POST", "/api/v1/auth/anonymous/sign-up", { headers })

/** Creates an anonymous user. Returns their tokens. */
export const anonymous = (headers?: Headers) =>
  Effect.flatMap(signUpAnonymously(headers), ({ json }) => readSession(json))

/** The headers of an anonymous user. */
export const asAnonymous = (accessToken: string, tier?: Headers): Headers => ({
  ...withToken(accessToken, tier),
  "x-stack-allow-anonymous-user": "true"
})

const User = Schema.Struct({
  id: Schema.String,
  is_anonymous: Schema.Boolean,
  is_restricted: Schema.Boolean,
  restricted_reason: Schema.NullOr(Schema.Struct({ type: Schema.String })),
  primary_email: Schema.NullOr(Schema.String),
  primary_email_verified: Schema.Boolean,
  display_name: Schema.NullOr(Schema.String),
  signed_up_at_millis: Schema.Finite,
  client_metadata: Schema.Unknown,
  has_password: Schema.Boolean,
  otp_auth_enabled: Schema.Boolean
})

/** Reads a user from a response. */
export const readUser = ({ json }: { readonly json: unknown }) => Effect.orDie(Schema.decodeUnknownEffect(User)(json))
