/**
 * The code of a link, in the parameter `code` or `login_code`.
 *
 * It is removed from the URL before anything else is loaded (ASVS 14.2.1) and kept in the state of the history entry:
 * it is in no referrer and no log, while reload and Back still find it.
 */
import { isJsonObject } from "../../../core/json/json-object.ts"

/** The parameter of the code: that of mails, and that of sign-ins on a command line. */
export type LinkCodeParameter = "code" | "login_code"

/** Key in the history state, which the application's router shares. */
const KEY = "keystileLink"

/** Removes the code from the URL. Returns it, or the one of this history entry; `null` if there is none. */
export const takeLinkCode = (parameter: LinkCodeParameter = "code"): string | null => {
  const { history, location } = globalThis
  const url = new URL(location.href)
  const { state } = history
  if (!url.searchParams.has(parameter)) {
    // A router may copy the state to other pages, to which the code does not belong.
    const kept = isJsonObject(state) ? state[KEY] : undefined
    return isJsonObject(kept) && kept["page"] === url.pathname && typeof kept[parameter] === "string"
      ? kept[parameter]
      : null
  }
  const code = url.searchParams.get(parameter)
  url.searchParams.delete(parameter)
  history.replaceState(
    { ...(isJsonObject(state) ? state : {}), [KEY]: { page: url.pathname, [parameter]: code } },
    "",
    url
  )
  return code
}
