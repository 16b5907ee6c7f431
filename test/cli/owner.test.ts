/** The command `keystile owner`, run as operators run it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { type RawClientResponse, makeRawClient } from "../service/raw-client.ts"
import { makeInstallation } from "./installation.ts"
import { serve } from "./serve-process.ts"
import { readSession } from "../service/responses.ts"

const email = "ada@example.com"
const password = "correct horse battery"

/** Makes an installation without a database, in which projects can be created. */
const installation = Effect.map(makeInstallation(), (made) => ({
  ...made,
  newProject: Effect.flatMap(made.keystile("project", "create", "Larkspur", "--json"), ({ stdout }) =>
    Effect.map(decode(Schema.Struct({ id: Schema.String }), stdout), ({ id }) => id)
  )
}))

const decode = <A, I>(schema: Schema.Codec<A, I>, text: string) =>
  Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text)

const Link = Schema.Struct({ email: Schema.String, url: Schema.String, expires_at: Schema.String })
const Owners = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    email: Schema.String,
    has_password: Schema.Boolean,
    project_ids: Schema.Array(Schema.String)
  })
)
const Channels = Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String })) })

/** Returns the headers of the owners' pages, with the key that the page contains. */
const asPage = (url: string) =>
  Effect.map(
    Effect.promise(async () => (await fetch(`${url}/owner`)).text()),
    (html) => ({
      "x-stack-access-type": "client",
      "x-stack-project-id": "internal",
      "x-stack-publishable-client-key": /name="keystile-client-key" content="([^"]+)"/.exec(html)?.[1] ?? ""
    })
  )

/** Returns the headers of an owner for the admin API of a project. */
const asOwner = (projectId: string, accessToken: string) => ({
  "x-stack-access-type": "admin",
  "x-stack-project-id": projectId,
  "x-stack-admin-access-token": accessToken
})

