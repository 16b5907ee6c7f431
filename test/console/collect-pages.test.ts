/** Tests how the pages of a list become a file. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { describe, expect, it } from "vitest"
import { type Collected, collectPages, newCollected, type PageOf } from "../../console/export/collect-pages.ts"

const pages: Readonly<Record<string, PageOf<number>>> = {
  "": { items: [1, 2], nextCursor: "second" },
  second: { items: [3, 4], nextCursor: "third" },
  third: { items: [5], nextCursor: null }
}

const pageAt = (cursor = ""): PageOf<number> => pages[cursor] ?? { items: [], nextCursor: null }

const textOf = (collected: Collected) => new Blob(collected.parts).text()

describe("the pages of an export", () => {
  it("are read cursor by cursor, and each is counted", async () => {
    const collected = newCollected("head\n")
    const counts: Array<number> = []
    await Effect.runPromise(
      collectPages(
        collected,
        (cursor) => Effect.succeed(pageAt(cursor)),
        (item) => `${item}\n`,
        (count) => counts.push(count)
      )
    )
    expect(await textOf(collected)).toBe("head\n1\n2\n3\n4\n5\n")
    expect(counts).toEqual([2, 4, 5])
  })

  it("continue after an error without a gap and without repetition", async () => {
    const collected = newCollected("")
    let fails = true
    const run = collectPages(
      collected,
      (cursor) => (cursor === "second" && fails ? Effect.fail("outage") : Effect.succeed(pageAt(cursor))),
      (item) => `${item} `,
      () => {}
    )
    expect(await Effect.runPromiseExit(run)).toEqual(Exit.fail("outage"))
    expect(collected.count).toBe(2)
    fails = false
    await Effect.runPromise(run)
    expect(await textOf(collected)).toBe("1 2 3 4 5 ")
  })

  it("end where a page names itself as the next one", async () => {
    const collected = newCollected("")
    await Effect.runPromise(
      collectPages(
        collected,
        () => Effect.succeed({ items: [1], nextCursor: "same" }),
        (item) => `${item} `,
        () => {}
      )
    )
    expect(await textOf(collected)).toBe("1 1 ")
  })
})
