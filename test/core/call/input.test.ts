/** Input of a call: how it is encoded, and what is rejected. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as PasswordApi from "../../../core/api/password/index.ts"
import * as ProjectsApi from "../../../core/api/projects/index.ts"
import { call } from "../../../core/call/call.ts"
import * as Endpoint from "../../../core/http/endpoint.ts"
import { BASE_URL, withScript } from "../calling.ts"
import { ok, type ScriptedTransport, scripted, status } from "../scripted-transport.ts"
import { projectBody, tokens } from "./request-fixture.ts"

/** Returns the request body of a call over this script. */
const sentBody = ({ requests }: Pick<ScriptedTransport, "requests">): unknown => JSON.parse(requests[0]?.body ?? "null")

describe("A description that is null", () => {
  const description = null
  const adminProject = {
    id: "p",
    display_name: "Project",
    description: "",
    created_at_millis: 0,
    user_count: 0,
    is_production_mode: false,
    config: {
      ...projectBody.config,
      id: "c",
      allow_localhost: true,
      create_team_on_sign_up: false,
      oauth_providers: [],
      domains: [],
      email_config: { type: "shared" },
      team_creator_default_permissions: [],
      team_member_default_permissions: []
    }
  }

  it.effect("is sent as an empty string when a project is updated", () =>
    Effect.gen(function* () {
      const script = scripted(ok(adminProject))
      yield* call(ProjectsApi.updateProject, { body: { description } }).pipe(
        withScript(script, { config: { tier: "admin" } })
      )
      assert.deepStrictEqual(sentBody(script), { description: "" })
    })
  )

  it.effect("is sent as an empty string when a project is created", () =>
    Effect.gen(function* () {
      const script = scripted(status(201, {}, adminProject))
      yield* call(ProjectsApi.createOwned, { body: { displayName: "Project", description } }).pipe(
        withScript(script, { tokens })
      )
      assert.deepStrictEqual(sentBody(script), { display_name: "Project", description: "" })
    })
  )
})

const facts = { tiers: ["client"], success: Schema.Unknown } as const
const byId = Endpoint.get("/teams/:team_id/users/:user_id", {
  ...facts,
  params: { team_id: Schema.String, user_id: Schema.String }
})
const search = Endpoint.get("/search", {
  ...facts,
  query: Schema.Struct({ text: Schema.String, page: Schema.optionalKey(Schema.String) })
})
const upload = Endpoint.post("/things", { ...facts, body: Schema.Struct({ data: Schema.Json }) })

describe("A path", () => {
  it.effect("percent-encodes its parameters", () =>
    Effect.gen(function* () {
      const script = scripted(ok({}))
      yield* call(byId, { params: { team_id: "a/b?c#d", user_id: "100% ü:team_id" } }).pipe(withScript(script))
      assert.strictEqual(
        script.requests[0]?.url,
        `${BASE_URL}/api/v1/teams/a%2Fb%3Fc%23d/users/100%25%20%C3%BC%3Ateam_id`
      )
    })
  )

  it.effect("keeps dots inside a parameter", () =>
    Effect.gen(function* () {
      const script = scripted(ok({}))
      yield* call(byId, { params: { team_id: "...", user_id: "a..b" } }).pipe(withScript(script))
      assert.strictEqual(script.requests[0]?.url, `${BASE_URL}/api/v1/teams/.../users/a..b`)
    })
  )

  it.effect.each(["", ".", ".."])("rejects a parameter that would change its segments: %j", (id) =>
    Effect.gen(function* () {
      const script = scripted()
      const error = yield* Effect.flip(call(byId, { params: { team_id: id, user_id: "u" } }).pipe(withScript(script)))
      assert.strictEqual(error.reason._tag, "InvalidInput")
      assert.include(error.message, '["params"]["team_id"]')
    })
  )

  it.effect.prop("matches its own endpoint for all parameters", [Schema.String, Schema.String], ([a, b]) =>
    Effect.gen(function* () {
      const script = scripted(() => ok({}))
      const exit = yield* Effect.exit(call(byId, { params: { team_id: a, user_id: b } }).pipe(withScript(script)))
      if (exit._tag === "Failure") return assert.isTrue(exit.cause.reasons.every((reason) => reason._tag === "Fail"))
      const url = new URL(script.requests[0]?.url ?? "")
      const [, team, user] = /^\/api\/v1\/teams\/([^/]+)\/users\/([^/]+)$/.exec(url.pathname) ?? []
      assert.strictEqual(url.origin, BASE_URL)
      assert.strictEqual(decodeURIComponent(team ?? ""), a)
      assert.strictEqual(decodeURIComponent(user ?? ""), b)
      assert.strictEqual(url.search + url.hash, "")
    })
  )
})

describe("A query", () => {
  it.effect("is encoded, and omits absent parameters", () =>
    Effect.gen(function* () {
      const script = scripted(ok({}), ok({}))
      yield* call(search, { query: { text: "a&b=c d" } }).pipe(withScript(script))
      assert.strictEqual(script.requests[0]?.url, `${BASE_URL}/api/v1/search?text=a%26b%3Dc+d`)
    })
  )
})

describe("Invalid input", () => {
  const secret = "the-password"

  it.effect.each([
    { email: "no address", password: Redacted.make(secret) },
    { email: "ada@example.com", password: Redacted.make(secret.repeat(10)) },
    { email: `${"a".repeat(100_000)}@example.com`, password: Redacted.make(secret) },
    { email: 1, password: Redacted.make(secret) },
    { email: "ada@example.com", password: secret },
    { password: Redacted.make(secret) },
    null
  ])("is rejected before a request (%#)", (body) =>
    Effect.gen(function* () {
      const script = scripted()
      const error = yield* Effect.flip(call(PasswordApi.signIn, { body } as never).pipe(withScript(script)))
      assert.isTrue(error._tag === "RequestError" && error.reason._tag === "InvalidInput")
      assert.notInclude(error.message, secret)
    })
  )

  it.effect("fails with its path and the expected type", () =>
    Effect.gen(function* () {
      const body = { email: "no address", password: Redacted.make(secret) }
      const error = yield* Effect.flip(call(PasswordApi.signIn, { body }).pipe(withScript(scripted())))
      assert.strictEqual(
        error.message,
        'POST /auth/password/sign-in: the input is not valid: Expected a valid email address at ["body"]["email"].'
      )
    })
  )

  it.effect("of any JavaScript value fails with a typed error", () =>
    Effect.gen(function* () {
      const circle: Record<string, unknown> = {}
      circle["self"] = circle
      const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)
      for (const data of [circle, deep, 1n, Symbol("s"), () => 1, Number.NaN, new Map(), undefined, { a: undefined }]) {
        const script = scripted()
        const error = yield* Effect.flip(call(upload, { body: { data } } as never).pipe(withScript(script)))
        assert.isTrue(error._tag === "RequestError" && error.reason._tag === "InvalidInput")
      }
    })
  )
})
