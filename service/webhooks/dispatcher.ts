/**
 * Delivers the messages of the outbox. A delivery is retried by the schedule of Svix (https://docs.svix.com/retries)
 * until its target accepts it. Every attempt is recorded.
 *
 * The dispatcher runs while deliveries are pending and is woken by new ones. A delivery is claimed for the time of an
 * attempt, so that another process retries it if this one dies. Delivery is at least once and, as with Svix, unordered.
 */
import { Cause, Clock, Context, Duration, Effect, Latch, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { ClockLead } from "../clock-lead.ts"
import { isShared } from "../sql/dialect.ts"
import { unavailable } from "../sql/unavailable.ts"
import { type Claimed, DeliveryStore } from "./delivery-store.ts"
import { MessageStore } from "./message-store.ts"
import { PostFailed, WebhookPost } from "./webhook-post.ts"
import { signedHeaders } from "./signed-headers.ts"
import { randomUUID } from "node:crypto"

export class Dispatcher extends Context.Service<
  Dispatcher,
  {
    /** Starts the dispatcher if it does not run. */
    readonly wake: Effect.Effect<void>
  }
>()("keystile/service/WebhookDispatcher") {}

/** The delays after failed attempts: eight attempts in all (https://docs.svix.com/retries). */
const retries = (["5 seconds", "5 minutes", "30 minutes", "2 hours", "5 hours", "10 hours", "10 hours"] as const).map(
  (duration) => Duration.toMillis(duration)
)

/** The timeout of an attempt, in milliseconds (https://docs.svix.com/retries). */
const TIME_LIMIT = 15_000

/** The lifetime of a claim, in milliseconds. */
const LEASE = TIME_LIMIT + 5000

/** The most concurrent attempts at one target, so that a slow one does not delay the others. */
const AT_ONCE = 10

/** The interval of checks for deliveries of other processes and for an unavailable database, in milliseconds. */
const LOOK_AGAIN = 2000

/** The number of attempts after which old messages are deleted. */
const PRUNE_AFTER = 200

const make = Effect.gen(function* () {
  const deliveries = yield* DeliveryStore
  const messages = yield* MessageStore
  const { post } = yield* WebhookPost
  const clock = yield* ClockLead
  const sql = yield* SqlClient.SqlClient
  const context = yield* Effect.context<Scope.Scope>()
  const scope = yield* Effect.scope

  const underWay = new Map<string, number>()
  const bell = Latch.makeUnsafe()
  let isAwake = false
  let attempts = 0

  const counted = (targetId: string, by: number) => {
    const count = (underWay.get(targetId) ?? 0) + by
    if (count === 0) underWay.delete(targetId)
    else underWay.set(targetId, count)
  }

  const attempt = Effect.fnUntraced(function* (delivery: Claimed, claim: string) {
    const request = yield* deliveries.request(delivery)
    if (request === null) return
    const at = yield* Clock.currentTimeMillis
    // Receivers check the timestamp against their own clock, so the lead of the service's clock is removed.
    const sentAt = at - Duration.toMillis(yield* clock.lead)
    const { payload, secret, url } = request
    const [took, result] = yield* post({
      url,
      headers: signedHeaders({ id: delivery.messageId, at: sentAt, payload, secret }),
      body: payload
    }).pipe(
      Effect.timeoutOrElse({
        duration: TIME_LIMIT,
        orElse: () =>
          Effect.fail(new PostFailed({ problem: `There was no answer within ${TIME_LIMIT / 1000} seconds.` }))
      }),
      Effect.map(({ status, text }) => ({ status, answer: text, problem: null })),
      Effect.catch(({ problem }) => Effect.succeed({ status: null, answer: null, problem })),
      Effect.timed
    )
    const wasTaken = result.status !== null && result.status >= 200 && result.status < 300
    const wait = retries[delivery.tries]
    const failed = wait === undefined ? "failed" : "pending"
    const now = yield* Clock.currentTimeMillis
    yield* deliveries.note(delivery, {
      claim,
      attempt: { id: randomUUID(), at, durationMillis: Math.round(Duration.toMillis(took)), ...result },
      state: wasTaken ? "delivered" : failed,
      dueAt: now + (wait ?? 0)
    })
    if (++attempts % PRUNE_AFTER === 0) yield* messages.prune
  })

  /** Starts due deliveries. Returns when the next one is due, in epoch milliseconds. */
  const round = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    let next = Infinity
    for (const { dueAt, targetId } of yield* deliveries.due) {
      const room = AT_ONCE - (underWay.get(targetId) ?? 0)
      if (room <= 0) continue
      if (dueAt > now) {
        next = Math.min(next, dueAt)
        continue
      }
      const claim = randomUUID()
      const claimed = yield* deliveries.claim({ claim, targetId, now, until: now + LEASE, limit: room })
      // Another process has claimed them.
      if (claimed.length === 0) next = Math.min(next, now + LOOK_AGAIN)
      else bell.openUnsafe()
      for (const delivery of claimed) {
        counted(targetId, 1)
        yield* attempt(delivery, claim).pipe(
          quietly,
          Effect.ensuring(
            Effect.sync(() => {
              counted(targetId, -1)
              bell.openUnsafe()
            })
          ),
          Effect.forkIn(scope)
        )
      }
    }
    return next
  })

  const work = Effect.gen(function* () {
    while (true) {
      bell.closeUnsafe()
      const moved = yield* clock.advanced
      const now = yield* Clock.currentTimeMillis
      const next = yield* Effect.catchCause(round, (cause) => Effect.as(report(cause), now + LOOK_AGAIN))
      if (Latch.isOpen(bell)) continue
      if (next === Infinity && underWay.size === 0) {
        isAwake = false
        return
      }
      const rings = Effect.raceFirst(bell.await, moved)
      yield* next === Infinity ? rings : Effect.raceFirst(rings, Effect.sleep(Math.max(1, next - now)))
    }
  })

  const wake = Effect.suspend(() => {
    bell.openUnsafe()
    if (isAwake) return Effect.void
    isAwake = true
    // On the clock of the service, without the context of the caller.
    return Effect.asVoid(Effect.forkIn(Effect.provideContext(clock.run(work), context), scope))
  })

  yield* clock.run(Effect.flatMap(Clock.currentTimeMillis, deliveries.releaseAbandoned))
  yield* messages.prune
  yield* wake
  if (isShared(sql)) {
    // On the real clock, since other processes do not use this one.
    const run = Effect.runForkWith(context)
    const timer = setInterval(() => void run(wake), LOOK_AGAIN).unref()
    yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(timer)))
  }

  return Dispatcher.of({ wake })
})

/** Requests report an unavailable database themselves. */
const report = (cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause) || unavailable(Cause.squash(cause)) !== null
    ? Effect.void
    : Effect.logError("Sending webhooks failed", cause)

const quietly = <R>(effect: Effect.Effect<void, never, R>): Effect.Effect<void, never, R> =>
  Effect.catchCause(effect, report)

export const layer: Layer.Layer<Dispatcher, never, DeliveryStore | MessageStore | SqlClient.SqlClient> = Layer.effect(
  Dispatcher,
  make
)
