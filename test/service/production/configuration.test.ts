/** The configuration of `keystile serve`: sources, mistakes and secrets. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { writeFileSync } from "node:fs"
import { describeConfiguration } from "../../../service/production/describe-configuration.ts"
import { type ConfigurationSources, readConfiguration } from "../../../service/production/read-configuration.ts"
import { type SettingName, settingNames, settings } from "../../../service/production/settings.ts"
import { temporaryFolder } from "../temporary-folder.ts"

const secret = "8ebf9b8c1d0a4f7e92b3c6d5e4f3a2b1c0d9e8f7"

const environment = {
  KEYSTILE_PUBLIC_URL: "https://auth.example.com",
  KEYSTILE_DB: "keystile.db",
  KEYSTILE_SECRETS: secret,
  KEYSTILE_MAIL: "log"
}

const read = (sources: Partial<ConfigurationSources> = {}) => readConfiguration({ flags: {}, environment, ...sources })

const problemsOf = (sources: Partial<ConfigurationSources>) =>
  Effect.map(Effect.flip(read(sources)), ({ problems }) => problems)

const fileWith = Effect.fnUntraced(function* (content: unknown) {
  const path = (yield* temporaryFolder).path("keystile.json")
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content))
  return path
})

describe("the configuration", () => {
  it.effect("needs four settings, and names the default of each other one", () =>
    Effect.gen(function* () {
      const { configuration, sources } = yield* read()
      assert.deepStrictEqual(
        settingNames.filter((name) => sources[name] !== "default"),
        ["publicUrl", "database", "secrets", "mail"]
      )
      assert.strictEqual(configuration.host, "127.0.0.1")
      assert.strictEqual(configuration.port, 8102)
      assert.isNull(configuration.maxConnections)
      assert.isNull(configuration.metricsPort)
      assert.isTrue(configuration.requestLog)
      assert.isFalse(configuration.privateSmtp)
      assert.strictEqual(configuration.trustedProxies, 0)
    })
  )

  it.effect("has no maximum of rate limits unless it is set, and a whole one", () =>
    Effect.gen(function* () {
      assert.isNull((yield* read()).configuration.maxRateLimits)
      const given = (value: string) => read({ environment: { ...environment, KEYSTILE_MAX_RATE_LIMITS: value } })
      assert.strictEqual((yield* given("10")).configuration.maxRateLimits, 10)
      for (const wrong of ["0", "1001", "1.5", "off"]) {
        const { message } = yield* Effect.flip(given(wrong))
        assert.include(message, "KEYSTILE_MAX_RATE_LIMITS has to be a whole number from 1 to 1000.")
      }
    })
  )

  it.effect("reads the URL of a read replica, and describes it without the password", () =>
    Effect.gen(function* () {
      const given = yield* read({
        environment: {
          ...environment,
          KEYSTILE_DB: "postgres://keystile@db/keystile",
          KEYSTILE_DB_REPLICA: " postgres://keystile:password@replica/keystile "
        }
      })
      const { databaseReplica } = given.configuration
      assert.strictEqual(
        databaseReplica === null ? null : Redacted.value(databaseReplica),
        "postgres://keystile:password@replica/keystile"
      )
      const described = describeConfiguration(given).find(({ name }) => name === "databaseReplica")
      assert.deepStrictEqual(described, {
        name: "databaseReplica",
        value: "postgres://keystile@replica/keystile",
        source: "KEYSTILE_DB_REPLICA"
      })
    })
  )

  it.effect.each([
    ["keystile.db", "postgres://db/keystile", /is for PostgreSQL only/],
    ["postgres://db/keystile", "postgresql://other@DB:5432/keystile", /names the database itself/],
    ["postgres:///keystile?host=/run/a", "postgres:///keystile?host=/run/a", /names the database itself/],
    ["postgres://db/keystile", "replica.db", /has to be written postgres:/],
    ["postgres://db/keystile", "mysql://replica/keystile", /has to be written postgres:/],
    ["postgres://db/keystile", "postgres://a:b@c:d/keystile", /has to be written postgres:/],
    ["postgres://db/keystile", "postgres://replica/keystile?schema=keystile", /names a schema\. Leave it out/]
  ] as const)("refuses for the database %s the replica %s", ([database, replica, pattern]) =>
    Effect.gen(function* () {
      const given = { ...environment, KEYSTILE_DB: database, KEYSTILE_DB_REPLICA: replica }
      const [problem = "", ...others] = yield* problemsOf({ environment: given })
      assert.match(problem, /^KEYSTILE_DB_REPLICA /)
      assert.match(problem, pattern)
      assert.deepStrictEqual(others, [])
    })
  )

  it.effect("refuses a password in the flag of the replica", () =>
    Effect.gen(function* () {
      const [problem = ""] = yield* problemsOf({
        flags: { databaseReplica: "postgres://keystile:cAnArY@replica/keystile" },
        environment: { ...environment, KEYSTILE_DB: "postgres://db/keystile" }
      })
      assert.match(problem, /^--db-replica contains a password, .* Set KEYSTILE_DB_REPLICA instead\.$/)
      assert.notInclude(problem, "cAnArY")
    })
  )

  it.effect("names everything that is missing at once, with the variable, the flag, the key and an example", () =>
    Effect.gen(function* () {
      const problems = yield* problemsOf({ environment: {} })
      assert.lengthOf(problems, 4)
      for (const name of ["publicUrl", "database", "secrets", "mail"] as const) {
        const { example, flag, variable } = settings[name]
        const problem = problems.find((each) => each.startsWith(`${variable} is missing.`)) ?? ""
        for (const part of [flag === null ? "no flag" : `--${flag}`, `${name} in the file`, example]) {
          assert.include(problem, part, name)
        }
      }
    })
  )

  it.effect("counts an empty variable as missing", () =>
    Effect.gen(function* () {
      const problems = yield* problemsOf({ environment: { ...environment, KEYSTILE_SECRETS: "" } })
      assert.match(problems.join("\n"), /^KEYSTILE_SECRETS is missing/)
    })
  )

  it.effect("ignores the variables that Kubernetes sets for Services named keystile and keystile-metrics", () =>
    Effect.gen(function* () {
      const linked = (service: string, port: number) => ({
        [`${service}_SERVICE_HOST`]: "10.96.3.7",
        [`${service}_SERVICE_PORT`]: String(port),
        [`${service}_SERVICE_PORT_HTTP`]: String(port),
        [`${service}_PORT`]: `tcp://10.96.3.7:${port}`,
        [`${service}_PORT_${port}_TCP`]: `tcp://10.96.3.7:${port}`,
        [`${service}_PORT_${port}_TCP_PROTO`]: "tcp",
        [`${service}_PORT_${port}_TCP_PORT`]: String(port),
        [`${service}_PORT_${port}_TCP_ADDR`]: "10.96.3.7"
      })
      const links = { ...linked("KEYSTILE", 80), ...linked("KEYSTILE_METRICS", 9102) }
      const file = yield* fileWith({ metricsPort: 9200 })
      const { configuration, sources } = yield* read({ file, environment: { ...environment, ...links } })
      assert.deepInclude(configuration, { port: 8102, metricsPort: 9200 })
      assert.deepInclude(sources, { port: "default", metricsPort: `metricsPort in ${file}` })
      const problems = yield* problemsOf({ environment: { ...environment, KEYSTILE_HOST: "tcp://10.96.3.7:80" } })
      assert.match(problems.join("\n"), /^KEYSTILE_HOST has to be an IP address/)
    }).pipe(Effect.scoped)
  )

  it.effect("prefers a flag to the environment, and the environment to the file", () =>
    Effect.gen(function* () {
      const file = yield* fileWith({ port: 1, host: "10.0.0.1", maxConnections: 3 })
      const { configuration, sources } = yield* read({
        flags: { port: "2" },
        file,
        environment: { ...environment, KEYSTILE_PORT: "4", KEYSTILE_HOST: "::1" }
      })
      assert.deepInclude(configuration, { port: 2, host: "::1", maxConnections: 3 })
      assert.deepInclude(sources, {
        port: "--port",
        host: "KEYSTILE_HOST",
        maxConnections: `maxConnections in ${file}`,
        trustedProxies: "default"
      })
    }).pipe(Effect.scoped)
  )

  it.effect("reads the file of KEYSTILE_CONFIG, with numbers, booleans and a list of secrets", () =>
    Effect.gen(function* () {
      const KEYSTILE_CONFIG = yield* fileWith({
        publicUrl: "https://auth.example.com/",
        database: "postgres://keystile@db/keystile",
        secrets: [secret, `${secret}-older`],
        mail: "log",
        privateSmtp: true,
        accessTokenLifetime: 300
      })
      const { configuration } = yield* read({ environment: { KEYSTILE_CONFIG } })
      assert.deepInclude(configuration, {
        publicUrl: "https://auth.example.com",
        privateSmtp: true,
        accessTokenLifetime: 300
      })
      assert.deepStrictEqual(configuration.secrets.map(Redacted.value), [secret, `${secret}-older`])
    }).pipe(Effect.scoped)
  )

  it.effect("reads secrets, database and mail server from the files of variables that end in _FILE", () =>
    Effect.gen(function* () {
      const { configuration, sources } = yield* read({
        environment: {
          KEYSTILE_PUBLIC_URL: environment.KEYSTILE_PUBLIC_URL,
          KEYSTILE_SECRETS_FILE: yield* fileWith(`${secret},${secret}-older\n`),
          KEYSTILE_DB_FILE: yield* fileWith("postgres://keystile:password@db/keystile\r\n"),
          KEYSTILE_MAIL_FILE: yield* fileWith("log")
        }
      })
      assert.deepStrictEqual(configuration.secrets.map(Redacted.value), [secret, `${secret}-older`])
      assert.deepInclude(sources, {
        secrets: "KEYSTILE_SECRETS_FILE",
        database: "KEYSTILE_DB_FILE",
        mail: "KEYSTILE_MAIL_FILE"
      })
    }).pipe(Effect.scoped)
  )

  it.effect("refuses a _FILE variable without a usable file, once and without quoting its value", () =>
    Effect.gen(function* () {
      const { KEYSTILE_SECRETS: _, ...others } = environment
      const unusable: ReadonlyArray<[path: string, problem: RegExp]> = [
        [secret, /^KEYSTILE_SECRETS_FILE has to be the path of a file that the service can read\.$/],
        [(yield* temporaryFolder).path("."), /^KEYSTILE_SECRETS_FILE has to be the path of a file/],
        [yield* fileWith(" \n"), /^KEYSTILE_SECRETS_FILE names an empty file\.$/],
        [yield* fileWith("a".repeat(65_537)), /^KEYSTILE_SECRETS_FILE names a file of more than 65536 bytes\.$/],
        [yield* fileWith("short"), /^KEYSTILE_SECRETS_FILE is too weak: it needs at least 32 bytes\./]
      ]
      for (const [KEYSTILE_SECRETS_FILE, problem] of unusable) {
        const problems = yield* problemsOf({ environment: { ...others, KEYSTILE_SECRETS_FILE } })
        assert.lengthOf(problems, 1)
        assert.match(problems[0] ?? "", problem)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("refuses a variable and its _FILE variable together", () =>
    Effect.gen(function* () {
      const KEYSTILE_SECRETS_FILE = yield* fileWith(secret)
      const problems = yield* problemsOf({ environment: { ...environment, KEYSTILE_SECRETS_FILE } })
      assert.deepStrictEqual(problems, ["KEYSTILE_SECRETS_FILE and KEYSTILE_SECRETS are both set. Set one of them."])
    }).pipe(Effect.scoped)
  )

  it.effect("suggests a _FILE variable for a misspelled one", () =>
    Effect.gen(function* () {
      const problems = yield* problemsOf({ environment: { ...environment, KEYSTILE_SECRET_FILE: "/run/secrets/a" } })
      assert.deepStrictEqual(problems, ["KEYSTILE_SECRET_FILE is no setting. Did you mean KEYSTILE_SECRETS_FILE?"])
    })
  )

  it.effect("reports mistakes of all sources together, each with its source", () =>
    Effect.gen(function* () {
      const file = yield* fileWith({ trustedProxies: "many", pulicUrl: "https://auth.example.com", colour: "red" })
      const problems = yield* problemsOf({
        flags: { port: "80000" },
        file,
        environment: { ...environment, KEYSTILE_MAX_CONNECTIONS: "x", KEYSTILE_HOST: "example.com" }
      })
      const expected = [
        /^--port has to be a whole number from 0 to 65535\.$/,
        /^KEYSTILE_MAX_CONNECTIONS has to be a whole number/,
        /^KEYSTILE_HOST has to be an IP address/,
        /^trustedProxies in .*keystile\.json has to be a whole number from 0 to 10\.$/,
        /^"pulicUrl" in .*keystile\.json is no setting\. Did you mean publicUrl\?$/,
        /^"colour" in .*keystile\.json is no setting\. Known keys: publicUrl, /
      ]
      for (const pattern of expected)
        assert.isTrue(
          problems.some((problem) => pattern.test(problem)),
          String(pattern)
        )
      assert.lengthOf(problems, expected.length)
    }).pipe(Effect.scoped)
  )

  it.effect("suggests the name of a misspelled variable, and ignores variables of others", () =>
    Effect.gen(function* () {
      const problems = yield* problemsOf({
        environment: { ...environment, KEYSTILE_PUBLC_URL: "https://x.example", KEYSTILE_OWN_SCRIPT_DIRECTORY: "/tmp" }
      })
      assert.deepStrictEqual(problems, ["KEYSTILE_PUBLC_URL is no setting. Did you mean KEYSTILE_PUBLIC_URL?"])
    })
  )

  it.effect.each<readonly [string, RegExp]>([
    ["http://auth.example.com", /has to start with https/],
    ["auth.example.com", /has to be a URL such as/],
    ["ftp://auth.example.com", /has to be a URL such as/],
    ["https:auth.example.com", /has to be a URL such as/],
    ["javascript:alert(1)", /has to be a URL such as/],
    ["https://user:hunter2-hunter2@auth.example.com", /may not contain a user name/],
    ["https://auth.example.com/a%20b", /may contain only letters/],
    ["https://auth.example.com/auth/api/v1", /may not contain \/api\/v1/],
    ["https://auth.example.com?x=1", /may not contain a query/],
    ["https://auth.example.com#", /may not contain a query/]
  ])("refuses the public URL %s", ([url, pattern]) =>
    Effect.gen(function* () {
      const [problem = "", ...others] = yield* problemsOf({ environment: { ...environment, KEYSTILE_PUBLIC_URL: url } })
      assert.match(problem, pattern)
      assert.deepStrictEqual(others, [])
    })
  )

  it.effect.each([
    "http://localhost:8102",
    "http://127.0.0.1:8102",
    "http://[::1]:8102",
    "https://a.example:8443",
    "https://a.example/api/auth"
  ])("takes the public URL %s", (url) =>
    Effect.gen(function* () {
      const { configuration } = yield* read({ environment: { ...environment, KEYSTILE_PUBLIC_URL: url } })
      assert.strictEqual(configuration.publicUrl, url)
    })
  )

  it.effect.each<readonly [string, RegExp]>([
    ["short", /needs at least 32 bytes/],
    [`${secret},short`, /secret 2 of 2 needs at least 32 bytes/],
    [`${secret},`, /secret 2 of 2 needs at least 32 bytes/],
    ["a".repeat(64), /is not random/],
    [`${secret},${secret}`, /contains a secret twice/]
  ])("refuses the secrets %s", ([secrets, pattern]) =>
    Effect.gen(function* () {
      const problems = yield* problemsOf({ environment: { ...environment, KEYSTILE_SECRETS: secrets } })
      assert.lengthOf(problems, 1)
      assert.match(problems[0] ?? "", pattern)
      assert.match(problems[0] ?? "", /openssl rand|Remove one/)
    })
  )

  it.effect.each([":memory:", "file:x.db", "mysql://user:hunter2-hunter2@db/x", "postgres://user:a b@[db/x"])(
    "refuses the database %s",
    (database) =>
      Effect.gen(function* () {
        const problems = yield* problemsOf({ environment: { ...environment, KEYSTILE_DB: database } })
        assert.lengthOf(problems, 1)
        assert.match(problems[0] ?? "", /^KEYSTILE_DB /)
      })
  )

  it.effect.each<readonly [string, string]>([
    ["smtp://mailer:p%40ss%2Fword@mail.example.com", "smtp://mailer:***@mail.example.com:587"],
    ["smtps://mailer:pass@mail.example.com", "smtps://mailer:***@mail.example.com:465"],
    ["smtp://localhost:1025", "smtp://localhost:1025"],
    ["smtp://mailer:pass@[2001:db8::1]:25", "smtp://mailer:***@[2001:db8::1]:25"],
    ["log", "log"]
  ])("takes the mail server %s, and shows it without its password", ([mail, shown]) =>
    Effect.gen(function* () {
      const described = describeConfiguration(yield* read({ environment: { ...environment, KEYSTILE_MAIL: mail } }))
      assert.deepInclude(described, { name: "mail", value: shown, source: "KEYSTILE_MAIL" })
    })
  )

  it.effect("decodes the password of the mail server", () =>
    Effect.gen(function* () {
      const mail = "smtp://post%40man:p%40ss%2Fword@mail.example.com"
      const { configuration } = yield* read({ environment: { ...environment, KEYSTILE_MAIL: mail } })
      if (configuration.mail.type !== "smtp") return assert.fail("No mail server was read")
      assert.strictEqual(configuration.mail.username, "post@man")
      assert.strictEqual(configuration.mail.password && Redacted.value(configuration.mail.password), "p@ss/word")
    })
  )

  it.effect("sends mails from the host of the public URL unless a sender is given", () =>
    Effect.gen(function* () {
      const senderIn = (environment: Readonly<Record<string, string>>) =>
        Effect.map(read({ environment }), (given) =>
          describeConfiguration(given).find(({ name }) => name === "mailFrom")
        )
      assert.strictEqual((yield* senderIn(environment))?.value, "no-reply@auth.example.com")
      const own = yield* senderIn({ ...environment, KEYSTILE_MAIL_FROM: "hello@example.com" })
      assert.strictEqual(own?.value, "hello@example.com")
    })
  )

  it.effect("refuses a password in a flag, and takes the same value from the environment", () =>
    Effect.gen(function* () {
      const database = "postgres://keystile:hunter2-hunter2@db/keystile"
      const mail = "smtp://mailer:hunter2-hunter2@mail.example.com"
      assert.deepStrictEqual(
        (yield* problemsOf({ flags: { database, mail } })).map((problem) => problem.replace(/ contains.*Set/, " → ")),
        ["--db →  KEYSTILE_DB instead.", "--mail →  KEYSTILE_MAIL instead."]
      )
      yield* read({ environment: { ...environment, KEYSTILE_DB: database, KEYSTILE_MAIL: mail } })
      yield* read({ flags: { database: "postgres://keystile@db/keystile", mail: "smtp://mail.example.com" } })
    })
  )

  it.effect.each<readonly [string, RegExp]>([
    ["not JSON", /is not JSON: see line 1, column 1\.$/],
    ["", /is not JSON: it is empty\.$/],
    ["[]", /has to contain an object/],
    ["null", /has to contain an object/],
    [`{"__proto__": {"port": 1}}`, /"__proto__" in .* is no setting/],
    [`{"constructor": 1}`, /"constructor" in .* is no setting/]
  ])("refuses the file %s", ([content, pattern]) =>
    Effect.gen(function* () {
      const problems = yield* problemsOf({ file: yield* fileWith(content) })
      assert.lengthOf(problems, 1)
      assert.match(problems[0] ?? "", pattern)
    }).pipe(Effect.scoped)
  )

  it.effect("names a file that cannot be read by the flag or the variable that names it", () =>
    Effect.gen(function* () {
      const path = "/nowhere/keystile.json"
      assert.match(
        (yield* problemsOf({ file: path }))[0] ?? "",
        /^--config: The file \/nowhere\/keystile\.json cannot be/
      )
      const inEnvironment = { environment: { ...environment, KEYSTILE_CONFIG: path } }
      assert.match((yield* problemsOf(inEnvironment))[0] ?? "", /^KEYSTILE_CONFIG: The file/)
    })
  )
})

/** A text that no message may contain. */
const canary = "cAnArY-5f1e8d0b-9a7c"

