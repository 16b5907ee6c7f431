/** Endpoints whose bodies no schema of the contract describes get values of every JSON type in every field. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { controls, handlers } from "../../service/development.ts"
import { asAdmin, asClient, type Headers, OTHER_PROJECT_ID, PROJECT_ID, send, service, USER_ID } from "./fixture.ts"
import { chance } from "./fuzz/chance.ts"

/** Values of each JSON type, and objects that resemble strings or arrays. */
const values = [null, true, false, 0, -1, 1.5, 1e308, "", "x", [], ["x"], [[]], {}, { length: 1 }, { a: { b: [1] } }]

const fields = [
  "account",
  "address",
  "claimed",
  "client_id",
  "client_secret",
  "client_version",
  "clientVersion",
  "code",
  "code_verifier",
  "config",
  "delay_millis",
  "deny",
  "display_name",
  "email",
  "error",
  "events",
  "expires_at_millis",
  "feature_name",
  "grant_type",
  "id",
  "kind",
  "method",
  "millis",
  "name",
  "password",
  "path",
  "primary_email",
  "project_id",
  "redirect_uri",
  "refresh_token",
  "retryAfterSeconds",
  "scope",
  "secret",
  "share",
  "state",
  "status",
  "times",
  "timeout_millis",
  "to",
  "type",
  "url",
  "user",
  "verified"
]

/** Fields with a valid value, so that requests pass the first check. */
const usual: Readonly<Record<string, unknown>> = {
  client_id: PROJECT_ID,
  client_secret: asClient["x-stack-publishable-client-key"],
  grant_type: "authorization_code",
  kind: "status",
  status: 503,
  name: "x"
}

const params: Readonly<Record<string, string>> = {
  project_id: PROJECT_ID,
  user_id: USER_ID,
  provider_id: "google",
  id: OTHER_PROJECT_ID
}

/** Waits for a mail unless a field is invalid. */
const waits = "/_keystile/mailbox/next"

const bodyOf = (c: ReturnType<typeof chance>): unknown => {
  if (c.is(0.1)) return c.of(values)
  const names = Array.from({ length: 1 + c.below(4) }, () => c.of(fields))
  return { ...(c.is(0.5) && usual), ...Object.fromEntries(names.map((name) => [name, c.of(values)])) }
}

const routes = [
  ...handlers.filter(({ tiers }) => tiers.length === 0).map(({ method, path }) => ({ method, path, headers: {} })),
  ...handlers
    .filter(({ path }) => path.startsWith("/api/v1/auth/"))
    .map(({ method, path, tiers }) => ({
      method,
      path,
      headers: tiers.includes("client") ? asClient : asAdmin
    })),
  ...controls.map(({ method, path }) => ({ method, path, headers: { "x-keystile-control": "1" } }))
].filter(({ method, path }) => method !== "GET" && path !== waits)

const targetOf = (path: string) => path.replace(/:([a-z_]+)/g, (_, name: string) => params[name] ?? OTHER_PROJECT_ID)

const problemWith = Effect.fnUntraced(function* (method: string, target: string, headers: Headers, body: unknown) {
  const { status, text } = yield* send(method, target, { headers, json: body })
  return status < 500 ? [] : [`${method} ${target} ${JSON.stringify(body)}: ${status} ${text}`]
})

describe("any JSON in any field", () => {
  it.effect(
    "causes no server error in a public endpoint, in sign-in or in the control API",
    () =>
      Effect.gen(function* () {
        const c = chance("any JSON")
        const problems: Array<string> = []
        for (const { headers, method, path } of routes) {
          for (let sent = 0; sent < 80; sent++)
            problems.push(...(yield* problemWith(method, targetOf(path), headers, bodyOf(c))))
        }
        assert.isAbove(routes.length, 40)
        assert.deepStrictEqual(problems, [])
      }).pipe(Effect.provide(service({ limits: "off" }))),
    60_000
  )

  it.effect("of a wait for a mail is rejected", () =>
    Effect.gen(function* () {
      for (const field of ["to", "project_id", "type", "timeout_millis"]) {
        for (const value of [null, [], {}, { length: 1 }, ["x"]]) {
          const response = yield* send("POST", waits, {
            headers: { "x-keystile-control": "1" },
            json: { [field]: value }
          })
          assert.strictEqual(response.status, 400, `${field} ${JSON.stringify(value)}`)
        }
      }
    }).pipe(Effect.provide(service()))
  )
})
