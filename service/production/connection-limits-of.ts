/** Derives the limits of connections of `keystile serve` from its configuration. */
import type { ConnectionLimits } from "../server/connection-limits.ts"
import type { Configuration } from "./configuration.ts"

/**
 * The time that a connection of a proxy may be idle, more than the proxy keeps it: 60 seconds by AWS and nginx, two
 * minutes by Caddy, ten by Google. Otherwise the proxy may send a request while the service closes the connection, and
 * responds with 502.
 *
 * https://cloud.google.com/load-balancing/docs/https#timeout-keepalive-backends
 */
const PROXY_KEEP_ALIVE = "620 seconds"

/** Returns the limits. Behind trusted proxies, few addresses connect for all visitors, and keep their connections. */
export const connectionLimitsOf = ({
  maxConnections,
  trustedProxies
}: Pick<Configuration, "maxConnections" | "trustedProxies">): ConnectionLimits => ({
  ...(maxConnections !== null && { maxConnections }),
  ...(trustedProxies > 0 && { maxConnectionsPerAddress: null, keepAliveTimeout: PROXY_KEEP_ALIVE })
})
