/** Seeds of a running service: export, import, reset and undo. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { readSeed } from "../../../service/development/seed/read-seed.ts"
import { DAY } from "../../durations.ts"
import {
  ada,
  asAdmin,
  asServer,
  GIF,
  keys,
  OTHER_PROJECT_ID,
  PROJECT_ID,
  send,
  service,
  signIn,
  USER_ID
} from "../fixture.ts"

const headers = { "content-type": "application/json", "x-keystile-control": "1" }
const TEAM_ID = "dddddddd-dddd-4ddd-8ddd-dddddddddddd"

const exported = Effect.flatMap(send("GET", "/_keystile/seed/export"), ({ json, status }) => {
  assert.strictEqual(status, 200)
  return Schema.decodeUnknownEffect(
    Schema.Struct({
      seed: Schema.Struct({ notes: Schema.Array(Schema.String), projects: Schema.Array(Schema.Json) }),
      left_out: Schema.Array(Schema.Struct({ what: Schema.String, count: Schema.Int }))
    })
  )(json)
})

const post = (path: string, json: object) => send("POST", `/_keystile/seed/${path}`, { headers, json })
const importText = (text: string, replace = true) => post("import", { text, replace })
const state = Effect.map(send("GET", "/_keystile/seed"), ({ json }) => json)

const document = (text: string) => ({
  root: { type: "EmailLayout", data: { childrenIds: ["text"] } },
  text: { type: "Text", data: { props: { text } } }
})

/** A project that says everything which a seed can say. */
const full = {
  description: "Trees",
  isProductionMode: false,
  logoUrl: "https://fernhill.example/logo.png",
  config: {
    signUpEnabled: false,
    magicLinkEnabled: true,
    createTeamOnSignUp: true,
    allowPlainCodeChallenge: true,
    passwordMinLength: 12,
    allowBreachedPasswords: true,
    sessionLifetimeMillis: DAY,
    sessionIdleMillis: 3_600_000,
    mailLanguage: "pl-PL",
    translateMails: false,
    signUpProof: { type: "turnstile", siteKey: "site", secretKey: "turnstile-secret" },
    emailConfig: {
      type: "standard",
      host: "mail.fernhill.example",
      port: 587,
      username: "fernhill",
      password: "between us",
      senderName: "Orchards",
      senderEmail: "mail@fernhill.example"
    },
    oauthProviders: [
      { type: "shared", id: "github" },
      { type: "standard", id: "google", enabled: false, clientId: "client", clientSecret: "client secret" },
      { type: "standard", id: "microsoft", endpoints: "embedded" }
    ]
  },
  domains: [{ domain: "https://fernhill.example", handlerPath: "/handler" }],
  nativeAppOrigins: [`android:apk-key-hash:${"A".repeat(43)}`],
  teamPermissions: {
    definitions: [{ id: "owner", description: "Runs it", containedPermissionIds: ["editor"] }, { id: "editor" }],
    creatorDefaults: ["owner"],
    memberDefaults: ["editor", "$read_members"]
  },
  projectPermissions: { definitions: [{ id: "staff" }, { id: "beta" }], userDefaults: ["beta"] },
  limits: "off",
  mailTemplates: [
    { type: "magic_link", subject: "{{ otp }}", content: document("{{ otp }}") },
    { type: "magic_link", language: "pl-PL", subject: "Kod {{ otp }}", content: document("Kod: {{ otp }}") }
  ],
  webhooks: [
    {
      url: "http://localhost:9000/hooks",
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      description: "Mirror",
      eventTypes: ["user.created"]
    }
  ],
  users: [
    {
      id: USER_ID,
      ...ada,
      emailVerified: true,
      displayName: "Ada",
      profileImageUrl: GIF,
      clientMetadata: { c: [1, null] },
      serverMetadata: "text",
      language: "ja-JP",
      signedUpAt: "1969-12-24T18:00:00.000Z",
      permissionIds: ["staff"],
      totpSecret: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA="
    },
    { email: "ben@example.com", emailUsedForAuth: false, restrictedByAdmin: true, restrictedByAdminReason: "Spam" }
  ],
  teams: [
    {
      id: TEAM_ID,
      displayName: "Pickers",
      serverMetadata: { t: 1 },
      createdAt: "1969-12-25T18:00:00.000Z",
      members: [
        { user: USER_ID, permissionIds: ["owner"], isSelected: true, isPersonal: true, displayName: "Ada of the trees" }
      ]
    }
  ]
} as const

