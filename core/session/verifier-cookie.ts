/**
 * The cookie that keeps the verifier of an OAuth flow while the browser is away: `stack-oauth-outer-<state>`, for an hour
 * (wire, section 5). Its name binds the verifier to the `state`; no other flow finds it.
 */
import * as Redacted from "effect/Redacted"
import { valuesIn } from "./cookies.ts"
import { writeCookie } from "./document-cookie.ts"

/** How long a flow may take (specification, section 9). */
const LIFE_SECONDS = 3600

// What comes back in an address is anybody's: only the form of a state or of a verifier is looked at.
const isValue = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

const nameOf = (state: string) => `stack-oauth-outer-${state}`

const read = (name: string) => valuesIn(document.cookie)(name)[0]

/** Keeps it; `false` in a browser that keeps no cookies. */
export const storeVerifier = (state: string, verifier: Redacted.Redacted<string>): boolean => {
  const value = Redacted.value(verifier)
  try {
    writeCookie(nameOf(state), value, { seconds: LIFE_SECONDS })
    return read(nameOf(state)) === value
  } catch {
    return false
  }
}

/** The verifier of a flow, which nobody gets a second time; `null` for a flow that this browser did not begin or keep. */
export const takeVerifier = (state: string): Redacted.Redacted<string> | null => {
  if (!isValue(state)) return null
  try {
    const value = read(nameOf(state))
    writeCookie(nameOf(state), null)
    return isValue(value) ? Redacted.make(value) : null
  } catch {
    return null
  }
}
