/**
 * No call of any tier discloses a secret, however it fails. Keys, tokens, passwords and codes are unique texts, the
 * service repeats everything that it received, and all readable output is searched for them.
 */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer, Metric, Stream, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { inspect } from "node:util"
import type { Transport } from "../../core/http/transport.ts"
import { layerObservability } from "../../core/observability/observability.ts"
import * as Admin from "../../tiers/admin.ts"
import * as Client from "../../tiers/client.ts"
import { loadModules } from "../../core/loading/lazy-module.ts"
import * as Server from "../../tiers/server.ts"
import { jwt } from "../core/calling.ts"
import {
  type ScriptedResult,
  knownError,
  lost,
  ok,
  scripted,
  type SeenRequest,
  status
} from "../core/scripted-transport.ts"
import { adminCalls, serverCalls } from "./server/every-call.ts"
import { calls as clientCalls, validText } from "./signed-in/every-call.ts"

const code = "canary-code-".padEnd(45, "z")
const accessToken = jwt({ exp: 4e9, mark: "canary-access" })
const secrets = {
  accessToken,
  claims: accessToken.split(".")[1] ?? "",
  refreshToken: "canary-refresh-token",
  publishableClientKey: "pck_canary-publishable",
  secretServerKey: "ssk_canary-server",
  superSecretAdminKey: "sak_canary-admin",
  password: "canary-password",
  newPassword: "canary-new-password",
  code,
  totp: "736251",
  totpSecret: Buffer.from("canary-totp-secret!!").toString("base64"),
  mailPassword: "canary-mail-password",
  clientSecret: "canary-client-secret",
  apiKey: "sk_canary-api-key"
}
const { newPassword, password } = secrets
const email = "ada@example.com"
const callbackUrl = "http://localhost:3000/callback"
const mail = { host: "mail.example", port: 25, username: "u", senderName: "S", senderEmail: "s@example.com" }

type Make = (calls: Admin.AdminCalls) => Effect.Effect<unknown, unknown>

/** The calls of servers that carry secrets of their own. */
const withSecrets: Readonly<Record<string, Make>> = {
  "users.create": ({ users }) => users.create({ primaryEmail: email, password }),
  "users.setPassword": ({ users }) => users.setPassword("11111111-1111-4111-8111-111111111111", password),
  checkUserApiKey: ({ checkUserApiKey }) => checkUserApiKey(secrets.apiKey),
  checkTeamApiKey: ({ checkTeamApiKey }) => checkTeamApiKey(secrets.apiKey),
  "users.list": ({ users }) => Stream.runCollect(users.list()),
  "teams.addUser": ({ teams }) => teams.addUser("team", "user"),
  "teams.removeUser": ({ teams }) => teams.removeUser("team", "user"),
  "users.sendVerificationEmail": ({ users }) =>
    users.sendVerificationEmail("11111111-1111-4111-8111-111111111111", { callbackUrl }),
  sendTestEmail: (calls) =>
    calls.sendTestEmail({ recipientEmail: email, emailConfig: { ...mail, password: secrets.mailPassword } }),
  updateProject: (calls) =>
    calls.updateProject({
      config: {
        emailConfig: { type: "standard", ...mail, password: secrets.mailPassword },
        oauthProviders: [
          { type: "standard", id: "github", enabled: true, clientId: "id", clientSecret: secrets.clientSecret }
        ]
      }
    })
}

const options = {
  projectId: "11111111-1111-4111-8111-111111111111",
  publishableClientKey: secrets.publishableClientKey,
  secretServerKey: secrets.secretServerKey,
  superSecretAdminKey: secrets.superSecretAdminKey,
  baseUrl: "https://api.keystile.test",
  tokenStore: { accessToken: secrets.accessToken, refreshToken: secrets.refreshToken },
  // Where a secret goes that is sent everywhere.
  sendRefreshTokenAlways: true
}
type Network = Layer.Layer<Transport>
/** The calls of a tier over a network. */
const tiers = {
  client: (network: Network) => Effect.provide(Client.Client, Layer.provide(Client.layerNoDeps(options), network)),
  server: (network: Network) => Effect.provide(Server.Server, Layer.provide(Server.layerNoDeps(options), network)),
  admin: (network: Network) => Effect.provide(Admin.Admin, Layer.provide(Admin.layerNoDeps(options), network))
}

const ofAdmins = new Set(["sendTestEmail", "updateProject"])

/** A call that every tier has. */
type MakeByUser = (calls: Client.ClientCalls) => Effect.Effect<unknown, unknown>

