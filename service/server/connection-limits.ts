/** The options that limit connections, and their defaults. */
import { Data, Duration, Effect } from "effect"
import { readFileSync } from "node:fs"
import { isLoopbackAddress } from "../http/client-ip-address.ts"
import type { MaxConnections } from "./connections.ts"

/** The limits of connections and bodies. */
export interface ConnectionLimits {
  /** Open connections in all. Default: four fifths of the files that the process may open, 10,000 at most. */
  readonly maxConnections?: number | undefined
  /**
   * Open connections of one IPv4 address, or of one /64 of IPv6. Default 256, and none for loopback addresses: behind
   * them are a developer's own programs, or a proxy that connects for all visitors. `null` for no limit: behind a proxy
   * on another machine.
   */
  readonly maxConnectionsPerAddress?: number | null | undefined
  /** The time that a connection has to send the headers of a request. Default 20 seconds. */
  readonly headersTimeout?: Duration.Input | undefined
  /** The time that a connection has to send a whole request. Default 45 seconds. */
  readonly requestTimeout?: Duration.Input | undefined
  /**
   * The time that a connection may be idle between two requests. Default 5 seconds. Behind a proxy, longer than the
   * proxy keeps idle connections.
   */
  readonly keepAliveTimeout?: Duration.Input | undefined
  /** The time that a client has to receive a response. Default 30 seconds. */
  readonly responseTimeout?: Duration.Input | undefined
}

/** The limits, with times in milliseconds. */
export interface Limits {
  readonly connections: MaxConnections
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly responseTimeout: number
}

/** A limit has an unusable value. */
class LimitInvalid extends Data.TaggedError("LimitInvalid")<{ readonly problem: string }> {}

const invalid = (option: keyof ConnectionLimits, rule: string) =>
  new LimitInvalid({ problem: `the limit ${option} has to be ${rule}.` })

const PER_ADDRESS = 256
const MAX_TOTAL = 10_000

/** Reads the options. The default of the total is read from the system only where it is needed. */
export const readLimits = Effect.fnUntraced(function* (options: ConnectionLimits) {
  const headersTimeout = yield* millisOf("headersTimeout", options.headersTimeout ?? "20 seconds")
  const requestTimeout = yield* millisOf("requestTimeout", options.requestTimeout ?? "45 seconds")
  if (headersTimeout > requestTimeout) {
    return yield* invalid("headersTimeout", "at most requestTimeout")
  }
  const total = yield* countOf("maxConnections", options.maxConnections ?? defaultTotal())
  const { maxConnectionsPerAddress } = options
  const perAddress = yield* countOf("maxConnectionsPerAddress", maxConnectionsPerAddress ?? PER_ADDRESS)
  return {
    connections: {
      total,
      perAddress: (address) =>
        maxConnectionsPerAddress === null || (maxConnectionsPerAddress === undefined && isLoopbackAddress(address))
          ? null
          : perAddress
    },
    headersTimeout,
    requestTimeout,
    keepAliveTimeout: yield* millisOf("keepAliveTimeout", options.keepAliveTimeout ?? "5 seconds"),
    responseTimeout: yield* millisOf("responseTimeout", options.responseTimeout ?? "30 seconds")
  } satisfies Limits
})

/** The longest that a timer of Node takes. */
const MAX_MILLIS = 2 ** 31 - 1

const millisOf = (option: keyof ConnectionLimits, time: Duration.Input) => {
  const millis = Math.round(Duration.toMillis(time))
  return millis >= 1 && millis <= MAX_MILLIS
    ? Effect.succeed(millis)
    : Effect.fail(invalid(option, "from 1 millisecond to 24 days"))
}

const countOf = (option: keyof ConnectionLimits, count: number) =>
  Number.isInteger(count) && count >= 1
    ? Effect.succeed(count)
    : Effect.fail(invalid(option, "a whole number, at least 1"))

/** The database, mail servers and webhook targets need files, too. */
const defaultTotal = (): number => Math.max(1, Math.min(MAX_TOTAL, Math.floor(openFiles() * 0.8)))

/** Returns the number of files that the process may open. */
const openFiles = (): number => {
  if (process.platform === "win32") return MAX_TOTAL
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? []
    return files === undefined ? MANY : Number(files)
  } catch {
    return openFilesByReport()
  }
}

/** In `/proc/self/limits` it is `unlimited`. */
const MANY = 1_000_000

/** Reads the limit without `/proc`. Takes some 10 ms. */
const openFilesByReport = (): number => {
  const report: unknown = process.report.getReport()
  const limits: unknown = Reflect.get(Object(report), "userLimits")
  const files: unknown = Reflect.get(Object(Reflect.get(Object(limits), "open_files")), "soft")
  return files === "unlimited" ? MANY : typeof files === "number" ? files : 1024
}
