/**
 * Resolves host names to IP addresses.
 *
 * `dns.lookup` calls `getaddrinfo`, of which libuv runs two at a time for the whole process
 * (https://nodejs.org/api/dns.html#implementation-considerations). Two hosts whose name servers do not answer delay
 * every other lookup for ten seconds. Hosts that owners of projects choose are therefore resolved by the hosts file and
 * by DNS queries, which take no thread.
 *
 * Names that only the system resolves are those of search domains, such as `mailpit.mail` in Kubernetes, and of mDNS.
 * They are looked up one at a time, so that the rest of the process always has a lookup to itself.
 */
import { isIP, isIPv6 } from "node:net"
import { errorCode } from "./error-code.ts"

export interface HostAddress {
  readonly address: string
  readonly family: number
}

/** The timeout of a DNS query, in milliseconds, and the number of times it is sent to each name server. */
const DNS = { timeout: 3000, tries: 2 }

/** Resolves a host with the system. Only for hosts that the operator chooses: see above. */
export const systemAddresses = async (host: string): Promise<ReadonlyArray<HostAddress>> => {
  const { lookup } = await import("node:dns/promises")
  return lookup(host, { all: true })
}

/** Resolves a host that the owner of a project chooses. Rejects if it does not exist, or when the signal is aborted. */
export const hostAddresses = async (host: string, signal: AbortSignal): Promise<ReadonlyArray<HostAddress>> => {
  if (isIP(host) !== 0) return [host].map(withFamily)
  const listed = await hostsFileAddresses(host)
  if (listed.length > 0) return listed
  // DNS has no hosts without a dot, but search domains have.
  if (!host.includes(".")) return lookUpInTurn(host, signal)
  try {
    return await dnsAddresses(host, signal)
  } catch (cause) {
    signal.throwIfAborted()
    // The system sends the same queries, and does not get an answer either.
    if (errorCode(cause) === "ETIMEOUT") throw cause
    return lookUpInTurn(host, signal)
  }
}

const withFamily = (address: string): HostAddress => ({ address, family: isIPv6(address) ? 6 : 4 })

const hostsFile = () =>
  process.platform === "win32"
    ? `${process.env["SystemRoot"] ?? "C:\\Windows"}\\System32\\drivers\\etc\\hosts`
    : "/etc/hosts"

const hostsFileAddresses = async (host: string): Promise<ReadonlyArray<HostAddress>> => {
  const { readFile } = await import("node:fs/promises")
  const text = await readFile(hostsFile(), "utf8").catch(() => "")
  return text.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/)
    const isListed = isIP(address) !== 0 && names.some((name) => name.toLowerCase() === host.toLowerCase())
    return isListed ? [withFamily(address)] : []
  })
}

const dnsAddresses = async (host: string, signal: AbortSignal): Promise<ReadonlyArray<HostAddress>> => {
  const { Resolver } = await import("node:dns/promises")
  signal.throwIfAborted()
  // A resolver for each host: it has the present name servers, and its queries can be cancelled.
  const resolver = new Resolver(DNS)
  const cancel = () => resolver.cancel()
  signal.addEventListener("abort", cancel, { once: true })
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [v4, v6].map((answer) => (answer.status === "fulfilled" ? answer.value : []))
    const addresses = ((await hasIPv4()) ? found : found.toReversed()).flat()
    if (addresses.length > 0) return addresses.map(withFamily)
    const causes = [v4, v6].map((answer) => (answer.status === "rejected" ? answer.reason : undefined))
    throw causes.find((cause) => errorCode(cause) === "ETIMEOUT") ?? causes[0]
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

/** Returns whether IPv4 addresses are tried first. A machine that has only IPv6 does not reach them (RFC 6724). */
const hasIPv4 = async (): Promise<boolean> => {
  const { networkInterfaces } = await import("node:os")
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const outer = own.filter(({ internal }) => !internal)
  return outer.length === 0 || outer.some(({ family }) => family === "IPv4")
}

let lastLookup: Promise<unknown> = Promise.resolve()

/** Looks a host up with the system once all earlier lookups of this kind have ended. */
const lookUpInTurn = (host: string, signal: AbortSignal): Promise<ReadonlyArray<HostAddress>> => {
  const found = lastLookup.then(() => {
    signal.throwIfAborted()
    return systemAddresses(host)
  })
  lastLookup = found.catch(() => {})
  return found
}
