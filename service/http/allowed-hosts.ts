/**
 * Checks the `Host` header against DNS rebinding: a page of `attacker.example` whose name resolves to this machine
 * would be same-origin with the service. Only names of this machine are served, unless more are allowed.
 */
import { isLocalhost } from "../../core/http/hosts.ts"

/**
 * `any`, names that are allowed besides those of this machine, or the only host with its port (`example.com:8443`). A
 * host without a port is also allowed with `defaultPort`, that of the scheme (RFC 9110, section 4.2).
 */
export type AllowedHosts =
  "any" | ReadonlyArray<string> | { readonly only: string; readonly defaultPort?: number | undefined }

/** Returns the host of a URL, also with the default port of its scheme, as the only one that is allowed. */
export const onlyHostOf = (url: string): AllowedHosts => {
  const { host, port, protocol } = new URL(url)
  if (port !== "") return { only: host }
  return { only: host, defaultPort: protocol === "https:" ? 443 : 80 }
}

/** Returns whether a `Host` header names an allowed host. Names are allowed on any port. */
export const isAllowedHost = (host: string | undefined, allowed: AllowedHosts): boolean => {
  if (allowed === "any") return true
  if ("only" in allowed) {
    const { defaultPort, only } = allowed
    const own = withoutDot(host ?? "")
    return own === only || (defaultPort !== undefined && own === `${only}:${defaultPort}`)
  }
  const name = nameOf(host ?? "")
  return isLocalhost(name) || allowed.some((other) => other.toLowerCase() === name)
}

/** Removes the dot at the end of a fully qualified name. */
const withoutDot = (host: string): string => host.toLowerCase().replace(/\.(?=:\d{1,5}$|$)/, "")

const nameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d{1,5}$/, "")
    .replace(/\.$/, "")
