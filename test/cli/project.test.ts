/** The command `keystile project`, run as operators run it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { DatabaseSync } from "node:sqlite"
import { DAY } from "../durations.ts"
import { makeInstallation } from "./installation.ts"
import { start } from "./keystile-process.ts"

const HOST = "auth.localhost:8102"

/** Makes an installation without a database, under another host than its address. */
const installation = Effect.map(
  makeInstallation({
    KEYSTILE_PUBLIC_URL: `http://${HOST}`,
    KEYSTILE_SECRETS: "cAnArY-of-the-secrets-8ebf9b8c1d0a4f7e92b3"
  }),
  ({ keystile, ...made }) => ({
    ...made,
    project: (...args: ReadonlyArray<string>) => keystile("project", ...args)
  })
)

const Keys = Schema.Struct({
  publishable_client_key: Schema.String,
  secret_server_key: Schema.String,
  super_secret_admin_key: Schema.optionalKey(Schema.String)
})

const Project = Schema.Struct({
  id: Schema.String,
  display_name: Schema.String,
  config: Schema.Struct({
    allow_localhost: Schema.Boolean,
    credential_enabled: Schema.Boolean,
    passkey_enabled: Schema.Boolean,
    sign_up_enabled: Schema.Boolean,
    domains: Schema.Array(Schema.Struct({ domain: Schema.String, handler_path: Schema.String })),
    oauth_providers: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
    email_config: Schema.Record(Schema.String, Schema.Unknown)
  })
})

const decode = <A, I>(schema: Schema.Codec<A, I>, text: string) =>
  Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text)

const NewProject = Schema.Struct({ ...Project.fields, keys: Keys })
const WithProof = Schema.Struct({
  id: Schema.String,
  config: Schema.Struct({ sign_up_proof: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)) })
})
const WithRules = Schema.Struct({
  config: Schema.Struct({
    password_min_length: Schema.optionalKey(Schema.Int),
    allow_breached_passwords: Schema.optionalKey(Schema.Boolean),
    session_lifetime_millis: Schema.optionalKey(Schema.Int),
    session_idle_millis: Schema.optionalKey(Schema.Int)
  })
})
const WithMails = Schema.Struct({
  config: Schema.Struct({
    mail_language: Schema.optionalKey(Schema.String),
    translate_mails: Schema.optionalKey(Schema.Boolean)
  })
})
const KeySets = Schema.Array(
  Schema.Struct({ id: Schema.String, manually_revoked_at_millis: Schema.optionalKey(Schema.Int) })
)

/** Turnstile as it is shown: without its secret key. */
const turnstile = { type: "turnstile", site_key: "0x-site" }

/** Signs a user up at the service and returns the status. */
const signUp = (port: number, projectId: string, key: string, email: string) =>
  Effect.callback<number | undefined>((resume) => {
    const sent = request(
      {
        port,
        method: "POST",
        path: "/api/v1/auth/password/sign-up",
        headers: {
          host: HOST,
          "content-type": "application/json",
          "x-stack-access-type": "client",
          "x-stack-project-id": projectId,
          "x-stack-publishable-client-key": key
        }
      },
      (response) => {
        response.resume()
        response.once("end", () => resume(Effect.succeed(response.statusCode)))
      }
    )
    sent.end(
      JSON.stringify({
        email,
        password: "correct horse",
        verification_callback_url: "https://larkspur.example/handler"
      })
    )
  })

