/** The warning of a development build about a return URL that is ignored. */
import type { HandlerUrls } from "./handler-urls.ts"
import { returnTo, returnToGiven } from "./return-url.ts"

const reported = new Set<string>()

/** Warns in the console if the return URL of a page is not trusted, once for each value. */
export const reportUntrustedReturn = (current: URL, urls: HandlerUrls): void => {
  const given = returnToGiven(current)
  if (given === null || reported.has(given) || returnTo(current, urls) !== null) return
  reported.add(given)
  globalThis.console.warn(
    "Keystile: the return URL in after_auth_return_to is ignored, because it leads to another origin. " +
      "To follow it, name a page of that origin in the option `urls`, for example as `home`."
  )
}
