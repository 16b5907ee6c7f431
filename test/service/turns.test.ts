/** The order in which a service on a port takes its requests. */
import { assert, describe, it } from "@effect/vitest"
import { makeTurns } from "../../service/http/turns.ts"

/** Longer than a turn, in milliseconds of this thread's own time. */
const LONG = 11

const busy = () => {
  const until = performance.now() + LONG
  while (performance.now() < until);
}

const round = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("requests that come at once", () => {
  it("run at once when they are short", () => {
    const done: Array<string> = []
    const inTurn = makeTurns()
    inTurn(() => done.push("first"))
    inTurn(() => done.push("second"))
    assert.deepStrictEqual(done, ["first", "second"])
  })

  it("let Node go round between long ones, which keep their order, also before those that come later", async () => {
    const done: Array<string> = []
    const inTurn = makeTurns()
    const long = (name: string) =>
      inTurn(() => {
        done.push(name)
        busy()
      })
    long("first")
    long("second")
    long("third")
    await round()
    done.push("round")
    long("fourth")
    while (done.length < 5) await round()
    assert.deepStrictEqual(done, ["first", "second", "round", "third", "fourth"])
  })
})
