/** The order in which a service on a port handles its requests. */
import { assert, describe, it } from "@effect/vitest"
import { makeRequestScheduler } from "../../../service/server/request-scheduler.ts"

/** Milliseconds: longer than the time slice of a round, and shorter. */
const LONG = 11
const SHORT = 0.1

/** A scheduler on a fake clock, and work that advances it. */
const recorder = () => {
  let now = 0
  const done: Array<string> = []
  const schedule = makeRequestScheduler(() => now)
  const work = (name: string, millis: number) =>
    schedule(() => {
      done.push(name)
      now += millis
    })
  return { done, work }
}

const round = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("concurrent requests", () => {
  it("run at once when they are short", () => {
    const { done, work } = recorder()
    work("first", SHORT)
    work("second", SHORT)
    assert.deepStrictEqual(done, ["first", "second"])
  })

  it("yield to the event loop between long ones, in FIFO order, also before later ones", async () => {
    const { done, work } = recorder()
    work("first", LONG)
    work("second", LONG)
    work("third", LONG)
    await round()
    done.push("round")
    work("fourth", SHORT)
    while (done.length < 5) await round()
    assert.deepStrictEqual(done, ["first", "second", "round", "third", "fourth"])
  })
})
