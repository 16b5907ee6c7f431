/**
 * Returns why a text is not JSON. The part of the message that quotes the text is removed, because a file may contain
 * passwords.
 */
export const jsonProblem = (cause: unknown): string =>
  cause instanceof Error ? cause.message.replace(/, (?:\.\.\.)?"[^]*$/, "") : ""