const byUser: ReadonlyArray<readonly [string, MakeByUser]> = [
  ["signInWithCredential", (calls) => calls.signInWithCredential({ email, password })],
  [
    "signUpWithCredential",
    (calls) => calls.signUpWithCredential({ email, password, verificationCallbackUrl: callbackUrl })
  ],
  ["makeSignUpProof", (calls) => calls.makeSignUpProof()],
  ["signInWithMagicLink", (calls) => calls.signInWithMagicLink(code)],
  ["completeMultiFactor", (calls) => calls.completeMultiFactor({ attemptCode: code, totp: secrets.totp })],
  ["getCommandLineSignIn", (calls) => calls.getCommandLineSignIn(code)],
  ["approveCommandLineSignIn", (calls) => calls.approveCommandLineSignIn(code)],
  ["denyCommandLineSignIn", (calls) => calls.denyCommandLineSignIn(code)],
  ["continueCommandLineSession", (calls) => calls.continueCommandLineSession(code)],
  [
    "signInOnCommandLine",
    (calls) => calls.signInOnCommandLine({ appUrl: "https://app.keystile.test", showUrl: () => Effect.void })
  ],
  ["sendMagicLinkEmail", (calls) => calls.sendMagicLinkEmail(email, { callbackUrl })],
  ["sendForgotPasswordEmail", (calls) => calls.sendForgotPasswordEmail(email, { callbackUrl })],
  ["verifyPasswordResetCode", (calls) => calls.verifyPasswordResetCode(code)],
  ["resetPassword", (calls) => calls.resetPassword({ code, password: newPassword })],
  ["verifyEmail", (calls) => calls.verifyEmail(code)],
  ["signInWithPasskey", (calls) => calls.signInWithPasskey({ hostname: "localhost" })],
  ["registerPasskey", (calls) => calls.registerPasskey({ hostname: "localhost" })],
  ["callOAuthCallback", (calls) => calls.callOAuthCallback()],
  ["readErrorPage", (calls) => calls.readErrorPage],
  ["signInWithOAuth", (calls) => calls.signInWithOAuth("github")],
  ["linkOAuthAccount", (calls) => calls.linkOAuthAccount("github")],
  ["startImpersonation", (calls) => calls.startImpersonation("cccccccc-cccc-4ccc-8ccc-cccccccccccc")],
  ["connectAccount", (calls) => calls.connectAccount("github")],
  ["verifyTeamInvitationCode", (calls) => calls.verifyTeamInvitationCode(code)],
  ["getTeamInvitationDetails", (calls) => calls.getTeamInvitationDetails(code)],
  ["acceptTeamInvitation", (calls) => calls.acceptTeamInvitation(code)],
  ["updatePassword", (calls) => calls.updatePassword({ oldPassword: password, newPassword })],
  ["setPassword", (calls) => calls.setPassword({ password })],
  ["updateUser", (calls) => calls.updateUser({ totpMultiFactorSecret: Buffer.from("canary-totp-secret!!") })],
  ["getUser", (calls) => calls.getUser],
  ["getSessionUser", (calls) => calls.getSessionUser],
  ["getUserOrAnonymous", (calls) => calls.getUserOrAnonymous],
  ["signUpAnonymously", (calls) => calls.signUpAnonymously()],
  ["getProject", (calls) => calls.getProject],
  ["tokens", (calls) => calls.tokens],
  ["stored", (calls) => calls.stored],
  ["signOut", (calls) => calls.signOut],
  ...clientCalls.map((one) => [one.name, (calls: Client.ClientCalls) => one.make(calls, validText(one))] as const)
]

/** As which tier a call is made, and what for. */
interface Case {
  readonly tier: keyof typeof tiers
  readonly name: string
  readonly run: (network: Network) => Effect.Effect<unknown, unknown>
}

const every: ReadonlyArray<Case> = [
  ...byUser.flatMap(([name, make]): ReadonlyArray<Case> => [
    { tier: "client", name, run: (network) => Effect.flatMap(tiers.client(network), make) },
    { tier: "server", name, run: (network) => Effect.flatMap(tiers.server(network), make) },
    { tier: "admin", name, run: (network) => Effect.flatMap(tiers.admin(network), make) }
  ]),
  ...serverCalls.flatMap(({ make, name, valid }): ReadonlyArray<Case> => [
    {
      tier: "server",
      name,
      // They are a server's calls, whose list is written for an admin, who has all of them.
      run: (network) => Effect.flatMap(tiers.server(network), (calls) => make(calls as Admin.AdminCalls, valid))
    },
    { tier: "admin", name, run: (network) => Effect.flatMap(tiers.admin(network), (calls) => make(calls, valid)) }
  ]),
  ...adminCalls.map(({ make, name, valid }): Case => ({
    tier: "admin",
    name,
    run: (network) => Effect.flatMap(tiers.admin(network), (calls) => make(calls, valid))
  })),
  ...Object.entries(withSecrets).flatMap(([name, make]) =>
    (["server", "admin"] as const)
      .filter((tier) => tier === "admin" || !ofAdmins.has(name))
      .map((tier): Case => ({
        tier,
        name: `${name}, with secrets of its own`,
        run: (network) =>
          tier === "admin"
            ? Effect.flatMap(tiers.admin(network), make)
            : Effect.flatMap(tiers.server(network), (calls) => make(calls as Admin.AdminCalls))
      }))
  )
]

