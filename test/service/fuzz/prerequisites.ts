/**
 * Creates the users, teams and codes that the requests in `valid-requests.ts` need, in a project that random requests
 * cannot change.
 */
import { Clock, Effect, Schema } from "effect"
import { makeAuthenticator } from "../authenticator.ts"
import { type Headers, send } from "../fixture.ts"
import { codeTo } from "../mails.ts"
import { Browser, CALLBACK, grace, tokenParameters } from "../resources/oauth/browser.ts"
import { secret, totpAt } from "../setup/second-factor.ts"
import { GUEST, headersOf, internalKeys, OWNER, isolated } from "./seed.ts"
import { randomUUID } from "node:crypto"

export const client = headersOf(isolated, "client")
export const server = headersOf(isolated, "server")
export const admin = headersOf(isolated, "admin")
const internal: Headers = {
  "x-stack-project-id": "internal",
  "x-stack-access-type": "client",
  "x-stack-publishable-client-key": internalKeys.client
}

/** Sends a request that has to succeed. */
export const requestOrDie = Effect.fnUntraced(function* <A>(
  schema: Schema.Codec<A, unknown>,
  method: string,
  path: string,
  headers: Headers,
  json?: object
) {
  const response = yield* send(method, `/api/v1${path}`, { headers, ...(json !== undefined && { json }) })
  if (response.status >= 300) yield* Effect.die(`${method} ${path} failed: ${response.status} ${response.text}`)
  return yield* Effect.orDie(Schema.decodeUnknownEffect(schema)(response.json))
})

export const post = <A>(schema: Schema.Codec<A, unknown>, path: string, headers: Headers, json: object) =>
  requestOrDie(schema, "POST", path, headers, json)

export const AnyJson = Schema.Unknown
export const WithId = Schema.Struct({ id: Schema.String })
export const Tokens = Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String })
export const Ceremony = Schema.Struct({
  code: Schema.String,
  options_json: Schema.Struct({ challenge: Schema.String })
})

const RecoveryCodes = Schema.Struct({ codes: Schema.Array(Schema.String) })

export const newEmail = Effect.sync(() => `valid-${randomUUID()}@valid.example`)
export const callback_url = "http://localhost:3000/handler/valid"
export const password = GUEST.password

/** Creates a user. Returns the headers of their requests. */
export const newUser = Effect.fnUntraced(function* (fields: object = { password }) {
  const email = yield* newEmail
  const user = { primary_email: email, primary_email_auth_enabled: true, ...fields }
  const { id } = yield* post(WithId, "/users", server, user)
  const tokens = yield* post(Tokens, "/auth/sessions", server, { user_id: id })
  return {
    id,
    email,
    headers: { ...client, "x-stack-access-token": tokens.access_token },
    refreshToken: { "x-stack-refresh-token": tokens.refresh_token }
  }
})

const Listed = Schema.Struct({ items: Schema.Array(WithId) })

const Sessions = Schema.Struct({ items: Schema.NonEmptyArray(WithId) })

export const newSession = Effect.gen(function* () {
  const { id } = yield* newUser()
  const { items } = yield* requestOrDie(Sessions, "GET", `/auth/sessions?user_id=${id}`, server)
  return items[0].id
})

export const newTeam = Effect.gen(function* () {
  const user = yield* newUser()
  const team = yield* post(WithId, "/teams", server, { display_name: "A team", creator_user_id: user.id })
  return { user, team: team.id }
})

export const newChannel = Effect.gen(function* () {
  const { id: user_id } = yield* newUser()
  const channel = { user_id, type: "email", value: yield* newEmail, used_for_auth: false }
  const { id } = yield* post(WithId, "/contact-channels", server, channel)
  return { user_id, contact_channel_id: id }
})

const newDefinition = Effect.fnUntraced(function* (path: string) {
  const id = `valid:${(yield* Effect.sync(randomUUID)).replaceAll("-", "_")}`
  yield* post(AnyJson, path, admin, { id })
  return id
})

export const newPermission = newDefinition("/team-permission-definitions")
export const newProjectPermission = newDefinition("/project-permission-definitions")

export const newProjectGrant = Effect.gen(function* () {
  const { id: user_id } = yield* newUser()
  const permission_id = yield* newProjectPermission
  yield* post(AnyJson, `/project-permissions/${user_id}/${permission_id}`, server, {})
  return { user_id, permission_id }
})

