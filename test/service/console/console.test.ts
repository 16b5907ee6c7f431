/** The routes of the console: its page, and the control API behind it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Mailbox } from "../../../service/index.ts"
import {
  ada,
  asAdmin,
  asClient,
  asServer,
  type Headers,
  keys,
  me,
  OTHER_PROJECT_ID,
  PROJECT_ID,
  refresh,
  send,
  type Sent,
  service,
  USER_ID,
  withToken
} from "../fixture.ts"

const controlHeaders: Headers = { "content-type": "application/json", "x-keystile-control": "1" }
const get = (path: string, sent: Sent = {}) => send("GET", `/_keystile${path}`, sent)
const post = (path: string, json: unknown = {}) =>
  send("POST", `/_keystile${path}`, { headers: controlHeaders, body: JSON.stringify(json) })
const del = (path: string) => send("DELETE", `/_keystile${path}`, { headers: controlHeaders })

const users = `/projects/${PROJECT_ID}/users`
const adaPath = `${users}/${USER_ID}`
const callback_url = "http://localhost:5173/handler/magic-link-callback"

const Link = Schema.Struct({ url: Schema.String, expires_at: Schema.Int })
const readLink = Schema.decodeUnknownEffect(Link)
const Tokens = Schema.Struct({ access_token: Schema.String, refresh_token: Schema.String, user_id: Schema.String })
const readTokens = Schema.decodeUnknownEffect(Tokens)
const KeySet = Schema.Struct({ id: Schema.String, secret_server_key: Schema.String, description: Schema.String })
const readKeySet = Schema.decodeUnknownEffect(KeySet)
const readProject = Schema.decodeUnknownEffect(
  Schema.Struct({
    id: Schema.String,
    display_name: Schema.String,
    keys: Schema.Struct({ publishable_client_key: Schema.String })
  })
)
const readProjects = Schema.decodeUnknownEffect(Schema.Struct({ projects: Schema.Array(Schema.Unknown) }))
const Listed = Schema.Struct({
  users: Schema.Array(Schema.Struct({ id: Schema.String, primary_email: Schema.NullOr(Schema.String) })),
  total: Schema.Int,
  next_cursor: Schema.NullOr(Schema.String)
})
const readListed = Schema.decodeUnknownEffect(Listed)
const emails = (listed: typeof Listed.Type) => listed.users.map(({ primary_email }) => primary_email)

/** Follows a sign-in link as an application does, with its code. */
const signInBy = Effect.fnUntraced(function* (url: string) {
  const code = new URL(url).searchParams.get("code")
  return yield* send("POST", "/api/v1/auth/otp/sign-in", { headers: asClient, json: { code } })
})

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
        assert.strictEqual(files.length, 3)
        for (const file of files) {
          assert.match(file, /^\/_keystile\/console\/\w+-[\w-]{8}\.(?:js|css|svg)$/)
          const answer = yield* send("GET", file, { headers: { "sec-fetch-site": "same-origin" } })
          assert.strictEqual(answer.status, 200)
          assert.match(answer.headers["content-type"] ?? "", /^(?:text\/javascript|text\/css|image\/svg)/)
          assert.include(answer.headers["cache-control"], "immutable")
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
          const answer = yield* get(`/console/${name}`)
          assert.strictEqual(answer.status, 404, name)
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
        const refused: ReadonlyArray<Sent> = [
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
          const answer = yield* send("GET", "/", sent)
          assert.strictEqual(answer.status, 403, JSON.stringify(sent))
          assert.isEmpty(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-")))
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

describe("projects and keys", () => {
  it.effect("are listed with the keys of the seed", () =>
    Effect.gen(function* () {
      const { json } = yield* get("/projects")
      assert.deepInclude(json, {
        projects: [
          {
            id: PROJECT_ID,
            display_name: "Test",
            created_at: 0,
            is_production_mode: false,
            user_count: 1,
            keys: {
              publishable_client_key: keys.publishableClientKey,
              secret_server_key: keys.secretServerKey,
              super_secret_admin_key: keys.superSecretAdminKey
            },
            domains: []
          },
          ...(yield* othersOf(json))
        ]
      })
    }).pipe(Effect.provide(service()))
  )

  it.effect("are created with a name and working keys", () =>
    Effect.gen(function* () {
      const made = yield* post("/projects", { display_name: " Orchard " })
      assert.strictEqual(made.status, 201)
      const {
        display_name,
        id,
        keys: { publishable_client_key }
      } = yield* readProject(made.json)
      assert.strictEqual(display_name, "Orchard")
      const asNewProject = {
        ...asClient,
        "x-stack-project-id": id,
        "x-stack-publishable-client-key": publishable_client_key
      }
      const current = yield* send("GET", "/api/v1/projects/current", { headers: asNewProject })
      assert.deepInclude(current.json, { id, display_name: "Orchard" })
      assert.deepInclude((yield* readProjects((yield* get("/projects")).json)).projects, made.json)
      for (const display_name of ["", "  ", "x".repeat(201)]) {
        assert.strictEqual((yield* post("/projects", { display_name })).status, 400)
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("created in the console are shown once, work, and can be revoked", () =>
    Effect.gen(function* () {
      const path = `/projects/${PROJECT_ID}/keys`
      const wanted = {
        description: "Ada's laptop",
        expires_at_millis: 86_400_000,
        has_publishable_client_key: false,
        has_secret_server_key: true,
        has_super_secret_admin_key: false
      }
      const made = yield* post(path, wanted)
      assert.strictEqual(made.status, 201)
      const { id, secret_server_key } = yield* readKeySet(made.json)
      const own = { ...asServer, "x-stack-secret-server-key": secret_server_key }
      assert.strictEqual((yield* send("GET", "/api/v1/users", { headers: own })).status, 200)
      const listed = yield* get(path)
      assert.include(listed.text, secret_server_key.slice(-4))
      for (const { text } of [listed, yield* get("/projects")]) assert.notInclude(text, secret_server_key)
      assert.deepStrictEqual((yield* del(`${path}/${id}`)).json, { success: true })
      assert.strictEqual((yield* send("GET", "/api/v1/users", { headers: own })).status, 401)
      assert.strictEqual((yield* del(`/projects/${OTHER_PROJECT_ID}/keys/${id}`)).status, 404)
      const empty = yield* post(path, { ...wanted, has_secret_server_key: false })
      assert.deepStrictEqual([empty.status, empty.error], [400, ""])
      assert.include(empty.text, "at least one key")
    }).pipe(Effect.provide(service()))
  )
})

const Projects = Schema.Struct({ projects: Schema.Array(Schema.Struct({ id: Schema.String })) })
const othersOf = (json: unknown) => {
  const all = Schema.decodeUnknownSync(Schema.Struct({ projects: Schema.Array(Schema.Unknown) }))(json)
  return Effect.map(Schema.decodeUnknownEffect(Projects)(json), ({ projects }) =>
    projects.flatMap(({ id }, index) => (id === PROJECT_ID ? [] : [all.projects[index]]))
  )
}

describe("users", () => {
  it.effect("are created, searched and paginated, newest first", () =>
    Effect.gen(function* () {
      for (const name of ["one", "two", "three"]) {
        yield* post("/clock/advance", { millis: 1000 })
        const made = yield* post(users, { primary_email: `${name}@example.com`, display_name: `Person ${name}` })
        assert.strictEqual(made.status, 201)
      }
      const first = yield* readListed((yield* get(`${users}?limit=2`)).json)
      assert.deepStrictEqual([emails(first), first.total], [["three@example.com", "two@example.com"], 4])
      const second = yield* readListed((yield* get(`${users}?limit=2&cursor=${first.next_cursor}`)).json)
      assert.deepStrictEqual([emails(second), second.next_cursor], [["one@example.com", ada.email], null])
      const found = yield* readListed((yield* get(`${users}?query=PERSON%20t`)).json)
      assert.deepStrictEqual(emails(found), ["three@example.com", "two@example.com"])
      const byId = yield* readListed((yield* get(`${users}?query=${USER_ID}`)).json)
      assert.deepStrictEqual(emails(byId), [ada.email])
    }).pipe(Effect.provide(service()))
  )

  it.effect("that exist or violate a rule of the project are rejected with a reason", () =>
    Effect.gen(function* () {
      const twice = yield* post(users, { primary_email: ada.email, primary_email_auth_enabled: true })
      assert.strictEqual(twice.status, 409)
      assert.include(twice.text, "already an account")
      const off = yield* post(users, { primary_email: "b@example.com", password: "correct horse" })
      assert.deepStrictEqual([off.status, off.text], [400, "Sign-in with a password is switched off in this project."])
      assert.strictEqual((yield* post(users, { primary_email: "no address" })).status, 400)
      assert.strictEqual((yield* readListed((yield* get(users)).json)).total, 1)
    }).pipe(Effect.provide(service({ config: { credentialEnabled: false } })))
  )

  it.effect("are deleted with their sessions, in their own project only", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token } = yield* readTokens((yield* post(`${adaPath}/sessions`)).json)
      assert.strictEqual((yield* del(`/projects/${OTHER_PROJECT_ID}/users/${USER_ID}`)).status, 404)
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
      assert.deepStrictEqual((yield* del(adaPath)).json, { success: true })
      assert.strictEqual((yield* del(adaPath)).status, 404)
      assert.strictEqual((yield* me(withToken(access_token))).status, 400)
      assert.strictEqual((yield* refresh(refresh_token)).status, 401)
      assert.strictEqual((yield* readListed((yield* get(users)).json)).total, 0)
    }).pipe(Effect.provide(service()))
  )

  it.effect("sign in by a link whose code works once, for five minutes, in that project", () =>
    Effect.gen(function* () {
      const { expires_at, url } = yield* readLink((yield* post(`${adaPath}/sign-in-link`, { callback_url })).json)
      assert.isTrue(url.startsWith(`${callback_url}?code=`))
      assert.strictEqual(expires_at, 300_000)
      const signedIn = yield* signInBy(url)
      assert.deepInclude(signedIn.json, { user_id: USER_ID, is_new_user: false })
      assert.strictEqual((yield* signInBy(url)).code, "VERIFICATION_CODE_ALREADY_USED")
      const late = yield* readLink((yield* post(`${adaPath}/sign-in-link`, { callback_url })).json)
      yield* post("/clock/advance", { millis: 300_000 })
      assert.strictEqual((yield* signInBy(late.url)).code, "VERIFICATION_CODE_EXPIRED")
      // No mail was sent.
      assert.deepStrictEqual(yield* (yield* Mailbox).list(), [])
    }).pipe(Effect.provide(service()))
  )

  it.effect("with a second factor are asked for it when they follow a link", () =>
    Effect.gen(function* () {
      const { url } = yield* readLink((yield* post(`${adaPath}/sign-in-link`, { callback_url })).json)
      assert.strictEqual((yield* signInBy(url)).code, "MULTI_FACTOR_AUTHENTICATION_REQUIRED")
    }).pipe(Effect.provide(service({ users: [{ id: USER_ID, ...ada, totpSecret: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=" }] })))
  )

  it.effect("get no sign-in link to an untrusted URL", () =>
    Effect.gen(function* () {
      for (const address of [
        "https://evil.example/callback",
        "javascript:alert(1)",
        "//evil.example",
        "http://localhost@evil.example/",
        "http://localhost.evil.example/",
        "data:text/html,x",
        ""
      ]) {
        const answer = yield* post(`${adaPath}/sign-in-link`, { callback_url: address })
        assert.strictEqual(answer.status, 400, address)
        assert.notInclude(answer.text, "code=")
      }
      const trusted = yield* post(`${adaPath}/sign-in-link`, { callback_url: "https://fernhill.example/handler/x" })
      assert.strictEqual(trusted.status, 200)
    }).pipe(Effect.provide(service({ domains: [{ domain: "https://fernhill.example", handlerPath: "/handler" }] })))
  )

  it.effect("get a session for a script, and its tokens are not logged", () =>
    Effect.gen(function* () {
      const { access_token, refresh_token, user_id } = yield* readTokens((yield* post(`${adaPath}/sessions`)).json)
      assert.strictEqual(user_id, USER_ID)
      assert.strictEqual((yield* me(withToken(access_token))).status, 200)
      assert.notInclude((yield* get("/requests")).text, refresh_token)
    }).pipe(Effect.provide(service()))
  )

  it.effect("of another project are not found", () =>
    Effect.gen(function* () {
      const foreign = `/projects/${OTHER_PROJECT_ID}/users/${USER_ID}`
      assert.strictEqual((yield* post(`${foreign}/sign-in-link`, { callback_url })).status, 404)
      assert.strictEqual((yield* post(`${foreign}/sessions`)).status, 404)
      assert.strictEqual((yield* get("/projects/unknown/users")).status, 404)
    }).pipe(Effect.provide(service()))
  )
})

describe("mails", () => {
  const sendMail = (email: string) =>
    send("POST", "/api/v1/auth/otp/send-sign-in-code", { headers: asClient, json: { email, callback_url } })

  it.effect("are listed with a summary, newest first", () =>
    Effect.gen(function* () {
      yield* sendMail("a@example.com")
      yield* sendMail("b@example.com")
      const { text } = yield* get("/mailbox/heads?limit=1")
      const [mail] = yield* (yield* Mailbox).list({ to: "b@example.com" })
      assert.deepStrictEqual(JSON.parse(text), {
        mails: [
          {
            id: mail?.id,
            project_id: PROJECT_ID,
            type: "magic_link",
            to: "b@example.com",
            subject: mail?.subject,
            at: 0,
            delivery: "mailbox"
          }
        ],
        total: 2
      })
    }).pipe(Effect.provide(service({ config: { magicLinkEnabled: true } })))
  )

  it.effect("are shown as pages without scripts and origin", () =>
    Effect.gen(function* () {
      yield* sendMail("a@example.com")
      const [mail] = yield* (yield* Mailbox).list()
      const page = yield* get(`/mailbox/${mail?.id}/html`)
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      const policy = page.headers["content-security-policy"] ?? ""
      assert.include(policy, "sandbox allow-popups allow-popups-to-escape-sandbox;")
      assert.notInclude(policy, "allow-scripts")
      assert.notInclude(policy, "allow-same-origin")
      assert.include(policy, "default-src 'none'")
      assert.include(policy, "frame-ancestors 'self'")
      assert.include(page.text, `<base target="_blank">`)
      const framed = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }
      assert.strictEqual((yield* get(`/mailbox/${mail?.id}/html`, { headers: framed })).status, 403)
      assert.strictEqual((yield* get(`/mailbox/${USER_ID}/html`)).status, 404)
    }).pipe(Effect.provide(service({ config: { magicLinkEnabled: true } })))
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
