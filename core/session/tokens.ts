/** The tokens of one session, and the claims that are readable without a key. */
import * as Redacted from "effect/Redacted"

/** The content of a token store. Both are `null` if no user is signed in. */
export interface Tokens {
  /** The refresh token; `null` without a session. */
  readonly refreshToken: Redacted.Redacted<string> | null
  /** The access token; `null` without a session, or before the first refresh. */
  readonly accessToken: Redacted.Redacted<string> | null
}

export const noTokens: Tokens = { refreshToken: null, accessToken: null }

/**
 * Returns a token from outside (a cookie, a header, an option), or `null` if it cannot be one: it is empty, has
 * characters that headers cannot hold, or is the text `undefined` or `null`, which wrong code writes into cookies.
 */
export const tokenFrom = (text: unknown): Redacted.Redacted<string> | null =>
  typeof text === "string" && /^(?!(?:undefined|null)$)[\x21-\x7e]{1,8192}$/.test(text) ? Redacted.make(text) : null

/** Reads JSON with `accessToken` and `refreshToken`. Any other text has no tokens. */
export const tokensFromJson = (text: string): Tokens => {
  try {
    const { accessToken, refreshToken }: { readonly [name: string]: unknown } = JSON.parse(text)
    return { accessToken: tokenFrom(accessToken), refreshToken: tokenFrom(refreshToken) }
  } catch {
    return noTokens
  }
}

/** Returns the tokens as plain text. */
export const tokensAsText = ({ accessToken, refreshToken }: Tokens) => ({
  accessToken: accessToken && Redacted.value(accessToken),
  refreshToken: refreshToken && Redacted.value(refreshToken)
})

/** True if two tokens are equal, or both are `null`. */
export const sameToken = (a: Redacted.Redacted<string> | null, b: Redacted.Redacted<string> | null): boolean =>
  a === b || (a !== null && b !== null && Redacted.value(a) === Redacted.value(b))

/** Returns the identity of a session: its refresh token, or the access token if it has no other. Secret. */
export const sessionKey = ({ accessToken, refreshToken }: Tokens): string | null => {
  const token = refreshToken ?? accessToken
  return token && Redacted.value(token)
}

/**
 * The times of an access token in epoch milliseconds. `null` if the claim is missing: without `exp` it never expires.
 */
export interface AccessTokenTimes {
  readonly issuedAt: number | null
  readonly expiresAt: number | null
}

const millis = (seconds: unknown) => (typeof seconds === "number" && Number.isFinite(seconds) ? seconds * 1000 : null)

interface Claims {
  readonly is_anonymous?: unknown
  readonly is_restricted?: unknown
  readonly exp?: unknown
  readonly iat?: unknown
  readonly sub?: unknown
  readonly act?: { readonly sub?: unknown } | null
}

// Every call reads the token, which takes 5 µs.
const payloads = new WeakMap<Redacted.Redacted<string>, Claims | null>()

const payload = (token: Redacted.Redacted<string>): Claims | null => {
  const known = payloads.get(token)
  if (known !== undefined) return known
  const claims = parsePayload(token)
  payloads.set(token, claims)
  return claims
}

/** Decodes the payload of a JWT without verifying it (RFC 7519, section 7.2). Returns `null` if the text is no JWT. */
const parsePayload = (token: Redacted.Redacted<string>): Claims | null => {
  try {
    const base64 = (Redacted.value(token).split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")
    // `atob` gives bytes, not UTF-8 text: the claims that are read are numbers and a UUID.
    // Every claim is unknown, and checked where it is read.
    return JSON.parse(atob(base64)) as Claims | null
  } catch {
    return null
  }
}

/** Reads the times of an access token without verifying its signature. Returns `null` if the text is no JWT. */
export const accessTokenTimes = (token: Redacted.Redacted<string>): AccessTokenTimes | null => {
  const claims = payload(token)
  return claims === null ? null : { expiresAt: millis(claims.exp), issuedAt: millis(claims.iat) }
}

/** Reads the user id (`sub`) of an access token without verifying its signature. Returns `null` if it has none. */
export const userIdIn = (token: Redacted.Redacted<string>): string | null => {
  const sub = payload(token)?.sub
  return typeof sub === "string" ? sub : null
}

/**
 * Reads the owner who is signed in as the user (`act`), without verifying the signature. Returns `null` without one.
 */
export const impersonatorIn = (token: Redacted.Redacted<string>): string | null => {
  const sub = payload(token)?.act?.sub
  return typeof sub === "string" ? sub : null
}

/** Returns whether an access token is that of an anonymous user, without verifying its signature. */
export const isAnonymous = (token: Redacted.Redacted<string>): boolean => payload(token)?.is_anonymous === true

/** Returns whether an access token is that of a restricted user, e.g. an anonymous one, without verifying it. */
export const isRestricted = (token: Redacted.Redacted<string>): boolean => payload(token)?.is_restricted === true

/** An access token that expires within this time, in milliseconds, is refreshed before it is used. */
export const LIKELY_VALID_MILLIS = 20_000

/** The exclusive maximum of the remaining lifetime that a program can request, in milliseconds. */
export const LIFE_LIMIT_MILLIS = 60_000

/** True if an access token expires after more than `minMillis` by the local clock. */
export const isLikelyValid = (token: Redacted.Redacted<string>, now: number, minMillis: number): boolean => {
  const times = accessTokenTimes(token)
  return times !== null && (times.expiresAt === null || times.expiresAt - now > minMillis)
}

/** An access token that the service has just issued. */
export interface FreshToken {
  /** The access token. */
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
