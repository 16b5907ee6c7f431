/** Checks a trusted domain by its text. It is not requested: a service that fetches given URLs can be misused. */
import { parseUrl } from "../../core/environment/parse-url.ts"
import { isIpAddress, isLocalhost } from "../../core/http/hosts.ts"

export interface DomainCheck {
  /** Why the domain cannot be saved. */
  readonly problem: string | null
  /** The trusted origins and paths, in words. Empty with a problem. */
  readonly meaning: string
  /** Why it is risky. */
  readonly warnings: ReadonlyArray<string>
}

const refused = (problem: string): DomainCheck => ({ problem, meaning: "", warnings: [] })

const warningsOf = ({ hostname, protocol }: URL, typed: string): ReadonlyArray<string> => [
  ...(isLocalhost(hostname) ? ["It is every visitor's own machine. For development only."] : []),
  ...(protocol === "http:" && !isLocalhost(hostname)
    ? ["It is not HTTPS: anyone in the network can read codes and tokens."]
    : []),
  ...(isIpAddress(hostname) && !isLocalhost(hostname)
    ? ["It is a raw IP address. Passkeys and certificates need a domain name."]
    : []),
  ...(hostname.includes("xn--") && !typed.includes("xn--")
    ? [`Browsers send it as ${hostname}. Check that no letter is from another alphabet.`]
    : [])
]

/** Checks a domain beside the others of the project. */
export const checkDomain = (text: string, others: ReadonlyArray<string>): DomainCheck => {
  const typed = text.trim()
  if (typed === "") return refused("Enter the URL of the application, such as https://app.example.com.")
  if (!/^https?:\/\//i.test(typed)) return refused("The URL has to begin with https:// or http://.")
  if (typed.includes("*")) {
    return refused("Wildcards are not supported: a * would match nothing. Add each subdomain by itself.")
  }
  const url = parseUrl(typed)
  if (url === null || /[\s\\]/.test(typed)) return refused("This is no valid URL. Check the host name and the port.")
  if (url.username !== "" || url.password !== "") return refused("Remove the user name and password from the URL.")
  if (url.search !== "" || url.hash !== "") return refused("Remove the query and the fragment: ? and #.")
  if (others.some((other) => parseUrl(other)?.href === url.href)) return refused("This domain is in the list already.")
  const path = url.pathname.replace(/\/$/, "")
  return {
    problem: null,
    meaning:
      path === ""
        ? `Trusts every page of ${url.origin}, and of no other port or subdomain.`
        : `Trusts ${url.origin}${path} and the pages below it only.`,
    warnings: warningsOf(url, typed)
  }
}

/** Returns why a path cannot be the one of the handler, or `null`. */
export const handlerPathProblem = (path: string): string | null =>
  path.startsWith("/") && !/[\s?#\\]/.test(path) ? null : "The path begins with a slash, and has no spaces, ? or #."