describe("keystile owner", () => {
  it.live("refuses to list the owners of a missing database, and creates it for the first owner", () =>
    Effect.gen(function* () {
      const { database, keystile } = yield* installation
      const listed = yield* keystile("owner", "list")
      assert.deepInclude(listed, { code: 1, stdout: "" })
      assert.include(listed.stderr, "it does not exist")
      assert.isFalse(existsSync(database))
      const created = yield* keystile("owner", "create", email)
      assert.strictEqual(created.code, 0, created.stderr)
      assert.include((yield* keystile("owner", "list")).stdout, email)
    }).pipe(Effect.scoped)
  )

  it.live("creates an owner who manages owned projects until they are taken away", () =>
    Effect.gen(function* () {
      const { environment, keystile, newProject, url } = yield* installation
      const projectId = yield* newProject
      const created = yield* keystile("owner", "create", email, "--json")
      assert.strictEqual(created.code, 0, created.stderr)
      const link = yield* decode(Link, created.stdout)
      assert.isTrue(link.url.startsWith(`${url}/owner/handler/password-reset?code=`))
      const foreign = yield* keystile("project", "create", "Foxglove")
      const foreignId = /add-project OWNER (\S+)$/.exec(foreign.stdout.trim())?.[1] ?? assert.fail(foreign.stdout)

      yield* serve(environment)
      const { send } = makeRawClient(url)
      const page = yield* asPage(url)
      const code = new URL(link.url).searchParams.get("code")
      const reset = () => send("POST", "/api/v1/auth/password/reset", { code, password }, page)
      assert.strictEqual((yield* reset()).status, 200)
      assert.strictEqual((yield* reset()).status, 409)
      const signIn = send("POST", "/api/v1/auth/password/sign-in", { email, password }, page)
      const { access_token } = yield* readSession((yield* signIn).json)

      const settingsOf = (id: string, token = access_token): Effect.Effect<RawClientResponse> =>
        send("GET", "/api/v1/projects/current", undefined, asOwner(id, token))
      assert.strictEqual((yield* settingsOf(projectId)).status, 200)
      assert.strictEqual((yield* settingsOf(foreignId)).status, 401)
      assert.strictEqual((yield* settingsOf("internal")).status, 401)

      assert.strictEqual((yield* keystile("owner", "add-project", email, foreignId)).code, 0)
      assert.strictEqual((yield* settingsOf(foreignId)).status, 200)
      assert.strictEqual((yield* keystile("owner", "remove-project", email, projectId)).code, 0)
      assert.strictEqual((yield* settingsOf(projectId)).status, 401)
      const [owner] = yield* decode(Owners, (yield* keystile("owner", "list", "--json")).stdout)
      const { id = "" } = owner ?? {}
      assert.deepStrictEqual(owner, { id, email, has_password: true, project_ids: [foreignId] })

      const signedOut = yield* keystile("owner", "sign-out", email)
      assert.strictEqual(signedOut.stdout.trim(), `The owner ${email} (${id}) is signed out everywhere.`)
      assert.strictEqual((yield* settingsOf(foreignId)).status, 401)
      const next = yield* readSession((yield* signIn).json)
      assert.strictEqual((yield* settingsOf(foreignId, next.access_token)).status, 200)
      assert.strictEqual((yield* keystile("owner", "reset-second-factor", email)).code, 0)
      assert.strictEqual((yield* settingsOf(foreignId, next.access_token)).status, 401)
      const session = yield* readSession((yield* signIn).json)

      // Deleted, although the owner has stopped signing in with the address.
      const asUser = { ...page, "x-stack-access-token": session.access_token }
      const { json } = yield* send("GET", "/api/v1/contact-channels?user_id=me", undefined, asUser)
      const [channel] = (yield* Schema.decodeUnknownEffect(Channels)(json)).items
      const path = `/api/v1/contact-channels/me/${channel?.id}`
      assert.strictEqual((yield* send("PATCH", path, { used_for_auth: false }, asUser)).status, 200)
      for (const args of [["link"], ["add-project", projectId]]) {
        const [command = "", ...others] = args
        const refused = yield* keystile("owner", command, email, ...others)
        assert.include(refused.stderr, "The owner does not sign in with this address")
      }
      const removed = yield* keystile("owner", "remove", email, "--json")
      assert.deepStrictEqual(JSON.parse(removed.stdout), { id, email })
      assert.include((yield* keystile("owner", "list")).stdout, "There is no owner.")
    }).pipe(Effect.scoped)
  )

  it.live("accepts no sign-up, no foreign callback URL, and no change by keystile project, and stores no code", () =>
    Effect.gen(function* () {
      const { database, environment, keystile, newProject, url } = yield* installation
      yield* newProject
      yield* serve(environment)
      const missing = yield* Effect.promise(() => fetch(`${url}/owner`))
      assert.strictEqual(missing.status, 404)
      const { stdout } = yield* keystile("owner", "create", email, "--json")
      const code = new URL((yield* decode(Link, stdout)).url).searchParams.get("code") ?? ""
      const { send } = makeRawClient(url)
      const page = yield* asPage(url)
      const signUp = { email: "eve@example.com", password, verification_callback_url: `${url}/owner/handler` }
      assert.strictEqual((yield* send("POST", "/api/v1/auth/password/sign-up", signUp, page)).status, 400)
      const elsewhere = { email, callback_url: "https://evil.example/reset" }
      assert.strictEqual((yield* send("POST", "/api/v1/auth/password/send-reset-code", elsewhere, page)).status, 400)
      const files = [database, `${database}-wal`].filter((path) => existsSync(path))
      const file = files.map((path) => readFileSync(path, "latin1")).join("")
      assert.notInclude(file, code)
      assert.notInclude(file, page["x-stack-publishable-client-key"])
      assert.notInclude((yield* keystile("project", "list")).stdout, "internal")
      assert.strictEqual((yield* keystile("project", "set", "internal", "--enable", "sign-up")).code, 1)
    }).pipe(Effect.scoped)
  )

  it.live("serves the pages under a strict policy, and its files only", () =>
    Effect.gen(function* () {
      const { environment, keystile, url } = yield* installation
      yield* serve(environment)
      yield* keystile("owner", "create", email)
      const get = (path: string) => Effect.promise(() => fetch(`${url}${path}`))
      const page = yield* get("/owner/handler/sign-in?code=secret")
      assert.strictEqual(page.status, 200)
      assert.include(page.headers.get("content-security-policy") ?? "", "default-src 'none'; script-src 'self'")
      assert.strictEqual(page.headers.get("referrer-policy"), "no-referrer")
      const script = /src="(\/owner\/assets\/[^"]+)"/.exec(yield* Effect.promise(() => page.text()))?.[1] ?? ""
      assert.strictEqual((yield* get(script)).headers.get("content-type"), "text/javascript; charset=utf-8")
      for (const path of ["..%2f..%2fpackage.json", "index.html", ".env", "%00.js", "x".repeat(300)]) {
        assert.isAtLeast((yield* get(`/owner/assets/${path}`)).status, 400, path)
      }
    }).pipe(Effect.scoped)
  )

  it.live("refuses what it cannot use, and changes nothing", () =>
    Effect.gen(function* () {
      const { keystile } = yield* installation
      yield* keystile("owner", "create", email)
      const refusals: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
        [["create", email], "There is an owner with this address."],
        [["create", "no address"], "The address is not an email address."],
        [["create", "bob@example.com", "--project", "none"], "There is no project none."],
        [["create", "bob@example.com", "--project", "internal"], "There is no project internal."],
        [["link", "bob@example.com"], "There is no owner with this address or id."],
        [["add-project", email, "none"], "There is no project none."],
        [["remove-project", email, "none"], "The owner does not own this project."],
        [["remove", "00000000-0000-4000-8000-000000000000"], "There is no owner with this address or id."],
        [["remove", "' OR 1=1"], "There is no owner with this address or id."]
      ]
      for (const [args, problem] of refusals) {
        const { code, stderr, stdout } = yield* keystile("owner", ...args)
        assert.deepStrictEqual([code, stdout], [1, ""], args.join(" "))
        assert.include(stderr, problem)
      }
      assert.lengthOf(yield* decode(Owners, (yield* keystile("owner", "list", "--json")).stdout), 1)
    })
  )
})
