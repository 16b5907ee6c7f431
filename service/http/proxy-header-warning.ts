/** The warning about proxies whose `X-Forwarded-For` does not have the address of the client. */
import { Effect } from "effect"
import type { ServiceRequest } from "../request/service-request.ts"
import { lacksForwardedIpAddress } from "./client-ip-address.ts"

/**
 * Returns a function that warns at the first request without a readable address, and never again. It does not log the
 * header, which visitors may have written.
 */
export const makeProxyHeaderWarning = (trustedProxies: number) => {
  let isLogged = false
  return (request: ServiceRequest): Effect.Effect<void> => {
    if (isLogged || !lacksForwardedIpAddress(request, trustedProxies)) return Effect.void
    isLogged = true
    return Effect.logWarning(
      `X-Forwarded-For has no IP address at position ${trustedProxies} from its end. Such visitors share the rate ` +
        "limits of the proxy's address. Set --trusted-proxies to the number of proxies that append to this header, and let " +
        "each append an address."
    )
  }
}
