/** Schema unions of known errors: all errors, and those of each tier. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { AdminKnownError, ClientKnownError, ServerKnownError } from "../../../core/api/tier-errors.ts"
import { endpoints } from "../../../core/api/endpoints.ts"
import { EmailPasswordMismatch } from "../../../core/errors/password.ts"
import { PasswordTooShort } from "../../../core/errors/password-rules.ts"
import { KnownError } from "../../../core/errors/known-error-union.ts"
import { knownErrors } from "../../../core/errors/known-errors.ts"
import { InvalidSuperSecretAdminKey } from "../../../core/errors/project-authentication.ts"
import { arbitraryOf } from "../../../testing/arbitraries.ts"

const tiers = [
  { tier: "client", union: ClientKnownError },
  { tier: "server", union: ServerKnownError },
  { tier: "admin", union: AdminKnownError }
] as const

describe("The union of all known errors", () => {
  it.effect.prop(
    "decodes its own encoding of every class",
    knownErrors.map((known) => arbitraryOf<KnownError>(known)),
    (errors) =>
      Effect.forEach(errors, (error) =>
        Effect.gen(function* () {
          const body = yield* Schema.encodeEffect(KnownError)(error)
          const decoded = yield* Schema.decodeUnknownEffect(KnownError)(JSON.parse(JSON.stringify(body)))
          assert.strictEqual(decoded._tag, error._tag)
          assert.strictEqual(decoded.message, error.message)
          assert.strictEqual(JSON.stringify(decoded), JSON.stringify(error))
        })
      )
  )

  it.effect.each([
    { name: "an unknown code", body: { code: "NO_SUCH_CODE", error: "?" } },
    { name: "a missing text", body: { code: "EMAIL_PASSWORD_MISMATCH" } },
    {
      name: "details of the wrong type",
      body: { code: "PASSWORD_TOO_SHORT", error: "?", details: { min_length: "8" } }
    },
    { name: "no object", body: "EMAIL_PASSWORD_MISMATCH" },
    { name: "a code inherited from a prototype", body: { code: "constructor", error: "?" } }
  ])("rejects $name", ({ body }) =>
    Effect.gen(function* () {
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Schema.decodeUnknownEffect(KnownError)(body))))
    })
  )

  it.effect("decodes to the class, so that an error can be caught by its tag", () =>
    Effect.gen(function* () {
      const error = yield* Schema.decodeUnknownEffect(KnownError)({
        code: "PASSWORD_TOO_SHORT",
        error: "Use at least 8 characters.",
        details: { min_length: 8 }
      })
      const minLength = yield* Effect.fail(error).pipe(
        Effect.catchTag("PasswordTooShort", (tooShort) => Effect.succeed(tooShort.minLength))
      )
      assert.instanceOf(error, PasswordTooShort)
      assert.strictEqual(minLength, 8)
    })
  )
})

describe.each([...tiers])("The union of the $tier tier", ({ tier, union }) => {
  const declared = endpoints.filter((endpoint) => endpoint.tiers.includes(tier)).flatMap(({ errors }) => errors)

  it.effect.prop(
    "decodes every error that an endpoint of the tier declares",
    knownErrors.filter((known) => declared.includes(known)).map((known) => arbitraryOf<KnownError>(known)),
    (errors) =>
      Effect.forEach(errors, (error) =>
        Effect.gen(function* () {
          const body = yield* Schema.encodeEffect(KnownError)(error)
          const decoded = yield* Schema.decodeUnknownEffect(union)(body)
          assert.strictEqual(decoded._tag, error._tag)
        })
      )
  )
})

describe("The unions of the tiers", () => {
  it.effect("exclude errors of secret keys from tiers without them", () =>
    Effect.gen(function* () {
      const body = yield* Schema.encodeEffect(KnownError)(new InvalidSuperSecretAdminKey({ projectId: "p" }))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Schema.decodeUnknownEffect(ClientKnownError)(body))))
      assert.instanceOf(yield* Schema.decodeUnknownEffect(AdminKnownError)(body), InvalidSuperSecretAdminKey)
    })
  )

  it.effect("are narrowed by tag in TypeScript", () =>
    Effect.gen(function* () {
      const body = yield* Schema.encodeEffect(ClientKnownError)(new EmailPasswordMismatch())
      const error = yield* Schema.decodeUnknownEffect(ClientKnownError)(body)
      const tag: ClientKnownError["_tag"] = error._tag
      assert.strictEqual(tag, "EmailPasswordMismatch")
      // @ts-expect-error The client tier has no errors of the admin key.
      assert.notStrictEqual<ClientKnownError["_tag"]>(tag, "InvalidSuperSecretAdminKey")
    })
  )
})