export const newKey = Effect.gen(function* () {
  const which = { has_publishable_client_key: true, has_secret_server_key: false, has_super_secret_admin_key: false }
  const { id } = yield* post(WithId, "/internal/api-keys", admin, {
    description: "Valid",
    expires_at_millis: 4_102_444_800_000,
    ...which
  })
  return id
})

const WithKey = Schema.Struct({ id: Schema.String, value: Schema.String })

const apiKey = { description: "Valid", expires_at_millis: null }

/** Creates a user with an API key. */
export const newUserKey = Effect.gen(function* () {
  const user = yield* newUser()
  const { id, value } = yield* post(WithKey, "/user-api-keys", user.headers, { ...apiKey, user_id: "me" })
  return { headers: user.headers, api_key_id: id, api_key: value }
})

/** Creates a team with an API key. Returns the headers of its creator. */
export const newTeamKey = Effect.gen(function* () {
  const { team: team_id, user } = yield* newTeam
  const { id, value } = yield* post(WithKey, "/team-api-keys", user.headers, { ...apiKey, team_id })
  return { headers: user.headers, team_id, api_key_id: id, api_key: value }
})

/** Sends a mail by a mail server that does not exist. */
export const newOutgoingMail = Effect.gen(function* () {
  const { email } = yield* newUser()
  const set = (email_config: object) =>
    requestOrDie(AnyJson, "PATCH", "/projects/current", admin, { config: { email_config } })
  yield* set({
    type: "standard",
    host: "127.0.0.1",
    port: 9,
    username: "u",
    password: "p",
    sender_name: "Valid",
    sender_email: "mail@valid.example"
  })
  yield* post(AnyJson, "/auth/password/send-reset-code", client, { email, callback_url })
  yield* set({ type: "shared" })
  const { items } = yield* requestOrDie(Listed, "GET", "/internal/outgoing-mails?limit=1", admin)
  return items[0]?.id ?? (yield* Effect.die("The outbox has no mail"))
})

/** The URL of a target. Nothing listens there. */
export const newTargetUrl = Effect.sync(() => `http://127.0.0.1:9/${randomUUID()}`)

/** The project has few targets at a time: each is deleted when the next one is created. */
export const newTarget = Effect.gen(function* () {
  const { items } = yield* requestOrDie(Listed, "GET", "/webhooks/targets", admin)
  // A concurrent request may have deleted them.
  for (const { id } of items) yield* send("DELETE", `/api/v1/webhooks/targets/${id}`, { headers: admin, json: {} })
  return (yield* post(WithId, "/webhooks/targets", admin, { url: yield* newTargetUrl })).id
})

/** Creates a user, and returns the message about that. */
export const newWebhookMessage = Effect.gen(function* () {
  yield* newTarget
  yield* newUser()
  const { items } = yield* requestOrDie(Listed, "GET", "/webhooks/messages?limit=1", admin)
  return items[0]?.id ?? (yield* Effect.die("The new user has no message"))
})

const StartedSignIn = Schema.Struct({ polling_code: Schema.String, login_code: Schema.String })

/** Starts a sign-in on a command line. */
export const startedSignIn = post(StartedSignIn, "/auth/cli", client, {})

/** Starts a sign-in on a command line, which a user has approved. */
export const approvedSignIn = Effect.gen(function* () {
  const { login_code, polling_code } = yield* startedSignIn
  const { refreshToken } = yield* newUser()
  const refresh_token = refreshToken["x-stack-refresh-token"]
  yield* post(AnyJson, "/auth/cli/complete", client, { login_code, refresh_token })
  return polling_code
})

/** Signs in the owner of projects, in the project `internal`. */
export const owner = Effect.map(
  post(Tokens, "/auth/password/sign-in", internal, { email: OWNER.email, password: OWNER.password }),
  (tokens) => ({ ...internal, "x-stack-access-token": tokens.access_token })
)

export const invitation = Effect.gen(function* () {
  const { team } = yield* newTeam
  const email = yield* newEmail
  yield* post(AnyJson, "/team-invitations/send-code", server, { team_id: team, email, callback_url })
  return { headers: (yield* newUser()).headers, body: { code: yield* codeTo(email) } }
})

