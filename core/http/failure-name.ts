/**
 * Returns the platform's name for a failure: a code such as `ECONNREFUSED`, or the name of the error's class. Never its
 * message, which can quote a URL.
 */
export const failureName = (error: unknown): string => {
  // A property of any value but `null` and `undefined` can be read: here of unknown type, and checked below.
  const { cause, code, name } = (error ?? {}) as {
    readonly cause?: { readonly code?: unknown } | null
    readonly code?: unknown
    readonly name?: unknown
  }
  return [cause?.code, code, name].find((text) => typeof text === "string") ?? "unknown"
}
