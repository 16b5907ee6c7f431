/** The sources of the configuration, and its validation. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { type AdminConfigOptions, DEFAULT_BASE_URL } from "../../core/config/options.ts"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import { readConfig } from "../../core/config/read-config.ts"
import { baseUrlVariables, type Environment } from "../../core/environment/variables.ts"
import type { Tier } from "../../core/schema/tier.ts"

const options = {
  projectId: "11111111-1111-4111-8111-111111111111",
  publishableClientKey: "pck_1",
  secretServerKey: "ssk_1",
  superSecretAdminKey: "sak_1"
}
const read = (given: AdminConfigOptions = {}, environment: Environment = {}, tier: Tier = "client") =>
  readConfig(tier, { ...options, ...given }, environment, Effect.succeed([]))
const refusal = (given: object, environment: Environment = {}, tier: Tier = "client") =>
  Effect.flip(readConfig(tier, given as AdminConfigOptions, environment, Effect.succeed([])))

const keyVariables = {
  publishableClientKey: "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY",
  secretServerKey: "STACK_SECRET_SERVER_KEY",
  superSecretAdminKey: "STACK_SUPER_SECRET_ADMIN_KEY"
} as const
const requiredKeys = [
  { tier: "client", option: "publishableClientKey" },
  { tier: "server", option: "secretServerKey" },
  { tier: "admin", option: "superSecretAdminKey" }
] as const

const names = (error: ConfigurationError, option: string, variable: string | undefined) => {
  assert.deepInclude(error, { _tag: "ConfigurationError", option, variable })
  assert.include(error.message, `\`${option}\``)
  if (variable !== undefined) assert.include(error.message, variable)
}

describe("A configuration", () => {
  it.effect("requires only a project id and a key", () =>
    Effect.gen(function* () {
      const config = yield* read()
      assert.deepInclude(config, {
        tier: "client",
        projectId: options.projectId,
        baseUrl: DEFAULT_BASE_URL,
        attemptTimeoutMillis: 10_000,
        callTimeoutMillis: 60_000,
        maxRetryAfterMillis: 30_000,
        maxResponseBytes: 8_000_000
      })
    })
  )

  it.effect("contains the keys of its tier only", () =>
    Effect.gen(function* () {
      const has = Effect.map(Effect.all(requiredKeys.map(({ tier }) => read({}, {}, tier))), (configs) =>
        configs.map((config) => requiredKeys.map(({ option }) => config[option] !== undefined))
      )
      assert.deepStrictEqual(yield* has, [
        [true, false, false],
        [true, true, false],
        [true, true, true]
      ])
    })
  )

  it.effect("redacts its keys", () =>
    Effect.gen(function* () {
      const config = yield* read({}, {}, "admin")
      const shown = inspect(config, { depth: Infinity, showHidden: true }) + JSON.stringify(config)
      for (const key of ["pck_1", "ssk_1", "sak_1"]) assert.notInclude(shown, key)
    })
  )

  it.effect("accepts redacted keys", () =>
    Effect.gen(function* () {
      const { publishableClientKey } = yield* read({ publishableClientKey: Redacted.make("pck_2") })
      assert.strictEqual(publishableClientKey && Redacted.value(publishableClientKey), "pck_2")
    })
  )

  it.effect("of the server and admin tiers needs no keys of lower tiers", () =>
    Effect.gen(function* () {
      const { projectId, secretServerKey, superSecretAdminKey } = options
      yield* readConfig("server", { projectId, secretServerKey }, {}, Effect.succeed([]))
      yield* readConfig("admin", { projectId, superSecretAdminKey }, {}, Effect.succeed([]))
    })
  )
})

describe("A missing setting", () => {
  it.effect.each([undefined, ""])("is named by its option and variable: the project id (%j)", (projectId) =>
    Effect.gen(function* () {
      names(yield* refusal({ ...options, projectId }), "projectId", "NEXT_PUBLIC_STACK_PROJECT_ID")
    })
  )

  it.effect.each([...requiredKeys])(
    "is named by its option and variable: the key of the $tier tier",
    ({ option, tier }) =>
      Effect.gen(function* () {
        for (const key of [undefined, ""]) {
          names(yield* refusal({ ...options, [option]: key }, {}, tier), option, keyVariables[option])
        }
      })
  )
})

describe("An invalid setting", () => {
  it.effect.each([
    { tier: "client", option: "publishableClientKey", key: "ssk_secret" },
    { tier: "client", option: "publishableClientKey", key: "sak_secret" },
    { tier: "server", option: "secretServerKey", key: "pck_secret" },
    { tier: "server", option: "secretServerKey", key: "sak_secret" },
    { tier: "server", option: "publishableClientKey", key: "ssk_secret" },
    { tier: "admin", option: "superSecretAdminKey", key: "ssk_secret" },
    { tier: "admin", option: "secretServerKey", key: "sak_secret" }
  ] as const)("is named: $key as the $option", ({ key, option, tier }) =>
    Effect.gen(function* () {
      const error = yield* refusal({ ...options, [option]: key }, {}, tier)
      names(error, option, keyVariables[option])
      assert.notInclude(error.message + JSON.stringify(error), "secret_")
      assert.notInclude(error.message, key)
    })
  )

  it.effect.each(["pck_1\n", "pck 1", "pck_ü", "\u0000", "pck_1\r\nx-evil: 1", `pck_${"x".repeat(100_000)}`])(
    "is named: a key that is not a valid header value (%#)",
    (key) =>
      Effect.gen(function* () {
        const error = yield* refusal({ ...options, publishableClientKey: key })
        names(error, "publishableClientKey", keyVariables.publishableClientKey)
      })
  )

  const ids = ["a b", "ü", "a\nb", "x".repeat(100_000)]
  it.effect.each([5, {}, ["pck_1"], true])("is named: a key that is no text (%j)", (publishableClientKey) =>
    Effect.gen(function* () {
      names(
        yield* refusal({ ...options, publishableClientKey }),
        "publishableClientKey",
        keyVariables.publishableClientKey
      )
    })
  )

  it.effect.each(ids)("is named: a project id that is not a valid header value (%#)", (projectId) =>
    Effect.gen(function* () {
      names(yield* refusal({ ...options, projectId }), "projectId", "NEXT_PUBLIC_STACK_PROJECT_ID")
    })
  )

  it.effect.each([
    "localhost",
    "localhost:8102",
    "//localhost",
    "ftp://localhost",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://",
    "https://user@host.test",
    "https://user:secret@host.test",
    "https://:secret@host.test",
    "https://host.test/?a=b",
    "https://host.test/#a",
    "not an address",
    ""
  ])("is named: the base URL %j", (baseUrl) =>
    Effect.gen(function* () {
      const error = yield* refusal({ ...options, baseUrl })
      names(error, "baseUrl", "NEXT_PUBLIC_STACK_API_URL")
      assert.notInclude(error.message, "secret@")
    })
  )

  it.effect("is named: a base URL that includes the path of the API", () =>
    Effect.gen(function* () {
      for (const path of ["/api/v1", "/api/v1/"]) {
        const error = yield* refusal({ ...options, baseUrl: `https://host.test${path}` })
        names(error, "baseUrl", "NEXT_PUBLIC_STACK_API_URL")
        assert.include(error.message, "without query and /api/v1")
      }
    })
  )

  it.effect.each(["attemptTimeoutMillis", "callTimeoutMillis", "maxRetryAfterMillis"] as const)(
    "is named: %s that is not a positive duration",
    (option) =>
      Effect.gen(function* () {
        for (const millis of [-1, Number.NaN, Number.POSITIVE_INFINITY, 2_147_483_648]) {
          names(yield* refusal({ ...options, [option]: millis }), option, undefined)
        }
        assert.deepInclude(yield* read({ [option]: 2_147_483_647 }), { [option]: 2_147_483_647 })
      })
  )
})

describe("The limit of the response size", () => {
  it.effect("is a positive number of bytes", () =>
    Effect.gen(function* () {
      for (const maxResponseBytes of [0, -1, Number.NaN]) {
        names(yield* refusal({ ...options, maxResponseBytes }), "maxResponseBytes", undefined)
      }
    })
  )
})

describe("The base URL of the service", () => {
  it.effect.each([
    ["http://localhost:8102", "http://localhost:8102"],
    ["http://localhost:8102/", "http://localhost:8102"],
    ["https://host.test/auth", "https://host.test/auth"],
    ["https://host.test/auth/", "https://host.test/auth"],
    ["HTTPS://Host.Test:443/", "https://host.test"],
    ["https://host.test?", "https://host.test"],
    ["https://host.test/#", "https://host.test"],
    [" https://host.test ", "https://host.test"],
    ["http://[::1]:8102", "http://[::1]:8102"]
  ])("%j is normalized to %j", ([given, baseUrl]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read({ baseUrl: given ?? "" })).baseUrl, baseUrl)
    })
  )

  it.effect("can differ between browsers and servers", () =>
    Effect.gen(function* () {
      const baseUrl = { browser: "https://browser.test", server: "https://server.test" }
      assert.strictEqual((yield* read({ baseUrl })).baseUrl, "https://server.test")
    })
  )

  it.effect("is read from the first variable that is set", () =>
    Effect.gen(function* () {
      const variables: Record<string, string> = {}
      const [first] = baseUrlVariables("server")
      for (const name of [...baseUrlVariables("server")].toReversed()) {
        variables[name] = `https://${name.toLowerCase().replaceAll("_", "-")}.test`
        assert.strictEqual((yield* read({}, variables)).baseUrl, variables[name])
      }
      const { baseUrl } = yield* read({}, { ...variables, [first]: "" })
      assert.strictEqual(baseUrl, variables["NEXT_PUBLIC_STACK_API_URL"])
    })
  )

  it("has separate variables for browsers and servers", () => {
    const common = ["NEXT_PUBLIC_STACK_API_URL", "NEXT_PUBLIC_STACK_URL"] as const
    assert.deepStrictEqual(baseUrlVariables("browser"), ["NEXT_PUBLIC_BROWSER_STACK_API_URL", ...common])
    assert.deepStrictEqual(baseUrlVariables("server"), ["NEXT_PUBLIC_SERVER_STACK_API_URL", ...common])
  })
})

describe("An environment variable", () => {
  const environment = {
    NEXT_PUBLIC_STACK_PROJECT_ID: "from-environment",
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: "pck_environment",
    STACK_SECRET_SERVER_KEY: "ssk_environment",
    STACK_SUPER_SECRET_ADMIN_KEY: "sak_environment"
  }
  const value = (key: Redacted.Redacted<string> | undefined) => key && Redacted.value(key)

  it.effect("supplies a setting without an option", () =>
    Effect.gen(function* () {
      const config = yield* readConfig("admin", {}, environment, Effect.succeed([]))
      assert.strictEqual(config.projectId, "from-environment")
      assert.deepStrictEqual(
        [config.publishableClientKey, config.secretServerKey, config.superSecretAdminKey].map(value),
        ["pck_environment", "ssk_environment", "sak_environment"]
      )
    })
  )

  it.effect("is overridden by an option", () =>
    Effect.gen(function* () {
      const variables = { ...environment, NEXT_PUBLIC_STACK_API_URL: "https://environment.test" }
      const config = yield* read({ baseUrl: "https://option.test" }, variables)
      assert.deepInclude(config, { projectId: options.projectId, baseUrl: "https://option.test" })
      assert.strictEqual(value(config.publishableClientKey), "pck_1")
    })
  )

  it.effect("is validated like an option", () =>
    Effect.gen(function* () {
      const wrong = { ...environment, NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: "ssk_environment" }
      names(yield* refusal({}, wrong), "publishableClientKey", keyVariables.publishableClientKey)
    })
  )
})

describe("A ConfigurationError", () => {
  it.effect("prints its name, its advice and its stack in Node", () =>
    Effect.gen(function* () {
      const printed = inspect(yield* refusal({}, {}))
      assert.match(printed, /^ConfigurationError: .+ is missing\. Check the option `projectId` .+\n +at /)
      assert.notInclude(printed, "_tag")
    })
  )
})
