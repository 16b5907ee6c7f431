/** Requests of passkey ceremonies. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { type Authenticator, type AuthenticatorFaults, makeAuthenticator } from "../authenticator.ts"
import { asClient, type Headers, send, service, signIn, USER_ID, withToken } from "../fixture.ts"

export const SENTINEL = "THIS_VALUE_WILL_BE_REPLACED.example.com"

export const withPasskeys = (project: Parameters<typeof service>[0] = {}) =>
  service({ config: { passkeyEnabled: true, ...project.config }, ...project })

export const base64url = (text: string) => Buffer.from(text).toString("base64url")

const Ceremony = Schema.Struct({
  code: Schema.String,
  options_json: Schema.Struct({ challenge: Schema.String })
})

export const readCeremony = (json: unknown) =>
  Effect.map(Effect.orDie(Schema.decodeUnknownEffect(Ceremony)(json)), ({ code, options_json }) => ({
    code,
    challenge: options_json.challenge
  }))

export const initiateRegistration = (headers: Headers, json: object = {}) =>
  send("POST", "/api/v1/auth/passkey/initiate-passkey-registration", { headers, json })

export const initiateAuthentication = (headers: Headers = asClient) =>
  send("POST", "/api/v1/auth/passkey/initiate-passkey-authentication", { headers, json: {} })

export const registerWith = (headers: Headers, json: unknown) =>
  send("POST", "/api/v1/auth/passkey/register", { headers, json })

export const signInWith = (json: unknown, headers: Headers = asClient) =>
  send("POST", "/api/v1/auth/passkey/sign-in", { headers, json })

/** Runs a whole registration. */
export const register = Effect.fnUntraced(function* (
  headers: Headers,
  key: Authenticator,
  faults: AuthenticatorFaults = {}
) {
  const { challenge, code } = yield* readCeremony((yield* initiateRegistration(headers)).json)
  return yield* registerWith(headers, { credential: key.create(challenge, faults), code })
})

/** Runs a whole registration that leaves the user's other passkeys. */
export const addPasskey = Effect.fnUntraced(function* (
  headers: Headers,
  key: Authenticator,
  name?: string,
  faults: AuthenticatorFaults = {}
) {
  const { challenge, code } = yield* readCeremony((yield* initiateRegistration(headers, { add: true })).json)
  return yield* registerWith(headers, {
    credential: key.create(challenge, faults),
    code,
    ...(name !== undefined && { name })
  })
})

const Listed = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  created_at_millis: Schema.Number,
  last_used_at_millis: Schema.NullOr(Schema.Number),
  is_backed_up: Schema.NullOr(Schema.Boolean)
})
const readList = Schema.decodeUnknownEffect(Schema.Struct({ items: Schema.Array(Listed) }))

/** Returns the passkeys of a user. */
export const passkeysOf = (headers: Headers, userId = "me") =>
  Effect.flatMap(send("GET", `/api/v1/passkeys/${userId}`, { headers }), ({ json }) =>
    Effect.map(Effect.orDie(readList(json)), ({ items }) => items)
  )

/** Returns the names of a user's passkeys. */
export const passkeyNames = (headers: Headers) => Effect.map(passkeysOf(headers), (all) => all.map(({ name }) => name))

/** Runs a whole sign-in. */
export const signInBy = Effect.fnUntraced(function* (
  key: Authenticator,
  faults: AuthenticatorFaults = {},
  userId: string = USER_ID
) {
  const { challenge, code } = yield* readCeremony((yield* initiateAuthentication()).json)
  return yield* signInWith({ authentication_response: key.get(challenge, base64url(userId), faults), code })
})

export const client = Effect.map(signIn(), ({ access_token }) => withToken(access_token))

export const registered = Effect.gen(function* () {
  const headers = yield* client
  const key = makeAuthenticator()
  const { status } = yield* register(headers, key)
  assert.strictEqual(status, 200)
  return { headers, key }
})

export const isCode = Schema.is(Schema.String.check(Schema.isPattern(/^[0-9a-z]{45}$/u)))
