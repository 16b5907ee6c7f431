/**
 * Caches the project's public keys (RFC 7517).
 *
 * Fetches the keys from the configured service, and again when they are older than `keysMaxAgeMillis`. A token with an
 * unknown key also causes a fetch, at most once per cooldown: otherwise each forged token could cause a request.
 *
 * If the service does not respond within a second, old keys are used, up to a limit. So a key that the service has
 * removed verifies no token after `keysMaxAgeMillis` if the service responds within that second. If the response takes
 * longer, the key verifies tokens until the fetch completes.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { jwks } from "../../core/api/projects/jwks.ts"
import type { ApiConfigValues } from "../../core/config/api-config.ts"
import type { RequestError, ResponseTooLarge } from "../../core/errors/request-error.ts"
import { CallTrace } from "../../core/http/tracing.ts"
import { Transport, type TransportFailure } from "../../core/http/transport.ts"
import { makeSingleFlight } from "../../core/sharing/single-flight.ts"
import type { AcceptedUsers } from "./claims.ts"
import { type Jose, jose } from "./jose.ts"
import { AccessTokenRejected, KeysUnavailable } from "./rejected.ts"

/** The maximum size of a key set in bytes. The key set of the service has one key and about 200 bytes. */
const MAX_KEY_SET_BYTES = 65_536

export interface KeySetTimes {
  /** The age at which keys are fetched again, in milliseconds. */
  readonly keysMaxAgeMillis: number
  /** The minimum time between two fetches for unknown keys, or after a failed fetch, in milliseconds. */
  readonly keysCooldownMillis: number
  /** The time beyond that age for which keys are used while they cannot be fetched soon, in milliseconds. */
  readonly keysStaleMillis: number
  /** The time limit of a fetch, in milliseconds. */
  readonly keysTimeoutMillis: number
}

type Key = Awaited<ReturnType<Jose["importJWK"]>>

export interface KeySet {
  /** Returns the key with this id. */
  readonly find: (kid: string) => Effect.Effect<Key, AccessTokenRejected | KeysUnavailable, Transport>
}

/**
 * The time for which a caller waits for a fetch before it uses an old key, in milliseconds. The fetch goes on. The time
 * limit of a fetch is longer than that of a request to an application.
 */
const STALE_KEY_WAIT_MILLIS = 1000

/** The minimum time between two fetches before the first one has succeeded, in milliseconds. */
const RETRY_WITHOUT_KEYS_MILLIS = 1000

const decodeKeySet = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      keys: Schema.Array(Schema.Unknown)
    })
  )
)
// The only kind of key for ES256, the only allowed algorithm (RFC 7518, section 3.4).
const decodeKey = Schema.decodeUnknownOption(
  Schema.Struct({
    kty: Schema.Literal("EC"),
    crv: Schema.Literal("P-256"),
    alg: Schema.optionalKey(Schema.Literals(["ES256"])),
    use: Schema.optionalKey(Schema.Literal("sig")),
    kid: Schema.NonEmptyString,
    x: Schema.String,
    y: Schema.String
  })
)

const describe = (error: TransportFailure | ResponseTooLarge | RequestError): string => {
  switch (error._tag) {
    case "TransportFailure":
      return error.description
    case "ResponseTooLarge":
      return `more than ${error.limitBytes} bytes`
    case "RequestError":
      return error.message
  }
}

interface KeySetResponse {
  readonly keys: ReadonlyArray<{ readonly kid: string; readonly key: Key }>
  /** Epoch milliseconds. */
  readonly at: number
}

interface KeySetSource extends Pick<ApiConfigValues, "baseUrl" | "projectId">, AcceptedUsers {}

