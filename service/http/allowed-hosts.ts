/**
 * Checks the `Host` header against DNS rebinding: a page of `attacker.example` whose name resolves to this machine
 * would be same-origin with the service. Only names of this machine are served, unless more are allowed.
 */
import { isLocalhost } from "../../core/http/hosts.ts"

/** `any`, names that are allowed besides those of this machine, or the only host with its port (`example.com:8443`). */
export type AllowedHosts = "any" | ReadonlyArray<string> | { readonly only: string }

/** Returns whether a `Host` header names an allowed host, on any port. */
export const isAllowedHost = (host: string | undefined, allowed: AllowedHosts): boolean => {
  if (allowed === "any") return true
  if ("only" in allowed) return withoutDot(host ?? "") === allowed.only
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
