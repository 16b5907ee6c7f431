/**
 * Restricts the control API to programs on this machine and pages of the service itself. Pages of other origins are
 * refused, including those in the browser of the developer.
 *
 * - The client is on this machine and not behind a proxy, which may serve other machines.
 * - `Host` names this machine. With DNS rebinding a foreign page would be same-origin.
 * - `Origin` must be the service's own, and `Sec-Fetch-Site` must exclude other sites and other ports of this machine.
 * - Writes must be JSON and have a custom header. A page of another origin can send them only after a CORS preflight,
 *   which is
 *   refused.
 */
import { Effect } from "effect"
import { textError } from "../../response/raw-response.ts"
import type { ServiceRequest } from "../../request/service-request.ts"
import { isLoopbackAddress } from "../../http/client-ip-address.ts"
import { type AllowedHosts, isAllowedHost } from "../../http/allowed-hosts.ts"
import { findRepeatedHeader } from "../../http/repeated-header.ts"

/** The header that marks a write as intended. */
const CONTROL_HEADER = "x-keystile-control"

/** Headers that proxies add. */
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "via"]

/** Values of `Sec-Fetch-Site` for requests of the same origin and for typed URLs. */
const ownFetchSites = new Set(["same-origin", "none"])

/** Returns why a request is rejected; `null` if it is allowed. */
const hostRejection = (request: ServiceRequest, allowedHosts: AllowedHosts): string | null => {
  const { address, headers } = request
  if (!isLoopbackAddress(address) || proxyHeaders.some((name) => headers[name] !== undefined)) {
    return "The control API accepts requests of this machine only."
  }
  // "Any name" may be configured for the API. The control API accepts local and listed names only.
  if (!isAllowedHost(headers["host"], allowedHosts === "any" ? [] : allowedHosts)) {
    return "The control API accepts requests to the names of its own machine only."
  }
  return findRepeatedHeader(request) === null ? null : "The control API takes each header once."
}

/** Returns why a request may not use the control API; `null` if it may. */
const requestRejection = (request: ServiceRequest, allowedHosts: AllowedHosts): string | null => {
  const { headers, method } = request
  const rejection = hostRejection(request, allowedHosts)
  if (rejection !== null) return rejection
  const origin = headers["origin"]
  const site = headers["sec-fetch-site"]
  if (
    (origin !== undefined && origin !== `http://${headers["host"]}`) ||
    (site !== undefined && !ownFetchSites.has(site))
  ) {
    return "The control API accepts no requests of pages of other origins."
  }
  if (method === "GET") return null
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase()
  if (type !== "application/json" || headers[CONTROL_HEADER] !== "1") {
    return `What changes something needs the headers content-type: application/json and ${CONTROL_HEADER}: 1.`
  }
  return null
}

const refuseFor = (reason: string | null) => (reason === null ? Effect.void : Effect.fail(textError(403, reason)))

/** Rejects requests that may not use the control API. */
export const guardControl = (request: ServiceRequest, allowedHosts: AllowedHosts) =>
  refuseFor(requestRejection(request, allowedHosts))

/**
 * Rejects requests that may not load the console. A link on any page may open it at top level, but it cannot be
 * framed or read by another page.
 */
export const guardVisit = (request: ServiceRequest, allowedHosts: AllowedHosts) => {
  const { headers } = request
  const isOpened = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document"
  return refuseFor(isOpened ? hostRejection(request, allowedHosts) : requestRejection(request, allowedHosts))
}
