/** Tests that a call fails with each known error that its endpoint declares, decoded as its class. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { errorBody } from "../../core/errors/known-error.ts"
import { arbitraryOf } from "../../testing/arbitraries.ts"
import { cases } from "../core/errors/catalogue.ts"
import { status } from "../core/scripted-transport.ts"

export type ErrorBody = { readonly code: string }

interface DeclaringEndpoint {
  readonly errors: ReadonlyArray<{ readonly code: string }>
}

/** The response of the service with a known error. */
export const refusal = (body: ErrorBody, actual: number) =>
  status(200, { "x-stack-actual-status": String(actual), "x-stack-known-error": body.code }, body)

/** The known errors that an endpoint declares. */
export const declaredErrors = ({ errors }: DeclaringEndpoint) =>
  cases.filter(({ entry }) => errors.some(({ code }) => code === entry.code))

export interface DeclaredErrorOptions {
  /** The codes that are no error of the call, with its result. */
  readonly handled?: Readonly<Record<string, unknown>>
  /** Returns the known error in a failure of the call. Default: the failure. */
  readonly inside?: (failure: unknown) => unknown
  /** Random errors per code. Default 5. */
  readonly runs?: number
}

/** Adds a test for each declared error. `run` makes the call, whose response is the given body and status. */
export const testDeclaredErrors = (
  endpoint: DeclaringEndpoint,
  run: (body: ErrorBody, actual: number) => Effect.Effect<unknown, unknown>,
  { handled = {}, inside = (failure) => failure, runs = 5 }: DeclaredErrorOptions = {}
) => {
  for (const { entry, known } of declaredErrors(endpoint)) {
    const isHandled = entry.code in handled
    it.effect.prop(
      isHandled ? `succeeds after ${entry.code}` : `fails with ${entry.name}`,
      [arbitraryOf(known)],
      ([error]) =>
        Effect.gen(function* () {
          const body = yield* Schema.encodeEffect(errorBody(known))(error)
          const outcome = yield* Effect.result(run(body, known.status))
          if (isHandled) return assert.deepInclude(outcome, { _tag: "Success", success: handled[entry.code] })
          const failure = inside(outcome._tag === "Failure" ? outcome.failure : outcome)
          assert.instanceOf(failure, known)
          assert.strictEqual(JSON.stringify(failure), JSON.stringify(error))
        }),
      { arbitrary: { runs } }
    )
  }
}

/** The result `null` for each of these codes. */
export const handledByNull = (codes: ReadonlyArray<string>) => Object.fromEntries(codes.map((code) => [code, null]))