export const makeKeySet = (
  { baseUrl, includeAnonymous, includeRestricted, projectId }: KeySetSource,
  { keysCooldownMillis, keysMaxAgeMillis, keysStaleMillis, keysTimeoutMillis }: KeySetTimes
): KeySet => {
  // Services before Stack Auth 2.8 have no such users, and do not support the query.
  const query = includeAnonymous ? "?include_anonymous=true" : includeRestricted ? "?include_restricted=true" : ""
  const url = `${baseUrl}${jwks.prefix}${jwks.path.replace(":project_id", encodeURIComponent(projectId))}${query}`
  const flights = makeSingleFlight<typeof url>()
  let fetched: KeySetResponse | null = null
  let tried: { readonly at: number; readonly failure: KeysUnavailable | null } | null = null

  const unavailable = (description: string) => new KeysUnavailable({ description })

  const importKey = Effect.fnUntraced(function* (jwk: unknown) {
    const decoded = decodeKey(jwk)
    if (Option.isNone(decoded)) return []
    const { kid, kty, crv, x, y } = decoded.value
    const { importJWK } = yield* jose
    // For example a point that is not on the curve. The key is skipped.
    return yield* Effect.tryPromise(() => importJWK({ kty, crv, x, y }, "ES256")).pipe(
      Effect.map((key) => [{ kid, key }]),
      Effect.orElseSucceed(() => [])
    )
  })

  const request = Effect.gen(function* () {
    const transport = yield* Transport
    const { body, status } = yield* transport
      .send({
        method: "GET",
        url,
        headers: { accept: "application/json" },
        body: undefined,
        maxResponseBytes: MAX_KEY_SET_BYTES
      })
      .pipe(
        Effect.mapError((error) => unavailable(describe(error))),
        Effect.timeoutOrElse({
          duration: keysTimeoutMillis,
          orElse: () => Effect.fail(unavailable(`no response within ${keysTimeoutMillis} ms`))
        })
      )
    // Redirects are not followed.
    if (status !== 200) return yield* unavailable(`status ${status}`)
    const decoded = decodeKeySet(body)
    if (Option.isNone(decoded)) return yield* unavailable("no key set")
    return (yield* Effect.forEach(decoded.value.keys, importKey)).flat()
  })

  const fetchKeys = Effect.gen(function* () {
    const trace = yield* CallTrace
    const result = yield* Effect.result(trace(jwks, request))
    const at = yield* Clock.currentTimeMillis
    if (result._tag === "Success") fetched = { keys: result.success, at }
    tried = { at, failure: result._tag === "Failure" ? result.failure : null }
  })

  // The absolute difference, so that a clock that is set back also ends the cooldown.
  const isWithin = (millis: number, at: number, now: number) => Math.abs(now - at) < millis
  const mayTry = (now: number) =>
    tried === null || !isWithin(fetched === null ? RETRY_WITHOUT_KEYS_MILLIS : keysCooldownMillis, tried.at, now)
  const keyIn = ({ keys }: KeySetResponse, kid: string) => keys.find((entry) => entry.kid === kid)?.key

  /**
   * Fetches the keys, single flight, unless they were fetched within the cooldown. A fetch completes even if its
   * callers are interrupted: otherwise clients that disconnect at once could start one after the other.
   *
   * @param hasOldKey True if there is a key to use when the service does not respond soon.
   */
  const update = (hasOldKey: boolean) =>
    Effect.contextWith((context: Context.Context<Transport>): Effect.Effect<unknown> => {
      const now = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
      if (!mayTry(now)) return Effect.void
      const fetching = Effect.provideContext(fetchKeys, context)
      const { result, startedAt } = flights.join(url, fetching, context, { outlivesCallers: true })
      if (!hasOldKey) return result
      return isWithin(STALE_KEY_WAIT_MILLIS, startedAt, now)
        ? Effect.timeoutOption(result, STALE_KEY_WAIT_MILLIS - Math.abs(now - startedAt))
        : Effect.void
    })

  /** Returns the key with this id, if the keys are at most this old. */
  const findWithin = (millis: number, kid: string) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      fetched !== null && isWithin(millis, fetched.at, now) ? keyIn(fetched, kid) : undefined
    )

  return {
    find: Effect.fnUntraced(function* (kid) {
      const known = yield* findWithin(keysMaxAgeMillis, kid)
      if (known !== undefined) return known
      const findStale = findWithin(keysMaxAgeMillis + keysStaleMillis, kid)
      yield* update((yield* findStale) !== undefined)
      const key = yield* findStale
      if (key !== undefined) return key
      return yield* tried?.failure ?? new AccessTokenRejected({ reason: "unknown-key" })
    })
  }
}