/** Invites a user with a verified address. Returns the id of the invitation, and the headers of the user's requests. */
export const receivedInvitation = Effect.gen(function* () {
  const { team: team_id } = yield* newTeam
  const { email, headers } = yield* newUser({ primary_email_verified: true })
  const { id } = yield* post(WithId, "/team-invitations/send-code", server, { team_id, email, callback_url })
  return { headers, id }
})

export const signInCode = Effect.gen(function* () {
  const email = yield* newEmail
  yield* post(AnyJson, "/auth/otp/send-sign-in-code", client, { email, callback_url })
  return { headers: client, body: { code: yield* codeTo(email) } }
})

export const resetCode = Effect.gen(function* () {
  const { email } = yield* newUser()
  yield* post(AnyJson, "/auth/password/send-reset-code", client, { email, callback_url })
  return { headers: client, body: { code: yield* codeTo(email) } }
})

export const verificationCode = Effect.gen(function* () {
  const { email, headers } = yield* newUser()
  yield* post(AnyJson, "/contact-channels/send-verification-code", headers, { email, callback_url })
  return { headers: client, body: { code: yield* codeTo(email) } }
})

export const passkey = Effect.gen(function* () {
  const user = yield* newUser()
  const { code, options_json } = yield* post(Ceremony, "/auth/passkey/initiate-passkey-registration", user.headers, {})
  const authenticator = makeAuthenticator()
  return { user, authenticator, body: { code, credential: authenticator.create(options_json.challenge) } }
})

const Passkeys = Schema.Struct({ items: Schema.Tuple([WithId]) })

/** Creates a user with a passkey. Returns the headers of their requests and the id of the passkey. */
export const newPasskey = Effect.gen(function* () {
  const { body, user } = yield* passkey
  yield* post(AnyJson, "/auth/passkey/register", user.headers, body)
  const { items } = yield* requestOrDie(Passkeys, "GET", "/passkeys/me", user.headers)
  return { headers: user.headers, passkey_id: items[0].id }
})

export const clientAtProvider = { client_id: isolated.id, client_secret: isolated.keys.client }

/** Starts a flow and signs in at the provider. Returns the callback URL with its parameters. */
export const atProvider = Effect.fnUntraced(function* (provider_id: string) {
  const browser = new Browser()
  const page = yield* browser.begin(provider_id, clientAtProvider)
  const fields = { state: page.searchParams.get("state") ?? "", ...grace, address: yield* newEmail }
  const response = yield* browser.visit("POST", page.pathname, fields)
  const back = new URL(response.headers["location"] ?? "about:blank")
  return { browser, back, parameters: Object.fromEntries(back.searchParams) }
})

export const cookieOf = ({ cookies }: Browser): Headers => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
})

/** Returns the token request for an unused authorization code. */
export const authorizationCode = Effect.fnUntraced(function* (provider: string) {
  const { back, browser } = yield* atProvider(provider)
  const { headers } = yield* browser.get(back)
  const code = new URL(headers["location"] ?? "about:blank").searchParams.get("code") ?? ""
  return { ...tokenParameters, ...clientAtProvider, redirect_uri: CALLBACK, code }
})

/** Creates a user with a second factor and signs in with the password. Returns the user and the code of the attempt. */
const attemptOfNewUser = Effect.gen(function* () {
  const user = yield* newUser()
  yield* requestOrDie(AnyJson, "PATCH", `/users/${user.id}`, server, { totp_secret_base64: secret })
  const { details } = yield* send("POST", "/api/v1/auth/password/sign-in", {
    headers: client,
    json: { email: user.email, password }
  })
  const { attempt_code } = yield* Effect.orDie(
    Schema.decodeUnknownEffect(Schema.Struct({ attempt_code: Schema.String }))(details)
  )
  return { user, code: attempt_code }
})

export const attempt = Effect.gen(function* () {
  const { code } = yield* attemptOfNewUser
  const totp = totpAt(yield* Clock.currentTimeMillis)
  return { headers: client, body: { code, type: "totp", totp } }
})

/** Creates a user with a second factor. Returns the headers of their requests. */
export const userWithSecondFactor = Effect.map(attemptOfNewUser, ({ user }) => user)

export const attemptWithRecoveryCode = Effect.gen(function* () {
  const { code, user } = yield* attemptOfNewUser
  const { codes } = yield* post(RecoveryCodes, "/auth/mfa/recovery-codes", user.headers, {})
  return { headers: client, body: { code, recovery_code: codes[0] } }
})
