/** The memory of the webhooks that are being sent. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { makePayloadMemory, MEMORY_WAIT } from "../../../service/webhooks/payload-memory.ts"

const CAPACITY = 1_000_000
const LARGE = 500_000

describe("the payloads that are being sent", () => {
  it.effect("get the memory above small ones as far as there is capacity, and when others end", () =>
    Effect.gen(function* () {
      const { hold } = makePayloadMemory(CAPACITY)
      const started: Array<string> = []
      const send = (projectId: string, length: number, millis: number) =>
        Effect.forkChild(
          hold(
            { projectId, length },
            Effect.andThen(
              Effect.sync(() => started.push(projectId)),
              Effect.sleep(millis)
            )
          )
        )
      for (const projectId of ["a", "b"]) yield* send(projectId, LARGE, 3000)
      yield* send("c", LARGE, 0)
      yield* send("small", 65_536, 0)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(started, ["a", "b", "small"])
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(started, ["a", "b", "small", "c"])
    })
  )

  it.effect("of one project get at most half of it, and those of others are sent meanwhile", () =>
    Effect.gen(function* () {
      const { hold } = makePayloadMemory(CAPACITY)
      const ends = (projectId: string) => hold({ projectId, length: LARGE }, Effect.succeed("sent"))
      yield* Effect.forkChild(hold({ projectId: "slow", length: LARGE }, Effect.never))
      const second = yield* Effect.forkChild(ends("slow"))
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* ends("other"), Option.some("sent"))
      yield* TestClock.adjust(MEMORY_WAIT)
      assert.deepStrictEqual(yield* Fiber.join(second), Option.none())
    })
  )

  it.effect("give their memory back when they fail, are interrupted or time out", () =>
    Effect.gen(function* () {
      const { hold } = makePayloadMemory(CAPACITY)
      const payload = { projectId: "a", length: LARGE }
      yield* Effect.exit(hold(payload, Effect.die("no")))
      const sending = yield* Effect.forkChild(hold(payload, Effect.never))
      yield* TestClock.adjust(1)
      const late = yield* Effect.forkChild(hold(payload, Effect.void))
      yield* TestClock.adjust(MEMORY_WAIT)
      assert.deepStrictEqual(yield* Fiber.join(late), Option.none())
      yield* Fiber.interrupt(sending)
      assert.deepStrictEqual(yield* hold(payload, Effect.succeed("sent")), Option.some("sent"))
    })
  )

  it.effect("of one project get it in order, so that small ones do not delay a large one for ever", () =>
    Effect.gen(function* () {
      const { hold } = makePayloadMemory(CAPACITY)
      const started: Array<number> = []
      const send = (length: number) =>
        Effect.forkChild(
          hold(
            { projectId: "a", length },
            Effect.andThen(
              Effect.sync(() => started.push(length)),
              Effect.sleep(2000)
            )
          )
        )
      for (const length of [200_000, 200_001, LARGE, 200_002, 200_003]) {
        yield* send(length)
        yield* TestClock.adjust(500)
      }
      assert.deepStrictEqual(started, [200_000, 200_001, LARGE])
      yield* TestClock.adjust(2000)
      assert.deepStrictEqual(started, [200_000, 200_001, LARGE, 200_002, 200_003])
    })
  )

  it.effect("are sent if they exceed the share of a project", () =>
    Effect.gen(function* () {
      const { hold } = makePayloadMemory(CAPACITY)
      assert.deepStrictEqual(yield* hold({ projectId: "a", length: 10 * CAPACITY }, Effect.succeed(1)), Option.some(1))
    })
  )
})
