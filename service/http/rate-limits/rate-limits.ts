/** Refuses calls that come too often with 429 and `Retry-After` (RFC 6585, section 4; RFC 9110, section 10.2.3). */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type HttpErrorResponse, textError } from "../../endpoint/http-error-response.ts"
import type { ServiceResponse } from "../../endpoint/service-request.ts"
import { VerificationCodeStore } from "../../resources/verification-codes/verification-code-store.ts"
import { codeIn, type LimitedEndpoint, limitedEndpoints, type LimitedRequest } from "./limited-endpoints.ts"
import { limitOf, type LimitsSetting } from "./limits.ts"
import { makeOwnBuckets } from "./limit-buckets.ts"
import { makeSharedBuckets } from "./bucket-store.ts"
import { hash } from "node:crypto"

export interface LimitedCall extends LimitedRequest {
  /** The name of the endpoint. */
  readonly endpoint: string
  readonly projectId: string
  /** Gives the network that it comes from, see `networkOf`. */
  readonly network: () => string
}

export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Handles a call if there is room for it. */
    readonly limit: <E, R>(
      call: LimitedCall,
      respond: Effect.Effect<ServiceResponse, E, R>
    ) => Effect.Effect<ServiceResponse, E | HttpErrorResponse, R>
  }
>()("keystile/service/RateLimits") {}

/**
 * How many buckets there are at most, some 10 MB in all. Accounts and addresses have their own: trying many accounts does
 * not make the service forget the address that tries them.
 */
const CAPACITY = 20_000

/** Keys of one length, whatever the request says. */
const keyOf = (...values: ReadonlyArray<string>) => hash("sha256", JSON.stringify(values), "base64url")

/** The limits of each project by its id; all others have the defaults. */
export const layer = (
  settings: ReadonlyMap<string, LimitsSetting>
): Layer.Layer<RateLimits, never, SqlClient.SqlClient | VerificationCodeStore> =>
  Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const codes = yield* VerificationCodeStore
      // Several services may share a PostgreSQL database: they count together.
      const { accounts, addresses } = sql.onDialectOrElse({
        pg: () => {
          const shared = makeSharedBuckets(sql)
          return { accounts: shared, addresses: shared }
        },
        orElse: () => ({ accounts: makeOwnBuckets(CAPACITY), addresses: makeOwnBuckets(CAPACITY) })
      })

      const accountOf = Effect.fnUntraced(function* ({ account, codeOf }: LimitedEndpoint, call: LimitedCall) {
        const code = codeOf === undefined ? null : codeIn(call)
        const owned = codeOf === undefined || code === null ? null : yield* codes.find(call.projectId, codeOf, code)
        return owned?.userId ?? account(call)
      })

      const limitedBy = Effect.fnUntraced(function* <E, R>(
        limited: LimitedEndpoint,
        call: LimitedCall,
        respond: Effect.Effect<ServiceResponse, E, R>
      ) {
        const { kind } = limited
        const { perAccount, perAddress } = limitOf(settings.get(call.projectId), kind)
        const account = perAccount === null ? null : yield* accountOf(limited, call)
        const network = call.network()
        const touched = [
          ...(perAddress === null
            ? []
            : [{ buckets: addresses, rate: perAddress, key: keyOf(kind, call.projectId, network) }]),
          ...(perAccount === null || account === null
            ? []
            : [{ buckets: accounts, rate: perAccount, key: keyOf(kind, call.projectId, network, account) }])
        ]

        const now = yield* Clock.currentTimeMillis
        const taken: Array<(typeof touched)[number]> = []
        const giveBack = Effect.suspend(() =>
          Effect.forEach(taken, (bucket) => bucket.buckets.giveBack(bucket, now), { discard: true })
        )
        for (const bucket of touched) {
          const wait = yield* bucket.buckets.take(bucket, now)
          if (wait > 0) {
            yield* giveBack
            return yield* tooMany(wait)
          }
          taken.push(bucket)
        }
        const response = yield* respond
        if (kind === "attempts" && response.status < 400) yield* giveBack
        return response
      })

      return {
        limit: (call, respond) => {
          const limited = limitedEndpoints.get(call.endpoint)
          return limited === undefined ? respond : limitedBy(limited, call, respond)
        }
      }
    })
  )

const tooMany = (millis: number): HttpErrorResponse => {
  const seconds = Math.max(1, Math.ceil(millis / 1000))
  return textError(429, `Too many attempts. Try again in ${seconds} s.`, { "retry-after": String(seconds) })
}
