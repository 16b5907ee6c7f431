/**
 * Parameters that an OAuth flow adds to the callback URL (RFC 6749, section 4.1.2; RFC 9207), and those of the
 * service's errors.
 */
import { parseUrl } from "../environment/parse-url.ts"
const names = "code state iss error error_description error_uri errorCode message details".split(" ")

/** True if a flow has ended at this URL. */
const hasResult = ({ searchParams }: URL) => ["code", "error", "errorCode"].some((name) => searchParams.has(name))

let held: URL | null = null

/** Removes the parameters as `takeCallbackUrl` does, which returns them later: its caller is not loaded yet. */
export const holdCallbackUrl = (): void => {
  held = takeParameters() ?? held
}

/**
 * Removes the parameters from the URL of this page, so that neither later scripts nor the history see them (OWASP ASVS
 * 14.2.1). Returns the URL with them, which holds an authorization code and must not be logged. Later calls return
 * `null`.
 */
export const takeCallbackUrl = (): URL | null => {
  const taken = takeParameters() ?? held
  held = null
  return taken
}

const takeParameters = (): URL | null => {
  const url = parseUrl(globalThis.location?.href)
  if (url === null || !hasResult(url)) return null
  const taken = new URL(url)
  for (const name of names) url.searchParams.delete(name)
  globalThis.history.replaceState(globalThis.history.state, "", url)
  return taken
}
