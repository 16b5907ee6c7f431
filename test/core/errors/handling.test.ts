/** Handling, constructing and printing known errors. */
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import * as AuthenticationRequired from "../../../core/errors/project-authentication.ts"
import { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { PasskeyRegistrationFailed } from "../../../core/errors/passkey.ts"
import type { EmailPasswordMismatch } from "../../../core/errors/password.ts"
import { PasswordTooShort } from "../../../core/errors/password-rules.ts"
import {
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey
} from "../../../core/errors/project-authentication.ts"
import { ProjectNotFound } from "../../../core/errors/project.ts"
import { Offline, Refused, RequestError } from "../../../core/errors/request-error.ts"
import { AccessTokenExpired } from "../../../core/errors/access-token.ts"
import { UserNotFound } from "../../../core/errors/user.ts"
import { cases } from "./catalogue.ts"
import { arbitraryOf } from "../../../testing/arbitraries.ts"

const publishableClientKey = ["`publishableClientKey`", "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"]
const secretServerKey = ["`secretServerKey`", "STACK_SECRET_SERVER_KEY"]
const superSecretAdminKey = ["`superSecretAdminKey`", "STACK_SUPER_SECRET_ADMIN_KEY"]
const projectId = ["`projectId`", "NEXT_PUBLIC_STACK_PROJECT_ID"]

describe("A known error in a program", () => {
  const failing: Effect.Effect<string, PasswordTooShort | EmailPasswordMismatch | UserNotFound> = Effect.fail(
    new PasswordTooShort({ minLength: 8 })
  )

  it.effect("is caught by its tag with typed details", () =>
    Effect.gen(function* () {
      const handled = failing.pipe(Effect.catchTag("PasswordTooShort", (error) => Effect.succeed(error.minLength)))
      expectTypeOf(handled).toEqualTypeOf<Effect.Effect<string | number, EmailPasswordMismatch | UserNotFound>>()
      assert.strictEqual(yield* handled, 8)
    })
  )

  it.effect("is caught by its tag in a union of errors", () =>
    Effect.gen(function* () {
      const handled = failing.pipe(
        Effect.catchTags({
          PasswordTooShort: (error) => Effect.succeed(error.status),
          EmailPasswordMismatch: () => Effect.succeed(0),
          UserNotFound: () => Effect.succeed(1)
        })
      )
      expectTypeOf(handled).toEqualTypeOf<Effect.Effect<string | number>>()
      assert.strictEqual(yield* handled, 400)
    })
  )

  it.effect("can be yielded", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        Effect.gen(function* () {
          return yield* new UserNotFound()
        })
      )
      expectTypeOf(error).toEqualTypeOf<UserNotFound>()
      assert.strictEqual(error.code, "USER_NOT_FOUND")
    })
  )

  it("requires its details and has a default message", () => {
    // @ts-expect-error a detail is missing
    assert.throws(() => new PasswordTooShort({}))
    assert.include(new PasswordTooShort({ minLength: 8 }).message, "8")
    assert.strictEqual(new PasskeyRegistrationFailed({ message: "It broke." }).message, "It broke.")
  })
})

describe.each(cases)("$entry.name, when it is printed,", ({ entry, known }) => {
  it.prop(
    "serializes its tag, code, status, message and details to JSON",
    [arbitraryOf(known)],
    ([error]) => {
      const { message, ...shown }: Record<string, unknown> = JSON.parse(JSON.stringify(error))
      assert.strictEqual(message, error.message)
      const details = Object.keys(known.detailNames).filter((name) => name in (error as object))
      assert.sameMembers(Object.keys(shown), ["_tag", "code", "status", ...details])
      assert.deepInclude(shown, { _tag: entry.name, code: entry.code, status: entry.status })
    },
    { arbitrary: { runs: 20 } }
  )

  it.prop(
    "prints its tag, message, stack and code in Node",
    [arbitraryOf(known)],
    ([error]) => {
      assert.include(inspect(error), entry.name)
      assert.include(inspect(error), entry.code)
      assert.include(inspect(error), error.stack ?? "a stack")
      assert.include(String(error), entry.name)
      assert.include(String(error), error.message)
      assert.instanceOf(error, Error)
      assert.isString(error.stack)
    },
    { arbitrary: { runs: 20 } }
  )

  it.prop(
    "has a default message of whole sentences",
    [arbitraryOf(known)],
    ([error]) => {
      const { message: _, _tag: __, ...details } = error
      const { message } = new known(details)
      assert.notInclude(message, "undefined")
      assert.notInclude(message, "[object")
      if (!["SchemaError", "SignUpRejected"].includes(entry.name)) assert.match(message, /^[A-Z].{15}/su)
    },
    { arbitrary: { runs: 20, seed: 1 } }
  )
})

describe("The message of a known error", () => {
  it.each([
    { error: new AuthenticationRequired.ClientAuthenticationRequired(), settings: publishableClientKey },
    { error: new AuthenticationRequired.ServerAuthenticationRequired(), settings: secretServerKey },
    { error: new AuthenticationRequired.AdminAuthenticationRequired(), settings: superSecretAdminKey },
    {
      error: new InvalidPublishableClientKey({ projectId: "p-1" }),
      settings: [...publishableClientKey, "p-1"]
    },
    { error: new InvalidSecretServerKey({ projectId: "p-1" }), settings: [...secretServerKey, "p-1"] },
    {
      error: new InvalidSuperSecretAdminKey({ projectId: "p-1" }),
      settings: [...superSecretAdminKey, "p-1"]
    },
    { error: new ProjectNotFound({ projectId: "p-1" }), settings: [...projectId, "p-1"] }
  ])("names the option and the environment variable of a rejected key: $error._tag", ({ error, settings }) => {
    const refused = new RequestError({ endpoint: "GET /users/me", reason: new Refused({ error }) })
    for (const name of settings) assert.include(refused.message, name)
  })

  it("of a RequestError is printed with its stack in Node", () => {
    const error = new RequestError({ endpoint: "GET /users/me", reason: new Offline() })
    assert.include(inspect(error), "RequestError: GET /users/me: this device is offline.\n    at ")
    assert.include(inspect({ error }), "this device is offline.")
  })

  it("includes the time at which a token expired", () => {
    assert.include(new AccessTokenExpired({ expiredAt: new Date(0) }).message, "1970-01-01T00:00:00.000Z")
    assert.notInclude(new AccessTokenExpired({ expiredAt: null }).message, "null")
  })

  it("does not reveal the attempt code of a second factor", () => {
    const error = new MultiFactorAuthenticationRequired({ attemptCode: Redacted.make("an-attempt-code") })
    for (const text of [error.message, String(error), JSON.stringify(error), inspect(error), error.stack]) {
      assert.notInclude(text, "an-attempt-code")
    }
  })
})
