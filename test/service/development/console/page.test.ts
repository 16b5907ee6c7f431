/** The page of the console, its polling, and malformed requests. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { asAdmin, PROJECT_ID, send, type TestRequest, service, USER_ID } from "../../fixture.ts"
import { controlHeaders, get, post, users, adaPath, callback_url, readListed } from "./fixture.ts"

describe("the page of the console", () => {
  it.live(
    "is one file that runs only its own script",
    () =>
      Effect.gen(function* () {
        const page = yield* send("GET", "/")
        assert.strictEqual(page.status, 200)
        assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
        const policy = page.headers["content-security-policy"] ?? ""
        assert.notInclude(policy, "unsafe")
        assert.include(policy, "default-src 'none'")
        assert.include(policy, "script-src 'self'")
        assert.include(policy, "frame-ancestors 'none'")
        assert.strictEqual(page.headers["cross-origin-opener-policy"], "same-origin")
        assert.isEmpty(Object.keys(page.headers).filter((name) => name.startsWith("access-control-")))
        assert.notMatch(page.text, /<script(?![^>]*\ssrc=")|<style|\son\w+=|style=/)
        const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = ""]) => file)
        assert.isAtLeast(files.length, 3)
        for (const file of files) {
          assert.match(file, /^\/_keystile\/console\/[\w-]+-[\w-]{8}\.(?:js|css|svg)$/)
          const response = yield* send("GET", file, { headers: { "sec-fetch-site": "same-origin" } })
          assert.strictEqual(response.status, 200)
          assert.match(response.headers["content-type"] ?? "", /^(?:text\/javascript|text\/css|image\/svg)/)
          assert.include(response.headers["cache-control"], "immutable")
          const foreign = yield* send("GET", file, { headers: { "sec-fetch-site": "cross-site" } })
          assert.strictEqual(foreign.status, 403)
        }
        assert.strictEqual((yield* send("GET", "/?from=link")).status, 200)
      }).pipe(Effect.provide(service())),
    30_000
  )

  it.live(
    "serves only files of its own folder",
    () =>
      Effect.gen(function* () {
        for (const name of [
          "..%2fpackage.json",
          "%2e%2e",
          "index.html",
          "none-12345678.js",
          "a%00.js",
          "..%5cx.js",
          ".js",
          "x".repeat(5000)
        ]) {
          const response = yield* get(`/console/${name}`)
          assert.strictEqual(response.status, 404, name)
        }
      }).pipe(Effect.provide(service())),
    30_000
  )

  it.live(
    "may be linked to from anywhere, but not be read, framed or opened under a foreign host name",
    () =>
      Effect.gen(function* () {
        const foreign = { "sec-fetch-site": "cross-site" }
        const link = { ...foreign, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }
        assert.strictEqual((yield* send("GET", "/", { headers: link })).status, 200)
        const refused: ReadonlyArray<TestRequest> = [
          {
            headers: { ...foreign, "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", origin: "https://evil.example" }
          },
          { headers: { ...foreign, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" } },
          { headers: { ...link, "sec-fetch-dest": "iframe" } },
          { headers: { ...link, host: "evil.example:8102" } },
          { headers: { origin: "http://localhost:3000" } },
          { headers: { ...link, "x-forwarded-for": "127.0.0.1" } },
          { headers: link, address: "192.168.0.7" },
          { headers: link, address: undefined }
        ]
        for (const sent of refused) {
          const response = yield* send("GET", "/", sent)
          assert.strictEqual(response.status, 403, JSON.stringify(sent))
          assert.isEmpty(Object.keys(response.headers).filter((name) => name.startsWith("access-control-")))
        }
        // A form of another site that navigates to the page.
        const form = { ...link, origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" }
        assert.strictEqual((yield* send("POST", "/", { headers: form, body: "a=b" })).status, 403)
        // The exception for links covers only the page, not its API.
        assert.strictEqual((yield* get("/projects", { headers: link })).status, 403)
      }).pipe(Effect.provide(service())),
    30_000
  )
})

describe("polling of the console", () => {
  it.effect("gets 304 when nothing has changed", () =>
    Effect.gen(function* () {
      const first = yield* get("/overview")
      assert.deepStrictEqual(first.json, { leadMillis: 0, faults: 0, mails: 0 })
      const { etag = "" } = first.headers
      const again = yield* get("/overview", { headers: { "if-none-match": etag } })
      assert.deepStrictEqual([again.status, again.text], [304, ""])
      yield* post("/faults", { kind: "reset" })
      const changed = yield* get("/overview", { headers: { "if-none-match": etag } })
      assert.deepStrictEqual([changed.status, changed.json], [200, { leadMillis: 0, faults: 1, mails: 0 }])
    }).pipe(Effect.provide(service()))
  )

  it.effect("gets the requested number of the last requests", () =>
    Effect.gen(function* () {
      for (const path of ["/health", "/api/v1/users/me", "/nowhere"]) yield* send("GET", path, { headers: asAdmin })
      const Routes = Schema.Struct({ requests: Schema.Array(Schema.Struct({ route: Schema.String })) })
      const routes = (query: string) =>
        Effect.map(
          Effect.flatMap(get(`/requests${query}`), ({ json }) => Schema.decodeUnknownEffect(Routes)(json)),
          ({ requests }) => requests.map(({ route }) => route)
        )
      assert.deepStrictEqual(yield* routes("?limit=2"), ["/api/v1/users/me", "/nowhere"])
      assert.strictEqual((yield* routes("")).length, 3)
    }).pipe(Effect.provide(service()))
  )
})

describe("malformed input", () => {
  it.effect("is rejected with 400, 404, 405 or 413 and changes nothing", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [string, unknown, number]> = [
        [users, [], 400],
        [users, { primary_email: 1 }, 400],
        [users, { primary_email: "x@example.com", more: 1 }, 400],
        [users, { primary_email: `${"x".repeat(400)}@example.com` }, 400],
        [`${adaPath}/sign-in-link`, {}, 400],
        [`${adaPath}/sign-in-link`, { callback_url: ["http://localhost"] }, 400],
        [`${adaPath}/sign-in-link`, { callback_url: `http://localhost/${"x".repeat(3000)}` }, 400],
        [`${users}/not-an-id/sign-in-link`, { callback_url }, 400],
        [`${adaPath}/sessions`, { user_id: USER_ID }, 400],
        [`/projects/${"x".repeat(200)}/users`, {}, 400],
        [`/projects/${PROJECT_ID}/keys`, { description: "x" }, 400],
        [`/projects/${PROJECT_ID}/keys?x=1`, {}, 400],
        ["/overview", {}, 405],
        ["/mailbox/heads", {}, 405]
      ]
      for (const [path, body, status] of cases) {
        assert.strictEqual((yield* post(path, body)).status, status, `${path} ${JSON.stringify(body).slice(0, 80)}`)
      }
      for (const path of [users, `${adaPath}/sign-in-link`, `${adaPath}/sessions`, `/projects/${PROJECT_ID}/keys`]) {
        const raw = (body: string) => send("POST", `/_keystile${path}`, { headers: controlHeaders, body })
        for (const body of ["{", "[".repeat(40_000), `{"__proto__":{"primary_email":"x@example.com"}}`]) {
          assert.strictEqual((yield* raw(body)).status, 400, path)
        }
        assert.strictEqual((yield* raw(" ".repeat(100_001))).status, 413)
        // Without the header that another origin cannot send.
        assert.strictEqual((yield* send("POST", `/_keystile${path}`, { body: "{}" })).status, 403)
      }
      for (const query of [
        "limit=0",
        "limit=201",
        "limit=x",
        "cursor=1",
        "query=a&more=b",
        `query=${"x".repeat(321)}`
      ]) {
        assert.strictEqual((yield* get(`${users}?${query}`)).status, 400, query)
      }
      for (const query of ["limit=0", "limit=501", "to=x"]) {
        assert.strictEqual((yield* get(`/mailbox/heads?${query}`)).status, 400, query)
      }
      assert.strictEqual((yield* get("/requests?limit=0")).status, 400)
      assert.strictEqual((yield* readListed((yield* get(users)).json)).total, 1)
    }).pipe(Effect.provide(service()))
  )
})