const echo = ({ body, headers, url }: SeenRequest) => ({ body, headers, url, all: Object.values(secrets) })

/** Failed responses. Each repeats the request, where the response has a field for it. */
const responses: ReadonlyArray<(request: SeenRequest) => ScriptedResult> = [
  (request) => status(500, {}, JSON.stringify(echo(request))),
  (request) =>
    status(
      400,
      { "x-stack-known-error": "NEW" },
      { code: "NEW", error: JSON.stringify(echo(request)), ...echo(request) }
    ),
  (request) => ok({ ...echo(request), id: echo(request) }),
  () => knownError("INVALID_PUBLISHABLE_CLIENT_KEY", 401, { project_id: "p" }),
  () => lost
]

const big = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value)
const show = (value: unknown) =>
  inspect(value, { depth: 12, showHidden: true, getters: true, maxStringLength: Infinity }) +
  JSON.stringify(value, big) +
  String(value)

/** The times of spans have twelve digits of the real clock, among which any code of six digits may be. */
const has = (text: string, secret: string) =>
  /^\d+$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(text) : text.includes(secret)

const search = (where: string, text: string) => {
  for (const [name, secret] of Object.entries(secrets)) assert.isFalse(has(text, secret), `${name} in ${where}`)
}

const written: Array<unknown> = []
beforeEach(() => {
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...texts) => void written.push(texts))
  }
})
afterEach(() => void vi.restoreAllMocks())

describe("No error, log or span of a call contains a secret", () => {
  it.effect.each(every)("is checked for $name of the $tier tier", ({ run }) =>
    Effect.gen(function* () {
      yield* loadModules
      written.length = 0
      for (const response of responses) {
        const spans: Array<Tracer.NativeSpan> = []
        const metrics: Metric.MetricRegistry = new Map()
        const tracer = Tracer.make({
          span: (options) => {
            const span = new Tracer.NativeSpan(options)
            spans.push(span)
            return span
          }
        })
        const script = scripted(response)
        const fiber = yield* Effect.forkChild(
          Effect.exit(run(script.layer)).pipe(
            Effect.provide(layerObservability),
            Effect.withTracer(tracer),
            Effect.provideService(Metric.MetricRegistry, metrics)
          )
        )
        yield* TestClock.adjust("3 minutes")
        const exit = yield* Fiber.join(fiber)
        if (Exit.isFailure(exit)) {
          assert.isFalse(
            exit.cause.reasons.some(({ _tag }) => _tag === "Die"),
            Cause.pretty(exit.cause)
          )
          search("the error", show(Cause.squash(exit.cause)) + Cause.pretty(exit.cause) + show(exit))
        }
        for (const { attributes, events, name, status } of spans)
          search("a span", show([name, [...attributes], events, status]))
        for (const [key, { attributes, description, id }] of metrics)
          search("a metric", show([key, id, description, attributes]))
        search("the addresses", script.requests.map(({ url }) => url).join("\n"))
      }
      search("the console", show(written))
    })
  )

  // By their names in the tables of calls: `own` are the calls about the user of the session.
  const covered = (tier: string) =>
    new Set(
      every.filter((one) => one.tier === tier).map(({ name }) => name.replace(/^own\.|, with secrets of its own$/g, ""))
    )
  const namesIn = (calls: object, prefix = ""): ReadonlyArray<string> =>
    Object.entries(calls).flatMap(([name, value]) =>
      typeof value === "object" && value !== null && !Effect.isEffect(value)
        ? namesIn(value, `${prefix}${name}.`)
        : [`${prefix}${name}`]
    )
  /** Members without a request: constants, navigation, and the calls for other sessions and users. */
  const noCalls = /^(asProjectOwner|navigation)\.|^(projectId|onSessionChange|withTokenStore|as|ofUser)$/

  it.effect("and the list has every call of every tier", () =>
    Effect.gen(function* () {
      const { layer } = scripted(() => ok({}))
      for (const [tier, callsOf] of Object.entries(tiers)) {
        const calls: object = yield* callsOf(layer)
        const names = namesIn(calls).filter((name) => !noCalls.test(name))
        assert.isAbove(names.length, 50)
        assert.deepStrictEqual(
          names.filter((name) => !covered(tier).has(name)),
          [],
          tier
        )
      }
      const { ofUser } = yield* tiers.server(layer)
      const missing = namesIn(ofUser("u"), "ofUser.").filter((name) => !covered("server").has(name))
      assert.deepStrictEqual(missing, [])
    })
  )
})
