/** Tracks which peers fail, so that an outage is reported once and not for each message. */

/** An outage without a failure for this time has ended, in milliseconds: the settings no longer name the peer. */
const EXPIRES_AFTER = 2 * 3_600_000

interface PeerOutages {
  /**
   * Records a failure. Returns `true` if it is the peer's first with these settings.
   *
   * @param now in epoch milliseconds
   */
  readonly addFailure: (peer: string, now: number, settings?: string) => boolean
  /** Records a success. Returns `true` if it is the first after a failure. */
  readonly addSuccess: (peer: string) => boolean
  /** The number of peers that fail. */
  readonly count: (now: number) => number
}

export const makeOutages = (): PeerOutages => {
  /** The last failures. */
  const failing = new Map<string, { readonly at: number; readonly settings: string }>()
  const dropExpired = (now: number) => {
    for (const [peer, { at }] of failing) if (now - at > EXPIRES_AFTER) failing.delete(peer)
  }
  return {
    addFailure: (peer, now, settings = "") => {
      dropExpired(now)
      const isNew = failing.get(peer)?.settings !== settings
      failing.set(peer, { at: now, settings })
      return isNew
    },
    addSuccess: (peer) => failing.delete(peer),
    count: (now) => {
      dropExpired(now)
      return failing.size
    }
  }
}