describe("keystile project", () => {
  it.live("creates a project in which users sign up until its keys are revoked", () =>
    Effect.gen(function* () {
      const { environment, project } = yield* installation
      const created = yield* project("create", "Larkspur", "--domain", "https://larkspur.example", "--json")
      assert.strictEqual(created.code, 0, created.stderr)
      const { config, display_name, id, keys } = yield* decode(NewProject, created.stdout)
      assert.strictEqual(display_name, "Larkspur")
      assert.deepStrictEqual(config.domains, [{ domain: "https://larkspur.example", handler_path: "/handler" }])
      assert.isFalse(config.allow_localhost)
      assert.match(keys.publishable_client_key, /^pck_(?!dev)/)
      assert.isUndefined(keys.super_secret_admin_key)

      const service = yield* start(["serve", "--port", "0"], { ...environment, KEYSTILE_DRAIN_DELAY: "0" })
      const port = Number(/:(\d+), for/.exec(yield* service.line(/Listening on/))?.[1])
      assert.strictEqual(yield* signUp(port, id, keys.publishable_client_key, "ada@example.com"), 200)

      const [set] = yield* decode(KeySets, (yield* project("keys", "list", id, "--json")).stdout)
      const revoked = yield* project("keys", "revoke", id, set?.id ?? "")
      assert.include(revoked.stdout, "revoked ")
      assert.strictEqual(yield* signUp(port, id, keys.publishable_client_key, "bea@example.com"), 401)

      const replaced = yield* project("keys", "create", id, "--admin", "--expires-in", "30", "--json")
      const second = yield* decode(Keys, replaced.stdout)
      assert.match(second.super_secret_admin_key ?? "", /^sak_/)
      assert.strictEqual(yield* signUp(port, id, second.publishable_client_key, "bea@example.com"), 200)
      assert.include((yield* project("list")).stdout, `${id}  Larkspur  (2 users)`)
    }).pipe(Effect.scoped)
  )

  it.live("writes warnings to stderr, once each, and only its output to stdout", () =>
    Effect.gen(function* () {
      const { database, project } = yield* installation
      yield* project("create", "Larkspur")
      chmodSync(database, 0o644)
      const { stderr, stdout } = yield* project("create", "Foxglove", "--json")
      assert.strictEqual((yield* decode(NewProject, stdout)).display_name, "Foxglove")
      assert.lengthOf(stderr.match(/Other users of this machine can open the database/g) ?? [], 1)
    }).pipe(Effect.scoped)
  )

  it.live("creates a database for the first project only, and refuses a missing one otherwise", () =>
    Effect.gen(function* () {
      const { database, project } = yield* installation
      const listed = yield* project("list")
      assert.deepInclude(listed, { code: 1, stdout: "" })
      assert.match(listed.stderr, /keystile\.db cannot be used: it does not exist\. Check the path/)
      assert.isFalse(existsSync(database))
      assert.strictEqual((yield* project("create", "Larkspur")).code, 0)
      assert.strictEqual((yield* project("list")).code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("leaves migrations that are missing to the service", () =>
    Effect.gen(function* () {
      const { database, project } = yield* installation
      yield* project("create", "Larkspur")
      const opened = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(database)),
        (opened) => Effect.sync(() => opened.close())
      )
      opened.exec("DELETE FROM migrations WHERE migration_id = 41")
      for (const args of [["list"], ["create", "Foxglove"]]) {
        const { code, stderr } = yield* project(...args)
        assert.strictEqual(code, 1)
        assert.match(stderr, /it lacks 1 migration\(s\) of this version\. Make a backup, then start the service/)
      }
      assert.lengthOf(opened.prepare("SELECT * FROM migrations WHERE migration_id = 41").all(), 0)
      assert.lengthOf(opened.prepare("SELECT * FROM projects WHERE display_name = 'Foxglove'").all(), 0)
    }).pipe(Effect.scoped)
  )

  it.live("prints the environment of an application once, and stores no key", () =>
    Effect.gen(function* () {
      const { database, project } = yield* installation
      const { stdout } = yield* project("create", "Larkspur")
      assert.match(stdout, /^NEXT_PUBLIC_STACK_API_URL=http:\/\/auth\.localhost:8102$/m)
      const keys = [...stdout.matchAll(/KEY=(\S+)$/gm)].map(([, key]) => key ?? "")
      assert.lengthOf(keys, 2)
      const file = readFileSync(database, "latin1")
      for (const key of keys) assert.notInclude(file, key)
      const shown = (yield* project("list")).stdout + (yield* project("list", "--json")).stdout
      for (const key of keys) assert.notInclude(shown, key)
    }).pipe(Effect.scoped)
  )

  it.live("changes only the given settings, and shows them without secrets", () =>
    Effect.gen(function* () {
      const { path, project } = yield* installation
      const created = yield* project("create", "Larkspur", "--domain", "https://larkspur.example", "--json")
      const { id } = yield* decode(NewProject, created.stdout)
      const provider = {
        type: "standard",
        id: "github",
        enabled: true,
        client_id: "client",
        client_secret: "cAnArY-oauth"
      }
      const server = {
        type: "standard",
        host: "smtp.larkspur.example",
        port: 587,
        username: "larkspur",
        password: "cAnArY-mail",
        sender_name: "Larkspur",
        sender_email: "no-reply@larkspur.example"
      }
      writeFileSync(
        path("settings.json"),
        JSON.stringify({ config: { oauth_providers: [provider], email_config: server } })
      )
      const changed = yield* project(
        "set",
        id,
        "--settings",
        path("settings.json"),
        "--enable",
        "passkey",
        "--disable",
        "sign-up",
        "--name",
        "Lark"
      )
      assert.strictEqual(changed.code, 0, changed.stderr)
      const shown = yield* project("show", id)
      const { config, display_name } = yield* decode(Project, shown.stdout)
      assert.strictEqual(display_name, "Lark")
      assert.isTrue(config.passkey_enabled)
      assert.isTrue(config.credential_enabled)
      assert.isFalse(config.sign_up_enabled)
      assert.lengthOf(config.domains, 1)
      const { client_secret: _, ...visible } = provider
      assert.deepStrictEqual(config.oauth_providers, [visible])
      const { password: __, ...visibleServer } = server
      assert.deepStrictEqual(config.email_config, visibleServer)
      assert.notMatch(changed.stdout + shown.stdout + (yield* project("list", "--json")).stdout, /cAnArY/)
    }).pipe(Effect.scoped)
  )

  it.live("sets each kind of proof at sign-up, and keeps it when other settings change", () =>
    Effect.gen(function* () {
      const { path, project } = yield* installation
      const created = yield* decode(WithProof, (yield* project("create", "Larkspur", "--json")).stdout)
      assert.isUndefined(created.config.sign_up_proof)
      const change = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
        const { code, stderr, stdout } = yield* project("set", created.id, ...args, "--json")
        assert.strictEqual(code, 0, stderr)
        assert.notMatch(stdout + stderr, /cAnArY/)
        return (yield* decode(WithProof, stdout)).config.sign_up_proof
      })
      const changeByFile = (sign_up_proof: unknown) => {
        writeFileSync(path("proof.json"), JSON.stringify({ config: { sign_up_proof } }))
        return change("--settings", path("proof.json"))
      }
      assert.deepStrictEqual(yield* change("--sign-up-proof", "proof-of-work"), { type: "proof-of-work" })
      const harder = { type: "proof-of-work", difficulty: 500_000 }
      assert.deepStrictEqual(yield* changeByFile(harder), harder)
      assert.deepStrictEqual(yield* change("--sign-up-proof", "custom"), { type: "custom" })
      assert.deepStrictEqual(yield* changeByFile({ ...turnstile, secret_key: "cAnArY-turnstile" }), turnstile)
      // The key is encrypted.
      for (const ending of ["", "-wal"]) {
        const database = path(`keystile.db${ending}`)
        if (existsSync(database)) assert.notInclude(readFileSync(database, "latin1"), "cAnArY-turnstile")
      }
      assert.deepStrictEqual(yield* change("--name", "Lark"), turnstile)
      const { stdout } = yield* project("show", created.id)
      assert.notMatch(stdout, /cAnArY/)
      assert.deepStrictEqual((yield* decode(WithProof, stdout)).config.sign_up_proof, turnstile)
      assert.isUndefined(yield* change("--sign-up-proof", "none"))
    }).pipe(Effect.scoped)
  )

  it.live("keeps the proof at sign-up when a change of it is refused", () =>
    Effect.gen(function* () {
      const { path, project } = yield* installation
      const file = (name: string, sign_up_proof: unknown) => {
        writeFileSync(path(name), JSON.stringify({ config: { sign_up_proof } }))
        return ["--settings", path(name)]
      }
      const initial = file("turnstile.json", { ...turnstile, secret_key: "cAnArY-turnstile" })
      const { id } = yield* decode(NewProject, (yield* project("create", "Larkspur", ...initial, "--json")).stdout)
      const refused = [
        [["--sign-up-proof", "turnstile"], "--sign-up-proof"],
        [file("no-key.json", { ...turnstile, site_key: "0x-other" }), "body.config.sign_up_proof.secret_key"],
        [file("easy.json", { type: "proof-of-work", difficulty: 1 }), "body.config.sign_up_proof.difficulty"],
        [file("unknown.json", { type: "cAnArY" }), "body.config.sign_up_proof"],
        [file("text.json", "cAnArY"), "body.config.sign_up_proof"]
      ] as const
      for (const [args, text] of refused) {
        const { code, stderr, stdout } = yield* project("set", id, ...args)
        assert.strictEqual(code, 1, args.join(" "))
        assert.include(stderr, text)
        assert.notMatch(stdout + stderr, /cAnArY/)
      }
      const shown = yield* decode(WithProof, (yield* project("show", id)).stdout)
      assert.deepStrictEqual(shown.config.sign_up_proof, turnstile)
    }).pipe(Effect.scoped)
  )

  it.live("sets the rules for passwords and sessions, and keeps them when a change is refused", () =>
    Effect.gen(function* () {
      const { project } = yield* installation
      const { id } = yield* decode(NewProject, (yield* project("create", "Larkspur", "--json")).stdout)
      const rules = Effect.gen(function* () {
        const { config } = yield* decode(WithRules, (yield* project("show", id)).stdout)
        return config
      })
      const given = ["--password-min-length", "12", "--session-lifetime", "30 days", "--session-idle", "90 minutes"]
      const set = yield* project("set", id, ...given, "--enable", "allow-breached-passwords")
      assert.strictEqual(set.code, 0, set.stderr)
      const strict = {
        password_min_length: 12,
        allow_breached_passwords: true,
        session_lifetime_millis: 30 * DAY,
        session_idle_millis: 90 * 60_000
      }
      assert.deepStrictEqual(yield* rules, strict)
      const duration = 'has to be a duration such as "30 minutes"'
      for (const [args, text] of [
        [["--password-min-length", "7"], "body.config.password_min_length: Expected an integer between 8 and 64"],
        [["--password-min-length", "long"], "body.config.password_min_length"],
        [["--session-lifetime", "soon"], `--session-lifetime ${duration}`],
        [["--session-lifetime", "Infinity"], `--session-lifetime ${duration}`],
        [["--session-idle", ""], `--session-idle ${duration}`],
        [["--session-idle", "1 minute"], "body.config.session_idle_millis: Expected an integer between 900000 and"]
      ] as const) {
        const { code, stderr } = yield* project("set", id, ...args)
        assert.strictEqual(code, 1, args.join(" "))
        assert.include(stderr, text)
      }
      assert.deepStrictEqual(yield* rules, strict)
      yield* project("set", id, "--session-lifetime", "default", "--session-idle", "default")
      yield* project("set", id, "--password-min-length", "default", "--disable", "allow-breached-passwords")
      assert.deepStrictEqual(yield* rules, {})
    }).pipe(Effect.scoped)
  )

  it.live("refuses rate limits over the operator's maximum", () =>
    Effect.gen(function* () {
      const { path, project } = yield* installation
      const { id } = yield* decode(NewProject, (yield* project("create", "Larkspur", "--json")).stdout)
      writeFileSync(path("limits.json"), '"off"')
      const { code, stderr } = yield* project("set", id, "--limits", path("limits.json"), "--max-rate-limits", "3")
      assert.strictEqual(code, 1)
      assert.include(stderr, "at most 3 times the defaults")
      assert.strictEqual((yield* project("set", id, "--limits", path("limits.json"))).code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("sets the language of mails", () =>
    Effect.gen(function* () {
      const { project } = yield* installation
      const { id } = yield* decode(
        NewProject,
        (yield* project("create", "Larkspur", "--mail-language", "pl-PL", "--json")).stdout
      )
      const settings = Effect.gen(function* () {
        const { config } = yield* decode(WithMails, (yield* project("show", id)).stdout)
        return config
      })
      assert.deepStrictEqual(yield* settings, { mail_language: "pl-PL" })
      const { code, stderr } = yield* project("set", id, "--mail-language", "da-DK")
      assert.strictEqual(code, 1)
      assert.include(stderr, "mail-language")
      yield* project("set", id, "--disable", "translate-mails")
      assert.deepStrictEqual(yield* settings, { mail_language: "pl-PL", translate_mails: false })
      yield* project("set", id, "--mail-language", "default", "--enable", "translate-mails")
      assert.deepStrictEqual(yield* settings, {})
    }).pipe(Effect.scoped)
  )

  it.live("refuses what it cannot use, says what to do, and creates nothing", () =>
    Effect.gen(function* () {
      const { path, project } = yield* installation
      writeFileSync(path("broken.json"), '{"config": {"oauth_providers": "cAnArY')
      writeFileSync(path("list.json"), '["cAnArY"]')
      writeFileSync(path("unknown.json"), '{"config": {"nope": "cAnArY"}}')
      writeFileSync(
        path("shared.json"),
        '{"config": {"oauth_providers": [{"type":"shared","id":"google","enabled":true}]}}'
      )
      const refused = [
        [["create", "X", "--domain", "cAnArY"], "body.config.domains.0.domain: Expected a valid URL"],
        [["create", "X", "--settings", path("missing.json")], "The file of --settings cannot be read."],
        [
          ["create", "X", "--settings", path("broken.json")],
          "The file of --settings is not JSON: see line 1, column 32."
        ],
        [["create", "X", "--settings", path("list.json")], "The file of --settings has to contain a JSON object."],
        [["create", "X", "--settings", path("unknown.json")], "body.config.nope: Unknown property"],
        [["create", "X", "--settings", path("shared.json")], "google"],
        [["create", "X", "--enable", "passkey", "--disable", "passkey"], "both name passkey"],
        [
          ["create", "X", "--settings", "-", "--limits", "-"],
          "--settings and --limits cannot both be read from stdin. Give a file for one of them."
        ],
        [["create", "X", "--expires-in", "0"], "--expires-in"],
        [["create"], "The argument name is missing."],
        [["show", "nothing"], "There is no project nothing."],
        [["show", "internal"], "There is no project internal."],
        [["set", "nothing", "--name", "Y"], "There is no project nothing."],
        [["keys", "create", "nothing"], "There is no project nothing."]
      ] as const
      for (const [args, text] of refused) {
        const { code, stderr, stdout } = yield* project(...args)
        assert.strictEqual(code, 1, args.join(" "))
        assert.include(stderr, text)
        assert.notMatch(stdout + stderr, /cAnArY/)
      }
      assert.strictEqual(
        (yield* project("list")).stdout,
        "There is no project. Create one: keystile project create NAME\n"
      )
    }).pipe(Effect.scoped)
  )
})
