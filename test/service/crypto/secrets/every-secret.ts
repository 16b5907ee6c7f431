/** A scenario in production with every kind of secret that the service stores. */
import { assert } from "@effect/vitest"
import { Clock, Effect, Layer, Redacted, Schema } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as InstallationSecret from "../../../../service/crypto/secrets/installation-secret.ts"
import { layerTest } from "../../../../service/development.ts"
import { stepAt, totpCode } from "../../../../service/crypto/totp.ts"
import { layer } from "../../../../service/production.ts"
import { readConfiguration } from "../../../../service/production/read-configuration.ts"
import * as Database from "../../../../service/sql/database.ts"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  keys,
  PROJECT_ID,
  seedWith,
  send,
  USER_ID,
  withToken
} from "../../fixture.ts"
import { makeAuthenticator } from "../../authenticator.ts"
import { createKey } from "../../resources/api-key-fixture.ts"
import { register } from "../../resources/passkey-fixture.ts"
import { post } from "../../requests.ts"
import { readSession, readTokens, readAttempt, readRecoveryCodes } from "../../responses.ts"
import { authorizePath, Browser, exchange, locationOf } from "../../resources/oauth/browser.ts"
import { credentials, smtpServer } from "../../smtp-servers.ts"

export const SECRET = "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7"
const TOTP_SECRET = Buffer.from("canary of a TOTP secret").toString("base64")
const WEBHOOK_SECRET = `whsec_${Buffer.from("canary of a webhook secret").toString("base64")}`
const TURNSTILE_SECRET = "canary-of-a-turnstile-secret-key"
const CLIENT_SECRET = "canary-of-an-oauth-client-secret"
/** The id of the credential of Ada's passkey, and the name of her team. */
export const CREDENTIAL_ID = Buffer.from("credential of Ada")
export const TEAM_NAME = "The team of Ada"
const BOB = { email: "bob@example.com", password: "the password of bob" }
const BOB_ID = "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"