describe("the export of the present state", () => {
  it.effect("says everything that the seed of the start said", () =>
    Effect.gen(function* () {
      const { left_out, seed } = yield* exported
      assert.deepStrictEqual(left_out, [])
      const [project] = seed.projects
      assert.deepInclude(project, {
        id: PROJECT_ID,
        keys,
        domains: full.domains,
        nativeAppOrigins: full.nativeAppOrigins,
        description: "Trees",
        limits: "off",
        mailTemplates: full.mailTemplates,
        webhooks: full.webhooks
      })
      const text = JSON.stringify(project)
      for (const secret of ["between us", "client secret", "turnstile-secret", "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA="]) {
        assert.include(text, secret)
      }
      assert.notInclude(text, ada.password)
      assert.include(text, '"passwordHash":"$')
      assert.include(seed.notes.join(" "), "other secrets in plain text")
      yield* readSeed(seed)
    }).pipe(Effect.provide(service(full)))
  )

  it.effect("gives the same state after a reset and an import", () =>
    Effect.gen(function* () {
      const before = yield* exported
      assert.strictEqual((yield* post("reset", { to: "empty" })).status, 200)
      assert.deepInclude(yield* state, { projects: 1, users: 0, teams: 0 })
      const imported = yield* importText(JSON.stringify(before.seed, null, 2))
      assert.deepStrictEqual(imported.json, { projects: 2, users: 3, teams: 1 })
      assert.deepStrictEqual(yield* exported, before)
      const permissions = yield* send("GET", `/api/v1/team-permissions?team_id=${TEAM_ID}&user_id=${USER_ID}`, {
        headers: asServer
      })
      assert.include(permissions.text, '"id":"owner"')
    }).pipe(Effect.provide(service(full)))
  )

  it.effect("keeps passwords and keys usable", () =>
    Effect.gen(function* () {
      const { seed } = yield* exported
      yield* post("reset", { to: "empty" })
      yield* importText(JSON.stringify(seed))
      assert.isString((yield* signIn()).access_token)
    }).pipe(Effect.provide(service({ teams: [] })))
  )

  it.effect("counts what a seed cannot say", () =>
    Effect.gen(function* () {
      const server = (method: string, path: string, json: object) =>
        send(method, `/api/v1${path}`, { headers: asServer, json })
      yield* server("POST", "/contact-channels", {
        user_id: USER_ID,
        type: "email",
        value: "second@example.com",
        used_for_auth: false
      })
      yield* send("POST", "/api/v1/internal/api-keys", {
        headers: asAdmin,
        json: {
          description: "CI",
          expires_at_millis: 1e12,
          has_publishable_client_key: true,
          has_secret_server_key: true,
          has_super_secret_admin_key: false
        }
      })
      const { left_out, seed } = yield* exported
      assert.sameDeepMembers(
        [...left_out],
        [
          { what: "further addresses of users", count: 1 },
          { what: "sets of API keys besides the development keys", count: 1 }
        ]
      )
      assert.include(seed.notes.join("\n"), "Left out: 1 further addresses of users.")
    }).pipe(Effect.provide(service()))
  )
})

describe("a reset", () => {
  it.effect("returns to the seed of the start", () =>
    Effect.gen(function* () {
      const before = yield* exported
      yield* send("DELETE", `/api/v1/users/${USER_ID}`, { headers: asServer })
      yield* send("POST", "/api/v1/teams", { headers: asServer, json: { display_name: "Later" } })
      assert.deepStrictEqual((yield* post("reset", { to: "start" })).json, { projects: 2, users: 2, teams: 0 })
      assert.strictEqual((yield* exported).seed.projects.length, before.seed.projects.length)
      assert.isString((yield* signIn()).access_token)
    }).pipe(Effect.provide(service()))
  )

  it.effect("to an empty project keeps the id and the keys of the first project", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* post("reset", { to: "empty" })).json, { projects: 1, users: 0, teams: 0 })
      const current = yield* send("GET", "/api/v1/projects/current", { headers: asAdmin })
      assert.deepInclude(current.json, { id: PROJECT_ID, display_name: "My project" })
    }).pipe(Effect.provide(service()))
  )

  it.effect("can be undone, and the undo as well", () =>
    Effect.gen(function* () {
      const before = yield* exported
      assert.strictEqual((yield* post("undo", {})).status, 409)
      yield* post("reset", { to: "empty" })
      assert.strictEqual((yield* post("undo", {})).status, 200)
      assert.deepStrictEqual(yield* exported, before)
      assert.deepStrictEqual((yield* post("undo", {})).json, { projects: 1, users: 0, teams: 0 })
    }).pipe(Effect.provide(service(full)))
  )
})

