/** Checks whether a test sign-in may return to the console, by the rules of the service for redirect URLs. */
import { parseUrl } from "../../core/environment/parse-url.ts"
import { isTrustedLocalhost } from "../../core/http/hosts.ts"
import type { AdminProject } from "../../core/schema/admin-project.ts"

type Trust = Pick<AdminProject["config"], "allowLocalhost" | "domains">

/** A domain with a path does not contain the root of its origin, where the console is. */
const isRootOf = (domain: string, origin: string): boolean => {
  const url = parseUrl(domain)
  return url !== null && url.origin === origin && url.pathname === "/"
}

export const isReturnTrusted = (
  { allowLocalhost, domains }: Trust,
  { hostname, origin }: Pick<Location, "hostname" | "origin">
): boolean => (allowLocalhost && isTrustedLocalhost(hostname)) || domains.some(({ domain }) => isRootOf(domain, origin))
