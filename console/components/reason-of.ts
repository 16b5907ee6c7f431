/** Returns the message of a failure. */
export const reasonOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))