describe("an import", () => {
  it.effect("beside the present state adds what is missing, and changes no user", () =>
    Effect.gen(function* () {
      const text = JSON.stringify({
        projects: [
          {
            id: PROJECT_ID,
            displayName: "Renamed",
            users: [{ id: USER_ID, ...ada, displayName: "Changed" }, { email: "new@example.com" }],
            teams: [{ id: TEAM_ID, displayName: "Pickers", members: [{ user: "new@example.com" }] }]
          }
        ]
      })
      assert.deepStrictEqual((yield* importText(text, false)).json, { projects: 2, users: 3, teams: 1 })
      const user = yield* send("GET", `/api/v1/users/${USER_ID}`, { headers: asServer })
      assert.deepInclude(user.json, { display_name: null })
      const held = yield* send("GET", `/api/v1/team-permissions?team_id=${TEAM_ID}`, { headers: asServer })
      assert.include(held.text, '"id":"member"')
      assert.deepStrictEqual((yield* importText(text, false)).json, { projects: 2, users: 3, teams: 1 })
    }).pipe(Effect.provide(service()))
  )

  it.effect("uses the rate limits of its file until the service stops", () =>
    Effect.gen(function* () {
      const project = { id: PROJECT_ID, displayName: "Test", limits: "off" }
      yield* importText(JSON.stringify({ projects: [project] }))
      assert.deepInclude((yield* exported).seed.projects[0], { limits: "off" })
    }).pipe(Effect.provide(service()))
  )

  it.effect("refuses a file with problems as a whole, with the line of each", () =>
    Effect.gen(function* () {
      const before = yield* exported
      const inProject = (fields: string) =>
        `{"projects": [{"id": "${PROJECT_ID}", "displayName": "Test",\n${fields}\n}]}`
      const template = `{"type": "magic_link", "subject": "x", "content": ${JSON.stringify(document("x"))}}`
      const other = `{"id": "${OTHER_PROJECT_ID}", "displayName": "Other"}`
      const cases: ReadonlyArray<readonly [text: string, problem: string]> = [
        ["", "The file is empty."],
        ["{", "Line 1, column 2: The JSON ends too early."],
        ['{\n  "projects": [x]\n}', "Line 2, column 16: This is no valid JSON."],
        ["[".repeat(100_000), "This is no valid JSON."],
        [`{"projects": ${"[".repeat(200)}${"]".repeat(200)}}`, "Expected at most 100 levels"],
        ["null", "Line 1, column 1: "],
        ['{"projects": [], "__proto__": {"x": 1}}', "Unknown property"],
        [inProject('"users": [{"email": "x"}]'), "Line 2, column 21: projects.0.users.0.email: "],
        [inProject('"users": [],\n"user": []'), "Line 3, column 9: projects.0.user: Unknown property"],
        [inProject('"users": [{"email": "a@b.example", "displayName": "a\\u0000"}]'), "without U+0000"],
        [inProject('"users": [{"email": "a@b.example", "displayName": "\\ud800"}]'), "half a character"],
        [inProject('"users": [\n{"email": "a@b.example"},\n{"email": "a@b.example"}]'), "Line 4, column 1: two users"],
        [inProject('"users": [{"email": "a@b.example", "permissionIds": ["nope"]}]'), "no project permission nope"],
        [
          inProject('"mailTemplates": [{"type": "magic_link", "subject": "", "content": {}}]'),
          "mailTemplates.0.subject: "
        ],
        [
          inProject('"mailTemplates": [\n{"type": "magic_link", "subject": "x", "content": {"root": 1}}]'),
          "Line 3, column 51: the content of the mail template magic_link"
        ],
        [inProject(`"mailTemplates": [\n${template},\n${template}\n]`), "Line 4, column 1: the project"],
        [
          inProject(`"teams": [{"id": "${TEAM_ID}", "displayName": "T", "members": [{"user": "nobody"}]}]`),
          "no user nobody"
        ],
        [
          inProject(
            `"teams": [{"id": "${TEAM_ID}", "displayName": "T", "members": [{"user": "${USER_ID}", "permissionIds": ["x"]}]}], "users": [{"id": "${USER_ID}"}]`
          ),
          "no team permission x"
        ],
        [`{"projects": [\n${other},\n${other}\n]}`, "Line 3, column 1: two projects have the id"],
        [
          `{"projects": [{"id": "${PROJECT_ID}", "displayName": "A", "users": [{"id": "${USER_ID}"}]},\n{"id": "${OTHER_PROJECT_ID}", "displayName": "B", "users": [{"id": "${USER_ID.toUpperCase()}"}]}]}`,
          "two users have the id"
        ]
      ]
      for (const [text, problem] of cases) {
        for (const replace of [true, false]) {
          const refused = yield* importText(text, replace)
          assert.strictEqual(refused.status, 400, text.slice(0, 200))
          assert.include(refused.text.replaceAll('\\"', '"'), problem)
          assert.isBelow(refused.text.length, 5000)
        }
      }
      assert.deepStrictEqual(yield* exported, before)
      assert.deepInclude(yield* state, { undo_at_millis: null })
    }).pipe(Effect.provide(service()))
  )

  it.effect("repeats no value of the file, which may be a secret", () =>
    Effect.gen(function* () {
      const refused = yield* importText(
        `{"projects": [{"id": "${PROJECT_ID}", "displayName": "T", "keys": {"secretServerKey": "top secret"}}]}`
      )
      assert.strictEqual(refused.status, 400)
      assert.notInclude(refused.text, "top secret")
    }).pipe(Effect.provide(service()))
  )

  it.effect("is refused without the header of the control API", () =>
    Effect.gen(function* () {
      const refused = yield* send("POST", "/_keystile/seed/reset", {
        headers: { "content-type": "application/json" },
        json: { to: "empty" }
      })
      assert.strictEqual(refused.status, 403)
      assert.deepInclude(yield* state, { users: 2 })
    }).pipe(Effect.provide(service()))
  )
})
