/** Where a request comes from, as far as anybody can know. */
import { isIP } from "node:net"
import type { ServiceRequest } from "../endpoint/service-request.ts"

/** All who cannot be told apart. */
const UNKNOWN = "unknown"

/**
 * The address of the connection. Anybody can write `X-Forwarded-For`, so it is read only where that many proxies are known
 * to stand before the service, each of which adds the address it saw: then it is the one that the first of them added.
 */
export const clientAddress = ({ address = UNKNOWN, headers }: ServiceRequest, trustedProxies: number): string => {
  if (trustedProxies === 0) return address
  const forwarded = headers["x-forwarded-for"]?.split(",").at(-trustedProxies)?.trim() ?? ""
  return isIP(forwarded) === 0 ? address : forwarded
}

/**
 * What counts as one place: an IPv4 address, or the /64 of an IPv6 address, which its owner has all to themselves
 * (RFC 6177).
 */
export const networkOf = (address: string): string => {
  const [bare = ""] = address.split("%", 1)
  if (isIP(bare) !== 6) return bare
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(bare) ?? []
  if (mapped !== undefined) return mapped
  // The URL class writes an address in its one short form.
  const [head = "", tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::")
  const before = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => "0"), ...after].slice(0, 4).join(":")
}

/** Whether an address is this machine's own. */
export const isLoopbackAddress = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/i.test(address)
