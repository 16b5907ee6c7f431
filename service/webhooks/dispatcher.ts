/**
 * Delivers the messages of the outbox. A delivery is retried by the schedule of Svix (https://docs.svix.com/retries)
 * until its target accepts it. Every attempt is recorded. Delivery is at least once and, as with Svix, unordered.
 */
import { Clock, Context, Duration, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { ClockLead } from "../time/clock-lead.ts"
import { unreadableAdvice } from "../crypto/secrets/encryption.ts"
import { makeOutages } from "../dispatch/outages.ts"
import { makeQueueDispatcher } from "../dispatch/queue-dispatcher.ts"
import { makeBackgroundPruning } from "../pruning/background-pruning.ts"
import { outageReason } from "../sql/unavailable.ts"
import { type ClaimedDelivery, type DeliveryRequest, DeliveryStore, type NewAttempt } from "./delivery-store.ts"
import { MessageStore } from "./message-store.ts"
import { makePayloadMemory, MEMORY_WAIT } from "./payload-memory.ts"
import { PostFailed, WebhookPost } from "./webhook-post.ts"
import { signedHeaders } from "./signed-headers.ts"
import { makeUnstoredAttempts } from "./unstored-attempts.ts"
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

/** The most concurrent attempts of a target, and of this process. */
const TARGET_LIMIT = 10
const PROCESS_LIMIT = 50

/** The attempts of this process that are reserved for projects, and half of them for targets, without another one. */
const RESERVED = 25

/** The delay of a delivery for whose payload there was no memory, in milliseconds. */
const POSTPONED = 5000

/** The interval of checks for webhooks of a command that shares a SQLite file with the service, in milliseconds. */
const POLL = 10_000

const UNREADABLE = "The secret of the target cannot be decrypted: see the log of the service."

/** The number of attempts after which old messages are deleted, or the bytes that they sent. */
const PRUNE_AFTER = { attempts: 200, bytes: 20_000_000 }

const make = Effect.gen(function* () {
  const deliveries = yield* DeliveryStore
  const messages = yield* MessageStore
  const { post } = yield* WebhookPost
  const clock = yield* ClockLead
  let [attempts, bytes] = [0, 0]
  const prune = yield* makeBackgroundPruning(() => messages.prune, "Deleting old webhooks failed")
  const unstored = makeUnstoredAttempts()
  const outages = makeOutages()
  const payloads = makePayloadMemory()

  /** Logs an attempt that the database did not store or prevented, and keeps it. Other defects are not handled. */
  const whileUnavailable =
    (delivery: ClaimedDelivery, attempt: Omit<NewAttempt, "id">, what: string) =>
    (defect: unknown): Effect.Effect<void> =>
      Effect.suspend(() => {
        const reason = outageReason(defect)
        if (reason === null) return Effect.die(defect)
        const problem = `${what} The database failed: ${reason}`
        unstored.add(delivery, { ...attempt, id: randomUUID(), problem })
        return Effect.logWarning(`The webhook ${delivery.messageId} to the target ${delivery.targetId}: ${problem}`)
      })

  /** Logs once that the settings prevent requests to a target, and that they no longer do. */
  const reportTarget = Effect.fnUntraced(function* (targetId: string, problem: string | null) {
    if (problem === null) {
      if (outages.addSuccess(targetId)) yield* Effect.logInfo(`Webhooks are sent to the target ${targetId} again.`)
    } else if (outages.addFailure(targetId, yield* Clock.currentTimeMillis)) {
      yield* Effect.logWarning(`No webhook is sent to the target ${targetId}: ${problem}`)
    }
  })

  /** Sends a request and returns its result. `prevented` is the reason why the settings prevented it. */
  const sendRequest = Effect.fnUntraced(
    function* ({ messageId }: ClaimedDelivery, { payload, secrets, url }: DeliveryRequest) {
      // Receivers check the timestamp against their own clock, so the lead of the service's clock is removed.
      const at = (yield* Clock.currentTimeMillis) - Duration.toMillis(yield* clock.lead)
      const headers = signedHeaders({ id: messageId, at, payload, secrets })
      const { status, text } = yield* post({ url, headers, body: payload })
      return { status, responseBody: text, problem: null, prevented: null }
    },
    Effect.timeoutOrElse({
      duration: TIME_LIMIT,
      orElse: () =>
        Effect.fail(new PostFailed({ problem: `There was no response within ${TIME_LIMIT / 1000} seconds.` }))
    }),
    Effect.catch(({ isPrevented = false, problem }) =>
      Effect.succeed({ status: null, responseBody: null, problem, prevented: isPrevented ? problem : null })
    )
  )

  const send = Effect.fnUntraced(function* (delivery: ClaimedDelivery, claim: string) {
    const at = yield* Clock.currentTimeMillis
    const nothing = { at, durationMillis: 0, status: null, problem: null, responseBody: null }
    const prepared = yield* deliveries.request(delivery, at).pipe(
      Effect.map((request) =>
        request === null ? null : { payloadLength: request.payload.length, result: sendRequest(delivery, request) }
      ),
      Effect.catchTag("CannotDecrypt", ({ message }) => {
        const prevented = `${message} ${unreadableAdvice("make a new secret of the target")}`
        return Effect.succeed({
          payloadLength: 0,
          result: Effect.succeed({ status: null, responseBody: null, problem: UNREADABLE, prevented })
        })
      }),
      Effect.catchDefect((defect) => Effect.as(whileUnavailable(delivery, nothing, "It was not sent.")(defect), null))
    )
    if (prepared === null) return
    const [took, { prevented, ...seen }] = yield* Effect.timed(prepared.result)
    yield* reportTarget(delivery.targetId, prevented)
    const wasTaken = seen.status !== null && seen.status >= 200 && seen.status < 300
    const wait = retries[delivery.tries]
    const failed = wait === undefined ? "failed" : "pending"
    const now = yield* Clock.currentTimeMillis
    const made = { at, durationMillis: Math.round(Duration.toMillis(took)), ...seen }
    yield* deliveries
      .note(delivery, {
        claim,
        attempts: [...unstored.of(delivery), { id: randomUUID(), ...made }],
        state: wasTaken ? "delivered" : failed,
        dueAt: now + (wait ?? 0)
      })
      .pipe(
        Effect.tap(() => Effect.sync(() => unstored.remove(delivery))),
        Effect.catchDefect(whileUnavailable(delivery, made, "Its result was not stored, so it is sent again."))
      )
    attempts += 1
    bytes += prepared.payloadLength
    if (attempts < PRUNE_AFTER.attempts && bytes < PRUNE_AFTER.bytes) return
    attempts = bytes = 0
    yield* prune(now)
  })

  const attempt = Effect.fnUntraced(function* (delivery: ClaimedDelivery, claim: string) {
    const sent = yield* payloads.hold(delivery, send(delivery, claim))
    if (Option.isSome(sent)) return
    const now = yield* Clock.currentTimeMillis
    yield* deliveries.release(delivery, claim, now + POSTPONED)
  })

  yield* prune(yield* Clock.currentTimeMillis)
  return Dispatcher.of(
    yield* makeQueueDispatcher({
      name: "Sending webhooks",
      due: deliveries.due,
      claim: deliveries.claim,
      attempt,
      release: deliveries.release,
      lease: MEMORY_WAIT + TIME_LIMIT + 5000,
      laneLimit: TARGET_LIMIT,
      limit: PROCESS_LIMIT,
      reserved: RESERVED,
      pollMillis: POLL
    })
  )
})

export const layer: Layer.Layer<Dispatcher, never, DeliveryStore | MessageStore | SqlClient.SqlClient> = Layer.effect(
  Dispatcher,
  make
)
