/** Test doubles for webhook targets, and the calls of their endpoints. */
import { assert } from "@effect/vitest"
import { Clock, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { PostFailed, type WebhookRequest, WebhookPost } from "../../../service/webhooks/webhook-post.ts"
import { layerTest } from "../../../service/development.ts"
import type { ServiceOptions } from "../../../service/service-options.ts"
import { asAdmin, seedWith, send } from "../fixture.ts"
import type { SeedInput } from "../../../service/development/seed/seed.ts"

export const SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"
export const URL_A = "http://localhost:3000/webhooks"
export const URL_B = "https://app.example/webhooks"

/** Responds to a delivery. `number` counts the earlier ones to the same URL. */
export type Respond = (posted: WebhookRequest, number: number) => Effect.Effect<number, PostFailed>

export interface ReceivedPost extends WebhookRequest {
  readonly at: number
}

/** A test double of the network that responds as given and records the requests. */
export const fakeNetwork = (respond: Respond = () => Effect.succeed(200)) => {
  const received: Array<ReceivedPost> = []
  const layer = Layer.succeed(WebhookPost, {
    post: (posted) =>
      Effect.gen(function* () {
        const at = yield* Clock.currentTimeMillis
        const number = received.filter(({ url }) => url === posted.url).length
        received.push({ ...posted, at })
        return { status: yield* respond(posted, number), text: "a response" }
      })
  })
  return { received, layer }
}

export const refused = Effect.fail(new PostFailed({ problem: "Nothing listens at this address." }))

type Project = SeedInput["projects"][number]

/** A service whose project sends webhooks. */
export const serviceWithWebhooks = (
  net: { readonly layer: Layer.Layer<never> },
  project: Partial<Project> = {},
  options: ServiceOptions = {}
) =>
  Layer.orDie(
    layerTest({ seed: seedWith({ webhooks: [{ url: URL_A, secret: SECRET }], ...project }), ...options })
  ).pipe(Layer.provide(net.layer))

const Payload = Schema.fromJsonString(
  Schema.Struct({ type: Schema.String, data: Schema.Record(Schema.String, Schema.Unknown) })
)
const readPayload = Schema.decodeUnknownSync(Payload)
export const payloadsOf = (received: ReadonlyArray<WebhookRequest>) => received.map(({ body }) => readPayload(body))
export const typesOf = (received: ReadonlyArray<WebhookRequest>) => payloadsOf(received).map(({ type }) => type)

const Delivery = Schema.Struct({
  target_id: Schema.String,
  url: Schema.String,
  state: Schema.String,
  attempts: Schema.Int,
  last_status: Schema.NullOr(Schema.Int),
  next_attempt_at_millis: Schema.NullOr(Schema.Int)
})
const WebhookBody = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  created_at_millis: Schema.Int,
  deliveries: Schema.Array(Delivery)
})
export type WebhookBody = typeof WebhookBody.Type
const readMessages = Schema.decodeUnknownEffect(Schema.Struct({ items: Schema.Array(WebhookBody) }))
const readMessage = Schema.decodeUnknownEffect(
  Schema.Struct({
    ...WebhookBody.fields,
    payload: Schema.String,
    attempts: Schema.Array(
      Schema.Struct({
        target_id: Schema.String,
        attempted_at_millis: Schema.Int,
        duration_millis: Schema.Int,
        status: Schema.NullOr(Schema.Int),
        problem: Schema.NullOr(Schema.String),
        answer: Schema.NullOr(Schema.String)
      })
    )
  })
)

/** Sends a request below `/webhooks` with the admin key of the project. */
export const webhooks = (method: string, path: string, json?: unknown) =>
  send(method, `/api/v1/webhooks${path}`, { headers: asAdmin, ...(method !== "GET" && { json: json ?? {} }) })

const readTargets = Schema.decodeUnknownEffect(
  Schema.Struct({
    items: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        url: Schema.String,
        description: Schema.String,
        event_types: Schema.NullOr(Schema.Array(Schema.String)),
        previous_secret_expires_at_millis: Schema.NullOr(Schema.Int),
        failed_deliveries: Schema.Int,
        last_attempt: Schema.NullOr(
          Schema.Struct({
            attempted_at_millis: Schema.Int,
            status: Schema.NullOr(Schema.Int),
            problem: Schema.NullOr(Schema.String)
          })
        )
      })
    )
  })
)

export const targets = Effect.flatMap(webhooks("GET", "/targets"), ({ json }) =>
  Effect.map(Effect.orDie(readTargets(json)), ({ items }) => items)
)

export const messages = (query = "") =>
  Effect.flatMap(webhooks("GET", `/messages${query}`), ({ json }) =>
    Effect.map(Effect.orDie(readMessages(json)), ({ items }) => items)
  )

export const messageById = (id: string) =>
  Effect.flatMap(webhooks("GET", `/messages/${id}`), ({ json }) => Effect.orDie(readMessage(json)))

/** Waits until every due delivery was attempted. */
export const settle = Effect.gen(function* () {
  for (let turn = 0; turn < 2000; turn++) {
    for (let step = 0; step < 20; step++) yield* Effect.yieldNow
    const now = yield* Clock.currentTimeMillis
    const pending = yield* messages("?state=pending&limit=1000")
    const isOver = pending.every(({ deliveries }) =>
      deliveries.every(({ next_attempt_at_millis: due, state }) => state !== "pending" || (due !== null && due > now))
    )
    if (isOver) return
    // A database over the network takes real time.
    if (turn > 20) yield* TestClock.withLive(Effect.sleep(5))
  }
  assert.fail("Deliveries go on and on")
})

/** Advances the clock by this time, one retry at a time. */
export const advance = Effect.fnUntraced(function* (millis: number) {
  const end = (yield* Clock.currentTimeMillis) + millis
  while (true) {
    yield* settle
    const now = yield* Clock.currentTimeMillis
    const due = (yield* messages("?state=pending&limit=1000")).flatMap(({ deliveries }) =>
      deliveries.flatMap(({ next_attempt_at_millis: next }) => (next === null ? [] : [next]))
    )
    const next = Math.min(end, ...due.filter((at) => at > now))
    yield* TestClock.adjust(next - now)
    if (next >= end) break
  }
  yield* settle
})
