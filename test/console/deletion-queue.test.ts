/** Deletions that can be undone for some seconds. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import {
  type Deletion,
  type DeletionKind,
  makeDeletionQueue,
  OUTCOME_TIME,
  titleOf,
  UNDO_TIME
} from "../../console/deletions/deletion-queue.ts"

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The time in which the lists are read again, in milliseconds. */
const READING = 300

/** A queue, the requests that it sent, and their responses: a problem by the id. */
const startQueue = () => {
  const queue = makeDeletionQueue()
  const sent: Array<string> = []
  const problems = new Map<string, string>()
  const deletion = (id: string) => ({
    id,
    name: id.toUpperCase(),
    send: async () => {
      sent.push(id)
      await new Promise((resolve) => setTimeout(resolve, 100))
      return problems.get(id) ?? null
    }
  })
  const only = () => {
    const [batch] = queue.batches()
    if (batch === undefined) throw new Error("There is no batch.")
    return batch
  }
  const project = {}
  const ensureToken = vi.fn<() => void>()
  const readLists = () => new Promise((resolve) => setTimeout(resolve, READING))
  const add = (kind: DeletionKind, deletions: ReadonlyArray<Deletion>) =>
    queue.add({ kind, project, deletions, ensureToken, readLists })
  return { queue, project, sent, problems, deletion, only, add, ensureToken }
}

describe("a deletion that can be undone", () => {
  it("is subtracted from the users of its project until it is sent, and the count is unknown until it is read", async () => {
    const { add, deletion, problems, project, queue } = startQueue()
    problems.set("eve", "no")
    expect(queue.pendingUsers(project)).toBe(0)
    add("team", [deletion("team")])
    add("user", [deletion("ada"), deletion("bob")])
    add("user", [deletion("eve")])
    expect([queue.pendingUsers(project), queue.pendingUsers({})]).toEqual([3, 0])
    queue.pause(2)
    await vi.advanceTimersByTimeAsync(UNDO_TIME)
    expect(queue.pendingUsers(project)).toBe(null)
    // Two requests, one after the other, and the lists.
    await vi.advanceTimersByTimeAsync(200 + READING - 1)
    expect(queue.pendingUsers(project)).toBe(null)
    await vi.advanceTimersByTimeAsync(1)
    expect(queue.pendingUsers(project)).toBe(1)
    queue.sendNow(2)
    await vi.advanceTimersByTimeAsync(100)
    // The user still exists.
    expect(queue.pendingUsers(project)).toBe(0)
  })

  it("is sent when its time is over, and hidden until the lists are read again", async () => {
    const { add, deletion, only, queue, sent } = startQueue()
    add("user", [deletion("ada")])
    expect(queue.isDeleted("ada")).toBe(true)
    await vi.advanceTimersByTimeAsync(UNDO_TIME - 1)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect([sent, only().phase]).toEqual([["ada"], "sending"])
    await vi.advanceTimersByTimeAsync(100)
    expect(only().phase).toBe("done")
    await vi.advanceTimersByTimeAsync(READING - 1)
    expect(queue.isDeleted("ada")).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    // A user with this id may exist again, such as one of a seed that is imported.
    expect(queue.isDeleted("ada")).toBe(false)
    await vi.advanceTimersByTimeAsync(OUTCOME_TIME)
    expect([queue.batches(), sent]).toEqual([[], ["ada"]])
  })

  it("is never sent after it was undone", async () => {
    const { add, deletion, only, queue, sent } = startQueue()
    add("user", [deletion("ada"), deletion("noor")])
    expect(titleOf(only())).toBe("2 users")
    queue.undo(only().id)
    await vi.advanceTimersByTimeAsync(UNDO_TIME * 3)
    queue.leave()
    expect([sent, queue.batches(), queue.isDeleted("ada"), queue.isDeleted("noor")]).toEqual([[], [], false, false])
  })

  it("cannot be undone once its request is sent", async () => {
    const { add, deletion, only, queue, sent } = startQueue()
    add("team", [deletion("orchard")])
    queue.sendNow(only().id)
    queue.undo(only().id)
    expect([sent, only().phase, queue.isDeleted("orchard")]).toEqual([["orchard"], "sending", true])
    queue.sendNow(only().id)
    await vi.advanceTimersByTimeAsync(200)
    expect(sent).toEqual(["orchard"])
  })

  it("gets its whole time again after a pause, and an access token that does not expire within it", async () => {
    const { add, deletion, ensureToken, only, queue, sent } = startQueue()
    add("user", [deletion("ada")])
    expect(ensureToken).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(UNDO_TIME - 1)
    queue.pause(only().id)
    await vi.advanceTimersByTimeAsync(UNDO_TIME * 5)
    expect(sent).toEqual([])
    queue.resume(only().id)
    expect(ensureToken).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(UNDO_TIME - 1)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual(["ada"])
  })

  it("is kept with its problem until it is read, and can be tried again", async () => {
    const { add, deletion, only, problems, queue, sent } = startQueue()
    problems.set("noor", "The service does not respond.")
    add("user", [deletion("ada"), deletion("noor"), deletion("wren")])
    queue.sendNow(only().id)
    await vi.advanceTimersByTimeAsync(300)
    expect(only().failures.map(({ deletion: { name }, problem }) => `${name}: ${problem}`)).toEqual([
      "NOOR: The service does not respond."
    ])
    expect(["ada", "noor", "wren"].map(queue.isDeleted)).toEqual([true, false, true])
    problems.clear()
    queue.retry(only().id)
    expect([titleOf(only()), queue.isDeleted("noor")]).toEqual(["NOOR", true])
    await vi.advanceTimersByTimeAsync(100)
    expect([sent, only().phase, only().failures]).toEqual([["ada", "noor", "wren", "noor"], "done", []])
  })

  it("is sent with all others, four at a time", async () => {
    const { add, deletion, queue, sent } = startQueue()
    add("user", ["ada", "noor", "wren", "tess"].map(deletion))
    add("user", ["ines"].map(deletion))
    add("team", ["orchard", "meadow"].map(deletion))
    queue.sendNow(0)
    const all = queue.sendAll()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual(["ada", "noor", "wren", "tess"])
    await vi.advanceTimersByTimeAsync(100)
    // No request waits for the lists of the first batch.
    expect(sent).toEqual(["ada", "noor", "wren", "tess", "ines", "orchard", "meadow"])
    await vi.advanceTimersByTimeAsync(100)
    expect([await all, queue.unfinished()]).toEqual([true, 0])
  })

  it("is sent at once when the page is left, each request once", async () => {
    const { add, deletion, only, queue, sent } = startQueue()
    add("user", [deletion("ada"), deletion("noor"), deletion("wren")])
    add("team", [deletion("orchard")])
    queue.sendNow(only().id)
    await vi.advanceTimersByTimeAsync(150)
    expect([sent, queue.unfinished()]).toEqual([["ada", "noor"], 3])
    queue.leave()
    expect(sent).toEqual(["ada", "noor", "wren", "orchard"])
    await vi.advanceTimersByTimeAsync(300)
    queue.leave()
    expect([sent.length, queue.unfinished()]).toEqual([4, 0])
  })
})
