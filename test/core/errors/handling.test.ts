/** How programs handle known errors, and what is seen of them in print. */
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import * as AuthenticationRequired from "../../../core/errors/project-authentication.ts"
import { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { PasskeyRegistrationFailed } from "../../../core/errors/passkey.ts"
import { type EmailPasswordMismatch, PasswordTooShort } from "../../../core/errors/password.ts"
import {
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey
} from "../../../core/errors/project-authentication.ts"
import { ProjectNotFound } from "../../../core/errors/project.ts"
import { Offline, Refused, RequestError } from "../../../core/errors/request-error.ts"
import { AccessTokenExpired } from "../../../core/errors/session.ts"
import { UserNotFound } from "../../../core/errors/user.ts"
import { cases } from "./catalogue.ts"
import { arbitraryOf } from "../../../testing/arbitraries.ts"

const publishableClientKey = ["`publishableClientKey`", "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"]
const secretServerKey = ["`secretServerKey`", "STACK_SECRET_SERVER_KEY"]
const superSecretAdminKey = ["`superSecretAdminKey`", "STACK_SUPER_SECRET_ADMIN_KEY"]
const projectId = ["`projectId`", "NEXT_PUBLIC_STACK_PROJECT_ID"]

describe("a known error in a program", () => {
  const failing: Effect.Effect<string, PasswordTooShort | EmailPasswordMismatch | UserNotFound> = Effect.fail(
    new PasswordTooShort({ minLength: 8 })
  )

  it.effect("is caught by its tag, with its details typed", () =>
    Effect.gen(function* () {
      const handled = failing.pipe(Effect.catchTag("PasswordTooShort", (error) => Effect.succeed(error.minLength)))
      expectTypeOf(handled).toEqualTypeOf<Effect.Effect<string | number, EmailPasswordMismatch | UserNotFound>>()
      assert.strictEqual(yield* handled, 8)
    })
  )

  it.effect("is caught by its tag among others", () =>
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

  it("is made with its details, and with a text of its own where there is none better", () => {
    // @ts-expect-error a detail is missing
    assert.throws(() => new PasswordTooShort({}))
    assert.include(new PasswordTooShort({ minLength: 8 }).message, "8")
    assert.strictEqual(new PasskeyRegistrationFailed({ message: "It broke." }).message, "It broke.")
  })
})

describe.each(cases)("$entry.name, when it is printed,", ({ entry, known }) => {
  it.prop(
    "shows its tag, code, status, text and details as JSON",
    [arbitraryOf(known)],
    ([error]) => {
      const { message, ...shown }: Record<string, unknown> = JSON.parse(JSON.stringify(error))
      assert.strictEqual(message, error.message)
      assert.sameMembers(Object.keys(shown), ["_tag", "code", "status", ...Object.keys(known.detailNames)])
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
    "has a text of whole sentences unless it is given one",
    [arbitraryOf(known)],
    ([error]) => {
      const { message: _, _tag: __, ...details } = error
      const { message } = new known(details)
      assert.notInclude(message, "undefined")
      assert.notInclude(message, "[object")
      if (entry.name !== "SchemaError") assert.match(message, /^[A-Z].{15}/su)
    },
    { arbitrary: { runs: 20, seed: 1 } }
  )
})

describe("the text of a known error", () => {
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
  ])(
    "names the option and the environment variable, once a call was refused with it: $error._tag",
    ({ error, settings }) => {
      const refused = new RequestError({ endpoint: "GET /users/me", reason: new Refused({ error }) })
      for (const name of settings) assert.include(refused.message, name)
    }
  )

  it("prints a RequestError with its message and stack in Node", () => {
    const error = new RequestError({ endpoint: "GET /users/me", reason: new Offline() })
    assert.include(inspect(error), "RequestError: GET /users/me: this device is offline.\n    at ")
    assert.include(inspect({ error }), "this device is offline.")
  })

  it("tells when a token expired, if that is known", () => {
    assert.include(new AccessTokenExpired({ expiredAt: new Date(0) }).message, "1970-01-01T00:00:00.000Z")
    assert.notInclude(new AccessTokenExpired({ expiredAt: null }).message, "null")
  })

  it("keeps the attempt code of a second factor to itself", () => {
    const error = new MultiFactorAuthenticationRequired({ attemptCode: Redacted.make("an-attempt-code") })
    for (const text of [error.message, String(error), JSON.stringify(error), inspect(error), error.stack]) {
      assert.notInclude(text, "an-attempt-code")
    }
  })
})
