/** The message from the window of a test sign-in to the page that opened it. Both are pages of the service's origin. */

/** The name of the channel. */
export const CHANNEL = "keystile-sign-in-test"

/** The parameter that marks the return URL of a test. */
const RETURN = "sign-in-test"

/** Returns the URL to which the service redirects at the end of a test. */
export const returnUrl = (consoleUrl: string): string => `${consoleUrl}?${RETURN}=1`

export interface ReturnMessage {
  /** The code to exchange, or `null` if the sign-in failed. */
  readonly code: string | null
  readonly state: string | null
  /** The message of the error, or `null`. */
  readonly problem: string | null
}

/** Reads the query of the return URL. `null` for any other URL of the console. */
export const readReturn = (query: string): ReturnMessage | null => {
  const search = new URLSearchParams(query)
  if (!search.has(RETURN)) return null
  return {
    code: search.get("code"),
    state: search.get("state"),
    problem: search.get("message") ?? search.get("error_description") ?? search.get("error")
  }
}