/** A value of each setting that is wrong, or right, and contains the canary. */
const canaryValues: ReadonlyArray<string> = [
  canary,
  `https://user:${canary}@example.com`,
  `http://example.com/${canary}`,
  `postgres://user:${canary}@[broken/x`,
  `postgres://user:${canary}@db/x`,
  `postgres:////user:${canary}@db/x`,
  `mysql://user:${canary}@db/x`,
  `smtp://user:${canary}@mail.example.com:99999`,
  `smtp://user:${canary}#x@mail.example.com`,
  `smtp://user:%zz${canary}@mail.example.com`,
  `smtp://user:${canary}@mail.example.com`,
  `${canary}${canary},${canary}`,
  `${canary}${canary}`
]

describe("a secret of the configuration", () => {
  it.effect("is in no message and no description, whatever its setting and source", () =>
    Effect.gen(function* () {
      for (const name of settingNames) {
        for (const value of canaryValues) {
          for (const sources of [
            { environment: { ...environment, [settings[name].variable]: value } },
            { flags: { [name]: value } as Partial<Record<SettingName, string>> },
            { file: yield* fileWith({ [name]: value }), environment: {} },
            { file: yield* fileWith(`{ "${name}": "${value}" oops`) }
          ]) {
            const outcome = yield* Effect.result(read(sources))
            const texts =
              outcome._tag === "Failure"
                ? [outcome.failure.message, String(outcome.failure), JSON.stringify(outcome.failure)]
                : [
                    ...describeConfiguration(outcome.success)
                      // A file may have any name, and a host cannot be told from a secret.
                      .filter((each) => each.name === "secrets" || each.name === "mail" || /:\/\//.test(each.value))
                      .map((each) => each.value),
                    JSON.stringify(outcome.success.configuration.secrets),
                    JSON.stringify(outcome.success.configuration.mail),
                    JSON.stringify(outcome.success.configuration.database)
                  ]
            for (const text of texts) assert.notInclude(text, canary, `${name} = ${value}`)
          }
        }
      }
    }).pipe(Effect.scoped)
  )
})
