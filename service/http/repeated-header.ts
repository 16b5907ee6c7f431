/**
 * Headers that mean one thing. Coming twice, they would mean one thing to this service and perhaps another to whoever
 * looked at the request before.
 */
import type { ServiceRequest } from "../endpoint/service-request.ts"

const single = new Set(["authorization", "content-length", "content-type", "host", "origin", "sec-fetch-site"])

/** The first of them that came more than once. */
export const repeatedHeader = ({ repeated = [] }: ServiceRequest): string | null =>
  repeated.find((name) => single.has(name) || name.startsWith("x-stack-") || name.startsWith("x-keystile-")) ?? null
