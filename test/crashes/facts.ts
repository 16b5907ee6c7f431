/** Facts that a service reports after a crash: acknowledged changes, and either state around a lost response. */
import { assert } from "@effect/vitest"
import { Data, Effect } from "effect"
import type { RawClientResponse } from "../service/raw-client.ts"

type Read = Effect.Effect<unknown, NotAcknowledged>

interface Fact {
  readonly read: Read
  readonly possible: ReadonlyArray<unknown>
}

/** Facts by their names. */
export type Facts = Map<string, Fact>

/** There was no response (status 0), or a 5xx: the change was made as a whole, or not at all. */
export class NotAcknowledged extends Data.TaggedError("NotAcknowledged")<{ readonly status: number }> {}

/** Returns a response. A 4xx is a defect, since the tests send valid requests only. */
export const requireAcknowledged = (
  request: Effect.Effect<RawClientResponse>
): Effect.Effect<RawClientResponse, NotAcknowledged> =>
  Effect.flatMap(request, (response) => {
    const { json, status } = response
    if (status >= 200 && status < 300) return Effect.succeed(response)
    assert.isFalse(status >= 400 && status < 500, `${status} ${JSON.stringify(json)}`)
    return Effect.fail(new NotAcknowledged({ status }))
  })

/** Records a fact with its present value. Returns a function that sends a request which changes it to a value. */
export const recordFact = (facts: Facts, name: string, read: Read, value: unknown) => {
  let possible: ReadonlyArray<unknown> = [value]
  const set = (values: ReadonlyArray<unknown>) => {
    possible = values
    facts.set(name, { read, possible })
  }
  set(possible)
  return Effect.fnUntraced(function* (changed: unknown, request: Effect.Effect<RawClientResponse>) {
    set([...possible, changed])
    const response = yield* requireAcknowledged(request)
    set([changed])
    return response
  })
}

/** Verifies every fact. */
export const verifyFacts = (facts: Facts) =>
  Effect.forEach(
    facts,
    ([name, { possible, read }]) =>
      Effect.map(Effect.orDie(read), (value) => assert.deepInclude(possible, value, name)),
    { discard: true }
  )
