/** Tracks which peers fail, so that an outage is reported once and not for each message. */

/** An outage without a failure for this time has ended, in milliseconds: the settings no longer name the peer. */
const EXPIRES_AFTER = 2 * 3_600_000

interface PeerOutages {
  /** Records a failure. Returns `true` if it is the peer's first. `now` is in epoch milliseconds. */
  readonly addFailure: (peer: string, now: number) => boolean
  /** Records a success. Returns `true` if it is the first after a failure. */
  readonly addSuccess: (peer: string) => boolean
  /** The number of peers that fail. */
  readonly count: (now: number) => number
}

export const makeOutages = (): PeerOutages => {
  /** The time of the last failure. */
  const failing = new Map<string, number>()
  const dropExpired = (now: number) => {
    for (const [peer, at] of failing) if (now - at > EXPIRES_AFTER) failing.delete(peer)
  }
  return {
    addFailure: (peer, now) => {
      dropExpired(now)
      const isNew = !failing.has(peer)
      failing.set(peer, now)
      return isNew
    },
    addSuccess: (peer) => failing.delete(peer),
    count: (now) => {
      dropExpired(now)
      return failing.size
    }
  }
}