/** A provider that responds to every request. Returns its URL and the PKCE verifiers that it received. */
const provider = Effect.acquireRelease(
  Effect.promise(async () => {
    const verifiers: Array<string> = []
    const server = createServer((request, response) => {
      let body = ""
      request.on("data", (chunk: Buffer) => (body += chunk.toString()))
      request.on("end", () => {
        const verifier = new URLSearchParams(body).get("code_verifier")
        if (verifier !== null) verifiers.push(verifier)
        const reply = request.url?.startsWith("/token")
          ? {
              access_token: "canary-of-a-provider-access-token",
              refresh_token: "canary-of-a-provider-refresh-token",
              token_type: "bearer",
              expires_in: 3600
            }
          : { id: "noor", display_name: "Noor", email: "noor@example.com" }
        response.setHeader("content-type", "application/json").end(JSON.stringify(reply))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { server, verifiers, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }),
  ({ server }) =>
    Effect.promise(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
)

const readNonce = Schema.decodeUnknownEffect(Schema.Struct({ nonce: Schema.String }))
const readPortal = Schema.decodeUnknownEffect(Schema.Struct({ token: Schema.String }))

const text = (value: string | null | undefined, name: string): string =>
  value === null || value === undefined || value === "" ? assert.fail(`there is no ${name}`) : value

/** Runs the scenario on a new database. Passes all secrets by name while the service runs. */
export const withEverySecret = Effect.fnUntraced(function* <E, R>(
  database: string,
  inspect: (secrets: ReadonlyMap<string, string>) => Effect.Effect<void, E, R>
) {
  const github = yield* provider
  const mails = yield* smtpServer()
  const endpoints = { authorization: `${github.url}/auth`, token: `${github.url}/token`, userinfo: `${github.url}/me` }
  const { projects } = seedWith({
    config: {
      magicLinkEnabled: true,
      passkeyEnabled: true,
      allowUserApiKeys: true,
      emailConfig: { type: "standard", ...mails.settings, senderName: "Test", senderEmail: "test@example.com" },
      oauthProviders: [{ type: "standard", id: "spotify", clientId: "client", clientSecret: CLIENT_SECRET, endpoints }]
    },
    webhooks: [{ url: `${github.url}/webhook`, secret: WEBHOOK_SECRET }],
    users: [
      { id: USER_ID, ...ada, emailVerified: true },
      { id: BOB_ID, ...BOB, totpSecret: TOTP_SECRET }
    ]
  })
  // The other project, so that users of this one sign up without a proof.
  const signUpProof = { type: "turnstile", siteKey: "site-key", secretKey: TURNSTILE_SECRET } as const
  const seed = { projects: projects.map((one) => (one.id === PROJECT_ID ? one : { ...one, config: { signUpProof } })) }
  yield* Effect.scoped(Layer.build(layerTest({ database, seed, secrets: [Redacted.make(SECRET)] })))

  const { configuration } = yield* readConfiguration({
    flags: {},
    environment: {
      KEYSTILE_PUBLIC_URL: "http://localhost:8102",
      KEYSTILE_DB: database,
      KEYSTILE_SECRETS: SECRET,
      KEYSTILE_MAIL: "log",
      KEYSTILE_PRIVATE_SMTP: "true",
      KEYSTILE_REQUEST_LOG: "false"
    }
  })
  yield* Effect.gen(function* () {
    const found = new Map<string, string>([
      ["operator's secret", SECRET],
      ["TOTP secret", Buffer.from(TOTP_SECRET, "base64").toString()],
      ["webhook secret", Buffer.from(WEBHOOK_SECRET.slice(6), "base64").toString()],
      ["OAuth client secret", CLIENT_SECRET],
      ["Turnstile secret key", TURNSTILE_SECRET],
      ["mail server's password", credentials.password],
      ["secret server key", keys.secretServerKey],
      ["super secret admin key", keys.superSecretAdminKey],
      ["provider's access token", "canary-of-a-provider-access-token"],
      ["provider's refresh token", "canary-of-a-provider-refresh-token"],
      ["password", ada.password]
    ])

    const apiKey = yield* createKey(asServer, { user_id: USER_ID })
    found.set("API key of a user", apiKey.value)

    // A mailed code, which is not used.
    const sent = yield* post("/auth/otp/send-sign-in-code", asClient, {
      email: ada.email,
      callback_url: "http://localhost:3000/handler/magic-link-callback"
    })
    found.set("nonce of a mailed code", (yield* readNonce(sent.json)).nonce)
    yield* mails.whenReceived(1)
    const raw = (mails.received[0]?.raw ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=")
    found.set("mailed code", text(/code=(\w{45})/.exec(raw)?.[1], "code in the mail"))

    // A second factor, with an attempt that is not completed and one that is.
    const attempt = Effect.flatMap(post("/auth/password/sign-in", asClient, BOB), ({ details }) => readAttempt(details))
    found.set("attempt code", (yield* attempt).attempt_code)
    const { attempt_code } = yield* attempt
    // Computed after the password was hashed: only the code of the current time step is accepted.
    const totp = totpCode(Redacted.make(TOTP_SECRET), stepAt(yield* Clock.currentTimeMillis))
    const completed = yield* post("/auth/mfa/sign-in", asClient, { code: attempt_code, type: "totp", totp })
    const session = yield* readSession(completed.json)
    found.set("refresh token", session.refresh_token).set("access token", session.access_token)
    const recovery = yield* send("POST", "/api/v1/auth/mfa/recovery-codes", {
      headers: withToken(session.access_token),
      json: {}
    })
    const [code] = (yield* readRecoveryCodes(recovery.json)).codes
    found.set("recovery code", text(code, "recovery code").replaceAll("-", ""))

    // A flow that is completed, and one that is not.
    const browser = new Browser()
    const state = "canary-of-the-state-of-the-application"
    const page = yield* browser.begin("spotify", { state })
    const target = `/api/v1/auth/oauth/callback/spotify?code=x&state=${page.searchParams.get("state")}`
    const back = locationOf(yield* browser.get(target))
    const authorizationCode = text(back.searchParams.get("code"), "authorization code")
    found.set("authorization code", authorizationCode)
    const tokens = yield* readTokens((yield* exchange(authorizationCode)).json)
    found.set("refresh token of OAuth", tokens.refresh_token)
    // A flow that links an account, whose code is not exchanged: it keeps the provider's tokens.
    const linking = new Browser()
    const linkPage = yield* linking.begin("spotify", { type: "link", token: tokens.access_token })
    const linked = yield* linking.get(
      `/api/v1/auth/oauth/callback/spotify?code=x&state=${linkPage.searchParams.get("state")}`
    )
    found.set("authorization code of a link", text(locationOf(linked).searchParams.get("code"), "code of a link"))
    found.set("PKCE verifier", text(github.verifiers[0], "verifier"))
    const open = locationOf(yield* new Browser().get(authorizePath("spotify", { state })))
    found.set("state of an open flow", text(open.searchParams.get("state"), "state"))
    found.set("state of the application", state)

    // A passkey, and a team with its creator.
    const key = makeAuthenticator(CREDENTIAL_ID)
    const own = yield* readTokens((yield* post("/auth/password/sign-in", asClient, ada)).json)
    const registered = yield* register(withToken(own.access_token), key)
    assert.strictEqual(registered.status, 200, registered.text)
    found.set("private key of a passkey", key.privateKey)
    const team = yield* send("POST", "/api/v1/teams", {
      headers: asServer,
      json: { display_name: TEAM_NAME, creator_user_id: USER_ID }
    })
    assert.strictEqual(team.status, 201, team.text)

    const portal = yield* send("POST", "/api/v1/webhooks/svix-token", { headers: asAdmin, json: {} })
    found.set("portal token", (yield* readPortal(portal.json)).token)

    // The values that the API returns are still readable.
    const project = yield* send("GET", "/api/v1/projects/current", { headers: asAdmin })
    assert.include(project.text, CLIENT_SECRET)
    assert.include(project.text, credentials.password)
    const link = yield* send("GET", `/api/v1/users/${BOB_ID}`, { headers: asServer })
    assert.deepInclude(link.json, { requires_totp_mfa: true })
    assert.strictEqual((yield* send("GET", "/api/v1/projects/current", { headers: asClient })).status, 200)
    assert.deepInclude(project.json, { id: PROJECT_ID })
    const opened = InstallationSecret.layer([Redacted.make(SECRET)]).pipe(Layer.provide(Database.layer(database)))
    const serverSecret = yield* Effect.provide(InstallationSecret.ServerSecret, opened)
    found.set("secret of the installation", Redacted.value(serverSecret))
    yield* inspect(found)
  }).pipe(Effect.provide(layer(configuration)))
}, Effect.scoped)

/** The forms in which a dump could contain a secret. A base64 text is searched for without its ends, in 3 positions. */
const formsOf = (secret: string): ReadonlyArray<string> => {
  const base64 = [0, 1, 2].map((offset) => {
    const whole = Buffer.from("x".repeat(offset) + secret).toString("base64")
    return whole.slice(offset === 0 ? 0 : 4, -4)
  })
  const hex = Buffer.from(secret).toString("hex")
  return [
    secret,
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((part) => part.replaceAll("+", "-").replaceAll("/", "_"))
  ]
}

/** Returns where the texts of a dump contain a secret: "name of the secret in location". */
export const findingsIn = (
  secrets: ReadonlyMap<string, string>,
  dump: ReadonlyMap<string, string>
): ReadonlyArray<string> =>
  [...secrets].flatMap(([name, secret]) =>
    [...dump].flatMap(([location, content]) =>
      formsOf(secret).some((form) => content.includes(form)) ? [`${name} in ${location}`] : []
    )
  )
