/** Reads the `Retry-After` header. */

/** The three forms of RFC 9110, section 5.6.7. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d [\d:]{8} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/
]

/**
 * Returns the delay of a `Retry-After` header in milliseconds from `now`, which is in epoch milliseconds. The header
 * holds seconds or an HTTP date (RFC 9110, section 10.2.3). Returns `null` if it is absent or holds neither.
 */
export const retryAfterMillis = (value: string | undefined, now: number): number | null => {
  if (value === undefined || value.length > 64) return null
  const text = value.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1000
  if (!httpDates.some((form) => form.test(text))) return null
  // The asctime form names no zone and means GMT.
  const date = Date.parse(text.endsWith(" GMT") ? text : `${text} GMT`)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
