/** Returns the `Retry-After` header of a 429 or 503 (RFC 9110, section 10.2.3): seconds, rounded up, at least 1. */
export const retryAfter = (seconds: number): Readonly<Record<"retry-after", string>> => ({
  "retry-after": String(Math.max(1, Math.ceil(seconds)))
})
