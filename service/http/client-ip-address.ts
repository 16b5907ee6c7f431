/** The IP address of a client, and its network. */
import { isIP } from "node:net"
import type { ServiceRequest } from "../request/service-request.ts"

/** The IP address of connections without one. */
const UNKNOWN = "unknown"

/**
 * Returns the IP address of the client. Any client can send `X-Forwarded-For`, so the header is read only behind
 * trusted proxies. Each proxy appends the address that it saw: the first trusted one appended the client's. Some append
 * the port too, and then put an IPv6 address in brackets (Azure Application Gateway, IIS).
 */
export const clientIpAddress = ({ address = UNKNOWN, headers }: ServiceRequest, trustedProxies: number): string => {
  if (trustedProxies === 0) return address
  return forwardedIpAddress(headers["x-forwarded-for"], trustedProxies) ?? address
}

/** Returns whether trusted proxies sent `X-Forwarded-For` without the IP address of the client. */
export const lacksForwardedIpAddress = ({ headers }: ServiceRequest, trustedProxies: number): boolean => {
  const forwarded = headers["x-forwarded-for"]
  return trustedProxies > 0 && forwarded !== undefined && forwardedIpAddress(forwarded, trustedProxies) === null
}

const forwardedIpAddress = (header: string | undefined, trustedProxies: number): string | null => {
  const bare = withoutPort(header?.split(",").at(-trustedProxies)?.trim() ?? "")
  return isIP(bare) === 0 ? null : bare
}

/** Removes the port after an IPv4 address, and the brackets of an IPv6 address with the port after them. */
const withoutPort = (forwarded: string): string => {
  const [, v4, v6] = /^(?:([\d.]{7,15}):\d{1,5}|\[([\da-f:.]{2,45})\](?::\d{1,5})?)$/i.exec(forwarded) ?? []
  return v4 ?? v6 ?? forwarded
}

/** Returns the network of one subscriber: an IPv4 address, or the /64 of an IPv6 address (RFC 6177). */
export const networkOf = (address: string): string => {
  const [bare = ""] = address.split("%", 1)
  if (isIP(bare) !== 6) return bare
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(bare) ?? []
  if (mapped !== undefined) return mapped
  // The URL class normalizes an IPv6 address.
  const [head = "", tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::")
  const before = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => "0"), ...after].slice(0, 4).join(":")
}

/** Returns whether an address is a loopback address. */
export const isLoopbackAddress = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/i.test(address)
