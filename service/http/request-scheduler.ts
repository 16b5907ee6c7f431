/**
 * Requests in turns of a bounded length, the first that came first.
 *
 * Node reads from all connections, then takes one new one, and begins again. Fifty connections that each want something long
 * would let a newcomer wait for all fifty of their requests, and the next newcomer for fifty-one. So what does not fit into a
 * turn waits in a queue of ours, and Node goes round in between.
 */

/**
 * How long one turn may begin new work, in milliseconds: two or three of nearly all requests. Going round costs little next
 * to them. The longer a turn, the longer those wait that come just after it began, and of fifty who connect at once the last
 * is let in after fifty turns.
 */
const TURN = 0.5

/** @param now the time in milliseconds, from whenever */
export const makeRequestScheduler = (now: () => number = () => performance.now()) => {
  const waiting: Array<() => void> = []
  let ends: number | null = null

  const next = () => {
    ends = null
    // Those that come meanwhile are behind these.
    while (waiting.length > 0 && hasTime()) waiting.shift()?.()
  }
  const hasTime = (): boolean => {
    if (ends !== null) return now() < ends
    ends = now() + TURN
    setImmediate(next)
    return true
  }

  /** Runs the work in this turn if there is time left, else in a later one. */
  return (work: () => void): void => {
    if (waiting.length === 0 && hasTime()) work()
    else waiting.push(work)
  }
}
