/** The time of the latest change of the URL's hash: the data of a page that were read before may be outdated. */

let changedAt = 0

// Before React renders the new page, which it may do more than once: listeners of the capture phase are called first.
addEventListener("hashchange", () => (changedAt = Date.now()), { capture: true })

/** Returns the time of the latest change of the URL's hash, in epoch milliseconds. 0 before the first one. */
export const hashChangedAt = (): number => changedAt
