/**
 * Which names this service answers to.
 *
 * A service on this machine is also reachable under a name whose owner points it here (DNS rebinding): their page would
 * count as same-origin. So only names that mean this machine are served, unless more are allowed.
 */

/** Every name, or the names of this machine and these. */
export type AllowedHosts = "any" | ReadonlyArray<string>

/** Whether the `Host` header of a request is one of the allowed names. The port does not matter. */
export const isAllowedHost = (host: string | undefined, allowed: AllowedHosts): boolean => {
  if (allowed === "any") return true
  const name = nameOf(host ?? "")
  return isLoopback(name) || allowed.some((other) => other.toLowerCase() === name)
}

const nameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d{1,5}$/, "")
    .replace(/\.$/, "")

const isLoopback = (name: string): boolean =>
  name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name)
