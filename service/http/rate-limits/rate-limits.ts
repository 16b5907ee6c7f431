/** Rejects calls over a rate limit with 429 and `Retry-After` (RFC 6585, section 4; RFC 9110, section 10.2.3). */
import { Cache, Clock, Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { MultiFactorAuthenticationRequired } from "../../../core/errors/multi-factor.ts"
import { header } from "../../../core/http/headers.ts"
import { Deployment } from "../../deployment/deployment.ts"
import { type RawResponse, textError } from "../../response/raw-response.ts"
import { retryAfter } from "../../response/response-headers.ts"
import type { ServiceResponse } from "../../response/service-response.ts"
import { VerificationCodeStore } from "../../resources/verification-codes/verification-code-store.ts"
import { codeIn, type LimitedEndpoint, limitedEndpoints, type LimitedRequest } from "./limited-endpoints.ts"
import { limitOf, type LimitsSetting, SECOND_FACTOR } from "./limits.ts"
import * as LimitsStore from "./limits-store.ts"
import { makeOwnBuckets } from "./limit-buckets.ts"
import { makeSharedBuckets } from "./bucket-store.ts"
import { hash } from "node:crypto"

interface LimitedCall extends LimitedRequest {
  /** The name of the endpoint. */
  readonly endpoint: string
  readonly projectId: string
  /** The network of the client, see `networkOf`. */
  readonly network: string
}

export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Runs `respond`, or fails with 429 if the call exceeds a limit. */
    readonly limit: <E, R>(
      call: LimitedCall,
      respond: Effect.Effect<ServiceResponse, E, R>
    ) => Effect.Effect<ServiceResponse, E | RawResponse, R>
  }
>()("keystile/service/RateLimits") {}

/**
 * The most buckets of one limit in memory, some 10 MB in all. Each limit has a capacity of its own: attempts at many
 * accounts evict neither the bucket of the attacker's address nor those of second factors.
 */
const CAPACITY = 20_000

/** Hashes values of a request to a key of fixed length. */
const keyOf = (...values: ReadonlyArray<string>) => hash("sha256", JSON.stringify(values), "base64url")

/** The time for which the stored limits of a project are cached, and the number of projects. */
const STORED_TTL = "10 seconds"
const STORED_CAPACITY = 1000

/** @param seeded limits of the seed by project id; other projects have their stored limits, or the defaults */
export const layer = (
  seeded: ReadonlyMap<string, LimitsSetting>
): Layer.Layer<RateLimits, never, SqlClient.SqlClient | VerificationCodeStore> =>
  Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const codes = yield* VerificationCodeStore
      const { maxRateLimitFactor } = yield* Deployment
      const stored = yield* Cache.make({
        capacity: STORED_CAPACITY,
        timeToLive: STORED_TTL,
        lookup: (yield* LimitsStore.LimitsStore).find
      })
      // Services that share a PostgreSQL database share the buckets.
      const { accounts, addresses, secondFactors } = sql.onDialectOrElse({
        pg: () => {
          const shared = makeSharedBuckets(sql)
          return { accounts: shared, addresses: shared, secondFactors: shared }
        },
        orElse: () => ({
          accounts: makeOwnBuckets(CAPACITY),
          addresses: makeOwnBuckets(CAPACITY),
          secondFactors: makeOwnBuckets(CAPACITY)
        })
      })

      /** Returns the user of the code in a call, if its endpoint counts by that. */
      const userOfCode = Effect.fnUntraced(function* ({ codeOf }: LimitedEndpoint, call: LimitedCall) {
        const code = codeOf === undefined ? null : codeIn(call)
        const found = codeOf === undefined || code === null ? null : yield* codes.find(call.projectId, codeOf, code)
        return found?.userId ?? null
      })

      const limitBy = Effect.fnUntraced(function* <E, R>(
        limited: LimitedEndpoint,
        call: LimitedCall,
        respond: Effect.Effect<ServiceResponse, E, R>
      ) {
        const { kind, successCost = 0 } = limited
        const setting = seeded.get(call.projectId) ?? (yield* Cache.get(stored, call.projectId)) ?? undefined
        const { perAccount, perAddress } = limitOf(setting, kind, maxRateLimitFactor)
        const user = perAccount === null ? null : yield* userOfCode(limited, call)
        const account = user ?? limited.account(call)
        const { network } = call
        const touched = [
          ...(perAddress === null
            ? []
            : [{ buckets: addresses, rate: perAddress, key: keyOf(kind, call.projectId, network) }]),
          ...(perAccount === null || account === null
            ? []
            : [{ buckets: accounts, rate: perAccount, key: keyOf(kind, call.projectId, network, account) }]),
          ...(user === null
            ? []
            : [{ buckets: secondFactors, rate: SECOND_FACTOR, key: keyOf("second factor", call.projectId, user) }])
        ]

        const now = yield* Clock.currentTimeMillis
        const taken: Array<(typeof touched)[number]> = []
        const giveBack = (tokens: number) =>
          Effect.forEach(taken, (bucket) => bucket.buckets.giveBack(bucket, now, tokens), { discard: true })
        for (const bucket of touched) {
          const wait = yield* bucket.buckets.take(bucket, now)
          if (wait > 0) {
            yield* giveBack(1)
            return yield* tooMany(wait)
          }
          taken.push(bucket)
        }
        // The database refused a statement, or a row was deleted meanwhile and the request runs again: see handle.ts.
        const returnOnFailure = (defect: unknown) =>
          kind === "attempts" && defect instanceof SqlError.SqlError
            ? Effect.catchDefect(giveBack(1), () => Effect.void)
            : Effect.void
        const response = yield* Effect.catchDefect(respond, (defect) =>
          Effect.andThen(returnOnFailure(defect), Effect.die(defect))
        )
        if (kind === "attempts" && isSuccessful(response)) yield* giveBack(1 - successCost)
        // It checked nothing, for example because the queue of the password hasher was full.
        if (kind === "attempts" && response.status === 503) yield* giveBack(1)
        return response
      })

      return {
        limit: (call, respond) => {
          const limited = limitedEndpoints.get(call.endpoint)
          return limited === undefined ? respond : limitBy(limited, call, respond)
        }
      }
    })
  ).pipe(Layer.provide(LimitsStore.layer))

/** Returns whether the secret of an attempt was right. The second factor of the user may still be missing. */
const isSuccessful = ({ headers, status }: ServiceResponse) =>
  status < 400 || headers[header.knownError] === MultiFactorAuthenticationRequired.code

const tooMany = (millis: number): RawResponse => {
  const headers = retryAfter(millis / 1000)
  return textError(429, `Too many requests. Try again in ${headers["retry-after"]} s.`, headers)
}
