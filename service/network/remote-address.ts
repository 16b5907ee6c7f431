/**
 * Resolves the host of an SMTP server or of a webhook target to an address that the service may connect to.
 *
 * The owner of a project chooses the host, and the response reveals what was found there: without a check that is
 * server-side request forgery (CWE-918). Addresses of the service's own network are therefore rejected unless they are
 * allowed. The connection uses the checked address: a second DNS lookup could return another one (DNS rebinding).
 */
import { type HostAddress, hostAddresses } from "./host-addresses.ts"
import { BlockList, isIPv6 } from "node:net"

/** The addresses that a host may have: public ones only, those and loopback, or also private networks. */
export type AllowedAddresses = "public" | "loopback" | "private"

export type AddressKind = "public" | "loopback" | "private" | "reserved"

const listOf = (ranges: ReadonlyArray<string>): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/")
    list.addSubnet(address, Number(prefix), address.includes(":") ? "ipv6" : "ipv4")
  }
  return list
}

/** Returns a test for addresses in some ranges. Their list is built on first use, because most services need none. */
const isInRanges = (ranges: ReadonlyArray<string>) => {
  let list: BlockList | undefined
  return (address: string, family: "ipv4" | "ipv6"): boolean => (list ??= listOf(ranges)).check(address, family)
}

const isLoopback = isInRanges(["127.0.0.0/8", "::1/128"])

/** Private networks (RFC 1918, RFC 6598 and RFC 4193). */
const isPrivate = isInRanges(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"])

/**
 * Metadata services of cloud providers outside of 169.254.0.0/16. They hand out credentials of the machine, so they
 * stay blocked where private networks are allowed.
 */
const isMetadata = isInRanges([
  // Alibaba Cloud, within the shared address space of RFC 6598.
  "100.100.100.200/32",
  // Azure, among public addresses.
  "168.63.129.16/32",
  // Amazon EC2, within the unique local addresses of RFC 4193.
  "fd00:ec2::254/128",
  // Google Compute Engine, within the unique local addresses of RFC 4193.
  "fd20:ce::254/128"
])

/** All other addresses that are not public (RFC 6890), and IPv6 ranges that are routed to IPv4 addresses. */
const isReserved = isInRanges([
  "0.0.0.0/8",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  // Public IPv6 hosts are in 2000::/3 (RFC 4291, section 2.4). Several ranges, since one would match mapped IPv4
  // addresses.
  "::/96",
  "::ffff:0:0:0/96",
  "64::/16",
  "100::/8",
  "200::/7",
  "400::/6",
  "800::/5",
  "1000::/4",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "4000::/2",
  "8000::/1"
])

/** Classifies an IP address. An IPv4 address in IPv6 notation (`::ffff:127.0.0.1`) is the IPv4 address. */
export const addressKind = (address: string): AddressKind => {
  const family = isIPv6(address) ? "ipv6" : "ipv4"
  if (isLoopback(address, family)) return "loopback"
  if (isMetadata(address, family)) return "reserved"
  if (isPrivate(address, family)) return "private"
  return isReserved(address, family) ? "reserved" : "public"
}

const allowedKinds: Readonly<Record<AllowedAddresses, ReadonlySet<AddressKind>>> = {
  public: new Set(["public"]),
  loopback: new Set(["public", "loopback"]),
  private: new Set(["public", "loopback", "private"])
}

/** Returns whether the service may connect to an IP address. */
export const isAllowedAddress = (address: string, addresses: AllowedAddresses): boolean =>
  allowedKinds[addresses].has(addressKind(address))

export interface CheckedAddress extends HostAddress {
  readonly kind: AddressKind
}

/** Returns the first allowed one of the addresses of a host; `null` if none is allowed. */
export const firstAllowed = (found: ReadonlyArray<HostAddress>, addresses: AllowedAddresses): CheckedAddress | null => {
  const first = found.find(({ address }) => isAllowedAddress(address, addresses))
  return first === undefined ? null : { ...first, kind: addressKind(first.address) }
}

/**
 * Returns the first allowed address of a host that the owner of a project chooses; `null` if none is allowed. Rejects
 * if the host does not exist.
 */
export const resolveAllowed = async (
  host: string,
  addresses: AllowedAddresses,
  signal: AbortSignal
): Promise<CheckedAddress | null> => {
  const found = await hostAddresses(host, addresses === "public" ? "public" : "any", signal)
  return firstAllowed(found, addresses)
}
