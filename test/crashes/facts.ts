/** Facts that a service reports after a crash: acknowledged changes, and either state around a lost response. */
import { assert } from "@effect/vitest"
import { Data, Effect } from "effect"
import type { Answer } from "../service/raw-client.ts"

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
export const acknowledged = (request: Effect.Effect<Answer>): Effect.Effect<Answer, NotAcknowledged> =>
  Effect.flatMap(request, (answer) => {
    const { json, status } = answer
    if (status >= 200 && status < 300) return Effect.succeed(answer)
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
  return Effect.fnUntraced(function* (changed: unknown, request: Effect.Effect<Answer>) {
    set([...possible, changed])
    const answer = yield* acknowledged(request)
    set([changed])
    return answer
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
