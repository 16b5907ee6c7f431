/** Delays changes of the session, e.g. until the page after a sign-in is shown. */

/** A change of the session that can be delayed. */
export interface SessionHolds {
  /** Applies the change, or delays it until all holds are released. */
  readonly change: () => void
  /** Returns whether a change is delayed. */
  readonly isDelayed: () => boolean
  /** Delays later changes. Returns a function that releases this hold. */
  readonly hold: () => () => void
}

/** Creates an empty set of holds. Several delayed changes are applied once. */
export const makeSessionHolds = (apply: () => void): SessionHolds => {
  let holds = 0
  let isDelayed = false

  const change = () => {
    isDelayed = holds > 0
    if (!isDelayed) apply()
  }

  return {
    change,
    isDelayed: () => isDelayed,
    hold: () => {
      holds++
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        holds--
        if (holds === 0 && isDelayed) change()
      }
    }
  }
}
