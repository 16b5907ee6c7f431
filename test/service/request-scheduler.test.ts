/** The order in which a service on a port takes its requests. */
import { assert, describe, it } from "@effect/vitest"
import { makeTurns } from "../../service/http/request-scheduler.ts"

/** Longer than a turn, and a share of one, in milliseconds. */
const LONG = 11
const SHORT = 0.1

/** Turns on a clock of their own, and work that takes some of its time. */
const turns = () => {
  let now = 0
  const done: Array<string> = []
  const inTurn = makeTurns(() => now)
  const work = (name: string, millis: number) =>
    inTurn(() => {
      done.push(name)
      now += millis
    })
  return { done, work }
}

const round = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("requests that come at once", () => {
  it("run at once when they are short", () => {
    const { done, work } = turns()
    work("first", SHORT)
    work("second", SHORT)
    assert.deepStrictEqual(done, ["first", "second"])
  })

  it("let Node go round between long ones, which keep their order, also before those that come later", async () => {
    const { done, work } = turns()
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
