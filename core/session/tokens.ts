/** The tokens of one session, and what can be read from them without a key. */
import * as Redacted from "effect/Redacted"

/** What a token store holds. Both `null`: signed out. */
export interface Tokens {
  readonly refreshToken: Redacted.Redacted<string> | null
  readonly accessToken: Redacted.Redacted<string> | null
}

export const noTokens: Tokens = { refreshToken: null, accessToken: null }

/**
 * A token from outside (a cookie, a header, an option), or `null` if it cannot be one: empty, what no header can carry,
 * or the words `undefined` and `null`, which careless code writes into cookies.
 */
export const tokenFrom = (text: unknown): Redacted.Redacted<string> | null =>
  typeof text === "string" && /^(?!(?:undefined|null)$)[\x21-\x7e]{1,8192}$/.test(text) ? Redacted.make(text) : null

/** Whether two tokens are the same, both may be missing. */
export const sameToken = (a: Redacted.Redacted<string> | null, b: Redacted.Redacted<string> | null): boolean =>
  a === b || (a !== null && b !== null && Redacted.value(a) === Redacted.value(b))

/** What tells one session from another: its refresh token, or the access token where that is all there is. Secret. */
export const sessionKey = ({ accessToken, refreshToken }: Tokens): string | null => {
  const token = refreshToken ?? accessToken
  return token && Redacted.value(token)
}

/** The times in an access token, in epoch milliseconds. Unknown ones are `null`: no `exp` means that it never expires. */
export interface AccessTokenTimes {
  readonly issuedAt: number | null
  readonly expiresAt: number | null
}

const millis = (seconds: unknown) => (typeof seconds === "number" && Number.isFinite(seconds) ? seconds * 1000 : null)

interface Claims {
  readonly exp?: unknown
  readonly iat?: unknown
  readonly sub?: unknown
}

// A token is looked at before every call. Reading it takes 5 µs, and it is forgotten with the token.
const payloads = new WeakMap<Redacted.Redacted<string>, Claims | null>()

const payload = (token: Redacted.Redacted<string>): Claims | null => {
  const known = payloads.get(token)
  if (known !== undefined) return known
  const claims = parsePayload(token)
  payloads.set(token, claims)
  return claims
}

/** The payload of a JWT (RFC 7519, section 7.2, without the checks). `null` if the text is none. */
const parsePayload = (token: Redacted.Redacted<string>): Claims | null => {
  try {
    const base64 = (Redacted.value(token).split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")
    // The claims that are read are numbers and a UUID, so the bytes need no decoding into characters.
    return JSON.parse(atob(base64)) as Claims | null
  } catch {
    return null
  }
}

/**
 * Reads the times of an access token. Its signature is not checked: only the service decides whether it is good.
 * `null` if the text is no JWT.
 */
export const accessTokenTimes = (token: Redacted.Redacted<string>): AccessTokenTimes | null => {
  const claims = payload(token)
  return claims === null ? null : { expiresAt: millis(claims.exp), issuedAt: millis(claims.iat) }
}

/** The id of the user whom an access token names, unchecked as its times are. `null` if it names none. */
export const userIdIn = (token: Redacted.Redacted<string>): string | null => {
  const sub = payload(token)?.sub
  return typeof sub === "string" ? sub : null
}

/** A token with less than this to live is refreshed before it is used (specification, section 9). */
export const LIKELY_VALID_MILLIS = 20_000

/** Nobody may ask for a token that lives for this long or longer (specification, section 9). */
export const LIFE_LIMIT_MILLIS = 60_000

/** Whether an access token has, by the local clock, more than this to live. */
export const isLikelyValid = (token: Redacted.Redacted<string>, now: number, minMillis: number): boolean => {
  const times = accessTokenTimes(token)
  return times !== null && (times.expiresAt === null || times.expiresAt - now > minMillis)
}

/** An access token that has just come from the service. */
export interface FreshToken {
  readonly accessToken: Redacted.Redacted<string>
  /**
   * Epoch milliseconds of the local clock. Counted from the token's arrival by the difference of its own two times: a
   * wrong local clock does no harm.
   */
  readonly expiresAt: number
}

export const freshToken = (accessToken: Redacted.Redacted<string>, now: number): FreshToken => {
  const times = accessTokenTimes(accessToken)
  const expiresAt =
    times?.expiresAt == null ? Number.POSITIVE_INFINITY : now + times.expiresAt - (times.issuedAt ?? now)
  return { accessToken, expiresAt }
}
