/** Kinds of hosts, in the form of `URL.hostname`. */

/** Returns whether a host is `localhost` or a loopback address. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** Returns whether browsers resolve a host to this machine: names below `localhost`, too (RFC 6761, section 6.3). */
export const isLocalhost = (hostname: string): boolean => hostname.endsWith(".localhost") || isLoopbackHost(hostname)

/**
 * Returns whether a project that allows localhost trusts a host: `localhost`, the names below it, and 127.0.0.0/8, see
 * docs/wire/data.md.
 */
export const isTrustedLocalhost = (hostname: string): boolean => isLocalhost(hostname) && hostname !== "[::1]"

/** Returns whether a host is an IP address. */
export const isIpAddress = (hostname: string): boolean => /^(?:\d+(?:\.\d+){3}|\[.*\])$/.test(hostname)
