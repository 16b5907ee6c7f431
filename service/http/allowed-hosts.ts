/**
 * Checks the `Host` header against DNS rebinding: a page of `attacker.example` whose name resolves to this machine
 * would be same-origin with the service. Only names of this machine are served, unless more are allowed.
 */

/** `any`, or names that are allowed besides those of this machine. */
export type AllowedHosts = "any" | ReadonlyArray<string>

/** Returns whether a `Host` header names an allowed host, on any port. */
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
