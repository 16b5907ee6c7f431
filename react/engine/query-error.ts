/** Distinguishes errors of reads from others. */

const failures = new WeakSet<object>()

/** Marks an error that a hook throws because a read failed, and returns it. */
export const queryError = (error: unknown): unknown => {
  if (typeof error === "object" && error !== null) failures.add(error)
  return error
}

/** Returns whether a hook threw the error because a read failed. */
export const isQueryError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && failures.has(error)
