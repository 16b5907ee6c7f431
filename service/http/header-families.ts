/**
 * The two families of header names. Clients of Stack Auth since 2.8.108 send `x-hexclave-project-id` where others send
 * `x-stack-project-id`. The service reads both, and responds with both to a client that used the newer one.
 */
import type { ServiceRequest } from "../request/service-request.ts"

const OLD = "x-stack-"
const NEW = "x-hexclave-"

/** Returns the name in the newer family. */
export const newerName = (name: string): string => name.replace(OLD, NEW)

const isNewer = (name: string) => name.startsWith(NEW)

/** Returns whether the client uses the newer family. */
export const usesNewerFamily = ({ headers }: ServiceRequest): boolean => Object.keys(headers).some(isNewer)

/**
 * Returns the headers with the names of the older family. Of two values for a name, that of the newer family counts.
 */
export const withOlderNames = (headers: ServiceRequest["headers"]): ServiceRequest["headers"] => ({
  ...headers,
  ...Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (isNewer(name) ? [[name.replace(NEW, OLD), value]] : []))
  )
})

/** Returns the headers of a response, with the names of both families. */
export const withBothNames = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...headers,
  ...Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name.startsWith(OLD) ? [[newerName(name), value]] : []))
  )
})
