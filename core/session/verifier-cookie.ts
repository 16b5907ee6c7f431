/**
 * The cookie `stack-oauth-outer-<state>`, which stores the code verifier of an OAuth flow for an hour. Its name binds
 * the verifier to the `state` of the flow.
 */
import * as Redacted from "effect/Redacted"
import { valuesIn } from "./cookie-values.ts"
import { writeCookie } from "./document-cookie.ts"

/** The maximum duration of a flow. */
const LIFE_SECONDS = 3600

// Anyone can write the `state` of a callback URL: values of another form are ignored.
const isValue = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

const nameOf = (state: string) => `stack-oauth-outer-${state}`

const read = (name: string) => valuesIn(document.cookie)(name)[0]

/** Stores the verifier. Returns `false` if the browser blocks cookies. */
export const storeVerifier = (state: string, verifier: Redacted.Redacted<string>): boolean => {
  const value = Redacted.value(verifier)
  try {
    writeCookie(nameOf(state), value, { seconds: LIFE_SECONDS })
    return read(nameOf(state)) === value
  } catch {
    return false
  }
}

/** Returns the verifier of a flow and removes it. Returns `null` if this browser has none for this `state`. */
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
