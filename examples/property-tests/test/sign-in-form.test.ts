import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { PasswordApi } from "keystile"
import * as Testing from "keystile/testing"
import { stateAfter, submit } from "../src/sign-in-form.ts"

const ada = { email: "ada@example.com", password: "correct horse" }

describe("The form, whatever goes wrong", () => {
  it.prop(
    "asks for the second factor, or has a text of one line",
    [Testing.arbitraryFailure(PasswordApi.signIn)],
    ([failure]) => {
      const after = stateAfter(failure)
      if (after.state !== "refused") return assert.strictEqual(failure._tag, "MultiFactorAuthenticationRequired")
      assert.match(after.text, /^[A-Z].{4,80}\.$/u)
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop("shows nothing of what a service wrote", [Testing.arbitraryRequestError], ([failure]) => {
    const texts = new Set([
      "You are offline.",
      "Too many attempts. Wait a little.",
      "Signing in does not work at the moment."
    ])
    const after = stateAfter(failure)
    assert.isTrue(after.state === "refused" && texts.has(after.text))
  })
})

/** Faults of the first requests. */
const AnyFaults = Schema.Array(
  Schema.Struct({
    kind: Schema.Literals(["rateLimit", "serverError", "unavailable", "loop", "reset", "truncate", "wrongErrorHeader"]),
    times: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 }))
  })
).check(Schema.isMaxLength(3))

describe("The form, against a service with faults", () => {
  it.effect.prop(
    "ends, and lets its user in or tells them to try again",
    [Arbitrary.schema(AnyFaults)],
    ([faults]) =>
      Effect.gen(function* () {
        const service = yield* Testing.Faults
        for (const fault of faults) yield* service.add(fault)
        const form = yield* Effect.forkChild(submit(ada))
        // Time passes in small steps, so that responses arrive between the waits.
        yield* Effect.repeat(TestClock.adjust("100 millis"), { until: () => form.pollUnsafe() !== undefined })
        const after = yield* Fiber.join(form)
        if (faults.length === 0) assert.strictEqual(after.state, "signed in")
        assert.isTrue(after.state === "signed in" || (after.state === "refused" && after.mayRetry))
      }).pipe(Effect.provide(Testing.layer({ users: [ada], limits: "off" }))),
    { arbitrary: { runs: 25 } }
  )
})
