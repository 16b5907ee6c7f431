/**
 * The control API of faults, the clock and the request log.
 *
 * ```
 * GET    /_keystile                 what there is
 * GET    /_keystile/faults          { faults: [{ id, used, fault }] }
 * POST   /_keystile/faults          { kind, path?, method?, times?, share?, … } → 201 { id, used, fault }
 * DELETE /_keystile/faults/:id      one of them
 * DELETE /_keystile/faults          all of them
 * GET    /_keystile/clock           { now, leadMillis }
 * POST   /_keystile/clock/advance   { millis }
 * GET    /_keystile/requests        { requests: [{ id, at, method, route, tier, status, code, fault,
 *                                   durationMillis }] }, the oldest first; the last so many of them with ?limit=
 * GET    /_keystile/requests/:id    { target, requestHeaders, body, responseHeaders } of one, without secrets
 * DELETE /_keystile/requests        deletes them
 * ```
 *
 * Writes need `content-type: application/json` and `x-keystile-control: 1` (see `guard.ts`):
 *
 * ```
 * curl -X POST localhost:8102/_keystile/faults -H content-type:application/json -H x-keystile-control:1 \
 *   -d '{"kind":"rateLimit","path":"/api/v1/auth*","retryAfterSeconds":30}'
 * ```
 */
import { Duration, Effect, Schema } from "effect"
import { ServiceClock } from "../service-clock.ts"
import { Fault } from "../faults/fault.ts"
import { Faults } from "../faults/faults.ts"
import { RequestLog } from "../request-log.ts"
import { controlRoute, problem } from "./route.ts"

const clock = Effect.gen(function* () {
  const clock = yield* ServiceClock
  return { now: (yield* clock.now).toISOString(), leadMillis: Duration.toMillis(yield* clock.lead) }
})

/** Returns the clock and the numbers of faults and requests. */
const state = Effect.gen(function* () {
  const faults = yield* (yield* Faults).list
  const requests = yield* (yield* RequestLog).entries
  return { clock: yield* clock, faults: faults.length, requests: requests.length }
})

const Count = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 1000 }))

const done = { success: true } as const

export const controls = [
  controlRoute("GET", "", {}, () => state),

  controlRoute("GET", "/faults", {}, () =>
    Effect.map(
      Faults.use(({ list }) => list),
      (faults) => ({ faults })
    )
  ),
  controlRoute("POST", "/faults", { body: Fault, status: 201 }, ({ body }) => Faults.use(({ add }) => add(body))),
  controlRoute("DELETE", "/faults", {}, () =>
    Effect.as(
      Faults.use(({ clear }) => clear),
      done
    )
  ),
  controlRoute(
    "DELETE",
    "/faults/:id",
    { params: Schema.Struct({ id: Schema.String }) },
    Effect.fnUntraced(function* ({ params: { id } }) {
      const removed = yield* (yield* Faults).remove(id)
      return removed ? done : yield* problem(404, "There is no fault with this id; it may have been used up.")
    })
  ),

  controlRoute("GET", "/clock", {}, () => clock),
  controlRoute(
    "POST",
    "/clock/advance",
    { body: Schema.Struct({ millis: Schema.Int }) },
    Effect.fnUntraced(function* ({ body: { millis } }) {
      yield* (yield* ServiceClock)
        .advance(millis)
        .pipe(Effect.mapError(({ message }) => problem(400, message, ["body.millis"])))
      return yield* clock
    })
  ),

  controlRoute(
    "GET",
    "/requests",
    { query: Schema.Struct({ limit: Schema.optionalKey(Count) }) },
    ({ query: { limit = 0 } }) =>
      // Without a limit `slice(-0)` returns all of them.
      Effect.map(
        RequestLog.use(({ entries }) => entries),
        (requests) => ({ requests: requests.slice(-limit) })
      )
  ),
  controlRoute(
    "GET",
    "/requests/:id",
    { params: Schema.Struct({ id: Schema.String }) },
    Effect.fnUntraced(function* ({ params: { id } }) {
      const detail = yield* (yield* RequestLog).detail(id)
      return detail ?? (yield* problem(404, "The log no longer has this request: it keeps the last 1,000."))
    })
  ),
  controlRoute("DELETE", "/requests", {}, () =>
    Effect.as(
      RequestLog.use(({ clear }) => clear),
      done
    )
  )
]
