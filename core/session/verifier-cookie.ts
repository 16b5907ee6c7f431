/**
 * The cookie that keeps the verifier of an OAuth flow while the browser is away: `stack-oauth-outer-<state>`, for an hour
 * (wire, section 5). Its name binds the verifier to the `state`; no other flow finds it.
 */
import * as Redacted from "effect/Redacted"
import Cookies from "js-cookie"

/** 3600 s, in days: the unit of js-cookie (specification, section 9). */
const LIFE_DAYS = 3600 / 86_400

// What comes back in an address is anybody's: only the form of a state or of a verifier is looked at.
const isValue = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

const nameOf = (state: string) => `stack-oauth-outer-${state}`

const attributes = (): Cookies.CookieAttributes => ({
  path: "/",
  sameSite: "lax",
  secure: globalThis.location.protocol === "https:"
})

/** Keeps it; `false` in a browser that keeps no cookies. */
export const keepVerifier = (state: string, verifier: Redacted.Redacted<string>): boolean => {
  const value = Redacted.value(verifier)
  try {
    Cookies.set(nameOf(state), value, { ...attributes(), expires: LIFE_DAYS })
    return Cookies.get(nameOf(state)) === value
  } catch {
    return false
  }
}

/** The verifier of a flow, which nobody gets a second time; `null` for a flow that this browser did not begin or keep. */
export const takeVerifier = (state: string): Redacted.Redacted<string> | null => {
  if (!isValue(state)) return null
  try {
    const value = Cookies.get(nameOf(state))
    Cookies.remove(nameOf(state), attributes())
    return isValue(value) ? Redacted.make(value) : null
  } catch {
    return null
  }
}
