/** Remembers which peers fail, so that an outage is reported once and not for each message. */

/** A failure that is not repeated within this time is over, in milliseconds: the settings no longer name the peer. */
const FORGOTTEN_AFTER = 2 * 3_600_000

export interface Outages {
  /** Returns `true` for the first failure of a peer. `now` is in epoch milliseconds. */
  readonly begins: (peer: string, now: number) => boolean
  /** Returns `true` for the first success after a failure. */
  readonly ends: (peer: string) => boolean
  /** The number of peers that fail. */
  readonly count: (now: number) => number
}

export const makeOutages = (): Outages => {
  /** The time of the last failure. */
  const failing = new Map<string, number>()
  const forget = (now: number) => {
    for (const [peer, at] of failing) if (now - at > FORGOTTEN_AFTER) failing.delete(peer)
  }
  return {
    begins: (peer, now) => {
      forget(now)
      const isNew = !failing.has(peer)
      failing.set(peer, now)
      return isNew
    },
    ends: (peer) => failing.delete(peer),
    count: (now) => {
      forget(now)
      return failing.size
    }
  }
}
