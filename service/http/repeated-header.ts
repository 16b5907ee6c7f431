/**
 * Finds repeated headers that must occur once. Otherwise this service and a proxy before it could use different values.
 */
import type { ServiceRequest } from "../request/service-request.ts"

const single = new Set(["authorization", "content-length", "content-type", "host", "origin", "sec-fetch-site"])

const prefixes = ["x-stack-", "x-hexclave-", "x-keystile-"]

/** Returns the name of a repeated header that must occur once; `null` if there is none. */
export const findRepeatedHeader = ({ repeated = [] }: ServiceRequest): string | null =>
  repeated.find((name) => single.has(name) || prefixes.some((prefix) => name.startsWith(prefix))) ?? null
