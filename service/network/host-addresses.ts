/**
 * Resolves host names to IP addresses.
 *
 * `dns.lookup` calls `getaddrinfo`, of which libuv runs two at a time for the whole process
 * (https://nodejs.org/api/dns.html#implementation-considerations). Two hosts whose name servers do not respond delay
 * every other lookup for ten seconds. Where owners of projects may choose public hosts only, these are therefore
 * resolved by DNS queries, which take no thread.
 *
 * Where they may choose private hosts, only the system resolves some names: those of the hosts file, of Docker and of
 * search domains, such as `mailpit.mail` in Kubernetes. These hosts are looked up one at a time, or some at a time with
 * a larger `UV_THREADPOOL_SIZE`, so that the rest of the process always has a lookup to itself (`host-lookups.ts`).
 */
import { errorCode } from "../process/error-code.ts"
import { makeHostLookups } from "./host-lookups.ts"
import { isIP, isIPv6 } from "node:net"

export interface HostAddress {
  readonly address: string
  readonly family: number
}

/** The timeout of a DNS query, in milliseconds, and the number of times it is sent to each name server. */
const DNS = { timeout: 3000, tries: 2 }

/** The errors of a connection to an address to which the machine has no route. */
const NO_ROUTE: ReadonlySet<string | null> = new Set([
  "EADDRNOTAVAIL",
  "EAFNOSUPPORT",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH"
])

/** Resolves a host with the system. Only for hosts that the operator chooses: see above. */
export const systemAddresses = async (host: string): Promise<ReadonlyArray<HostAddress>> => {
  const { lookup } = await import("node:dns/promises")
  return lookup(host, { all: true })
}

/** The hosts that an owner may choose: those of the public DNS, or any. */
type HostKind = "public" | "any"

/** Resolves a host that the owner of a project chooses. Rejects if it does not exist, or when the signal is aborted. */
export const hostAddresses = async (
  host: string,
  kind: HostKind,
  signal: AbortSignal
): Promise<ReadonlyArray<HostAddress>> => {
  if (isIP(host) !== 0) return [withFamily(host)]
  return kind === "public" ? dnsAddresses(host, signal) : lookups.find(host, signal)
}

const withFamily = (address: string): HostAddress => ({ address, family: isIPv6(address) ? 6 : 4 })

/** The threads of libuv's pool without `UV_THREADPOOL_SIZE` (https://docs.libuv.org/en/v1.x/threadpool.html). */
const POOL_SIZE = 4

/**
 * Returns the number of concurrent lookups of these hosts. libuv uses half of its pool for `getaddrinfo`, rounded up, of
 * which one thread is left to the rest of the process.
 */
export const lookupLimit = (poolSize: string | undefined): number => {
  const size = Number(poolSize ?? POOL_SIZE)
  return Number.isInteger(size) && size > 0 ? Math.max(1, Math.ceil(size / 2) - 1) : 1
}

const lookups = makeHostLookups(systemAddresses, lookupLimit(process.env["UV_THREADPOOL_SIZE"]))

/**
 * Resolves a host of the public DNS. Search domains are not tried, so a host without a dot has no address. Rejects if
 * there is no such host, if no name server responds, or when the signal is aborted.
 */
const dnsAddresses = async (host: string, signal: AbortSignal): Promise<ReadonlyArray<HostAddress>> => {
  if (!/\../.test(host)) return []
  const { Resolver } = await import("node:dns/promises")
  signal.throwIfAborted()
  // A resolver for each host: it has the present name servers, and its queries can be cancelled.
  const resolver = new Resolver(DNS)
  const cancel = () => resolver.cancel()
  signal.addEventListener("abort", cancel, { once: true })
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [v4, v6].flatMap((result) => (result.status === "fulfilled" ? result.value : []))
    if (found.length > 0) return await sortByRoute(found.map(withFamily))
    const causes = [v4, v6].map((result) => (result.status === "rejected" ? result.reason : undefined))
    // A host without addresses of one kind is not the reason.
    throw causes.find((cause) => errorCode(cause) !== "ENODATA") ?? causes[0]
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

/** Sorts IPv4 addresses before IPv6 addresses, or after them if the machine has no route to the first one. */
export const sortByRoute = async (
  addresses: ReadonlyArray<HostAddress>,
  isRouted = hasRoute
): Promise<ReadonlyArray<HostAddress>> => {
  const v4 = addresses.filter(({ family }) => family === 4)
  const v6 = addresses.filter(({ family }) => family === 6)
  const [first] = v4
  if (first === undefined || v6.length === 0) return addresses
  return (await isRouted(first)) ? [...v4, ...v6] : [...v6, ...v4]
}

/** Returns whether the machine has a route to an address. The connection of a UDP socket sends no packet. */
export const hasRoute = async ({ address, family }: HostAddress): Promise<boolean> => {
  const { createSocket } = await import("node:dgram")
  const socket = createSocket(family === 6 ? "udp6" : "udp4")
  const cause = await new Promise<unknown>((resolve) => {
    socket.on("error", resolve)
    // The port is not used. The callback receives an error of the connection.
    socket.connect(443, address, (error?: unknown) => resolve(error))
  })
  socket.close()
  return !NO_ROUTE.has(errorCode(cause))
}
