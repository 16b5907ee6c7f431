import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"

/** Waits on the real clock for what a mail server or a database over the network does. */
export const until = Effect.fnUntraced(function* <E, R>(isOver: Effect.Effect<boolean, E, R>) {
  for (let turn = 0; turn < 4000; turn++) {
    if (yield* isOver) return
    yield* TestClock.withLive(Effect.sleep(5))
  }
  assert.fail("It did not happen")
})
