/**
 * The project's public keys, remembered (RFC 7517).
 *
 * Fetched from the configured service and nowhere else. They are fetched again when they are old, and when a token
 * names a key that is not among them, but then at most once in a while: else anybody could make this program ask on and
 * on. While the service cannot be reached, the old keys serve on, up to a limit.
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
import { makeSingleFlight } from "../../core/runtime/single-flight.ts"
import { type Jose, jose } from "./jose.ts"
import { AccessTokenRejected, KeysUnavailable } from "./rejected.ts"

/** The longest key set that is read, in bytes. The service's has one key and some 200. */
export const MAX_KEY_SET_BYTES = 65_536

export interface KeySetTimes {
  /** How long keys are used before they are fetched again, in milliseconds. */
  readonly keysMaxAgeMillis: number
  /** The shortest time between two fetches for keys that are not there, or after one that failed, in milliseconds. */
  readonly keysCooldownMillis: number
  /** How much longer than their age keys serve while they cannot be fetched, in milliseconds. */
  readonly keysStaleMillis: number
  /** How long a fetch may take, in milliseconds. */
  readonly keysTimeoutMillis: number
}

export type Key = Awaited<ReturnType<Jose["importJWK"]>>

export interface KeySet {
  /** The key with this id, which is only ever compared. */
  readonly find: (kid: string) => Effect.Effect<Key, AccessTokenRejected | KeysUnavailable, Transport>
}

/** Without any key at hand there is more reason to try again soon. */
const RETRY_WITHOUT_KEYS_MILLIS = 1000

// Of the algorithms that are allowed, none takes another form of key. RSA keys, however long, are not among them.
const decodeKeySet = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      keys: Schema.Array(Schema.Unknown)
    })
  )
)
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

interface Fetched {
  readonly keys: ReadonlyArray<{ readonly kid: string; readonly key: Key }>
  /** Epoch milliseconds. */
  readonly at: number
}

export const makeKeySet = (
  { baseUrl, projectId }: Pick<ApiConfigValues, "baseUrl" | "projectId">,
  { keysCooldownMillis, keysMaxAgeMillis, keysStaleMillis, keysTimeoutMillis }: KeySetTimes
): KeySet => {
  const url = `${baseUrl}${jwks.prefix}${jwks.path.replace(":project_id", encodeURIComponent(projectId))}`
  const flights = makeSingleFlight<typeof url>()
  let fetched: Fetched | null = null
  let tried: { readonly at: number; readonly failure: KeysUnavailable | null } | null = null

  const unavailable = (description: string) => new KeysUnavailable({ description })

  const importKey = Effect.fnUntraced(function* (jwk: unknown) {
    const decoded = decodeKey(jwk)
    if (Option.isNone(decoded)) return []
    const { kid, kty, crv, x, y } = decoded.value
    const { importJWK } = yield* jose
    // A point that is not on the curve, say: that key is as good as absent.
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
          orElse: () => Effect.fail(unavailable(`no answer within ${keysTimeoutMillis} ms`))
        })
      )
    // A redirect is not followed: the keys are where they are configured to be.
    if (status !== 200) return yield* unavailable(`status ${status}`)
    const decoded = decodeKeySet(body)
    if (Option.isNone(decoded)) return yield* unavailable("no key set")
    return (yield* Effect.forEach(decoded.value.keys, importKey)).flat()
  })

  const fetch = Effect.gen(function* () {
    const trace = yield* CallTrace
    const result = yield* Effect.result(trace(jwks, request))
    const at = yield* Clock.currentTimeMillis
    if (result._tag === "Success") fetched = { keys: result.success, at }
    tried = { at, failure: result._tag === "Failure" ? result.failure : null }
  })

  // By the distance of two times, so that a clock that jumps back does no more than one that runs on.
  const within = (millis: number, at: number, now: number) => Math.abs(now - at) < millis
  const mayTry = (now: number) =>
    tried === null || !within(fetched === null ? RETRY_WITHOUT_KEYS_MILLIS : keysCooldownMillis, tried.at, now)
  const keyIn = (from: Fetched | null, kid: string) => from?.keys.find((entry) => entry.kid === kid)?.key

  /**
   * Fetches the keys, single flight, unless they were fetched within the cooldown. A fetch completes even if its
   * callers are interrupted: otherwise clients that disconnect at once could start one after the other.
   */
  const update = Effect.contextWith((context: Context.Context<Transport>) =>
    mayTry(Context.get(context, Clock.Clock).currentTimeMillisUnsafe())
      ? flights.join(url, Effect.provideContext(fetch, context), context, { outlivesCallers: true }).result
      : Effect.void
  )

  return {
    find: Effect.fnUntraced(function* (kid) {
      const now = yield* Clock.currentTimeMillis
      const known = fetched !== null && within(keysMaxAgeMillis, fetched.at, now) ? keyIn(fetched, kid) : undefined
      if (known !== undefined) return known
      yield* update
      const key =
        fetched !== null && within(keysMaxAgeMillis + keysStaleMillis, fetched.at, yield* Clock.currentTimeMillis)
          ? keyIn(fetched, kid)
          : undefined
      if (key !== undefined) return key
      return yield* tried?.failure ?? new AccessTokenRejected({ reason: "unknown-key" })
    })
  }
}
