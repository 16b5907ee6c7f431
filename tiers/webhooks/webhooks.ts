/**
 * Verifies webhooks that the service has sent, and reads them into typed events.
 *
 * Handle each `messageId` once: a delivery may be repeated, within the tolerance also by an attacker who recorded it.
 *
 * @example
 * import * as Webhooks from "keystile/webhooks"
 *
 * const webhooks = yield* Webhooks.Webhooks // provided by Webhooks.layer({ secret: "whsec_…" })
 * const event = yield* webhooks.verify({ headers: request.headers, body })
 * if (event.type === "user.created") yield* welcome(event.data.primaryEmail)
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ConfigurationError } from "../../core/config/configuration-error.ts"
import { readStream } from "../../core/http/read-stream.ts"
import type { ByName, HeaderRecord } from "../../core/session/request-like.ts"
import { headerReader } from "../../core/session/request-tokens.ts"
import { readEvent, type WebhookEvent } from "./events.ts"
import { WebhookRejected } from "./rejected.ts"
import { isSigned, readHeaders, readSecret } from "./signature.ts"

/** The options of a webhook verifier. */
export interface WebhookOptions {
  /** The endpoint's secret, `whsec_…`, from the project's webhook page. */
  readonly secret: string | Redacted.Redacted<string>
  /** Maximum distance of a webhook's time from now in milliseconds. Default 300,000, as in Svix's libraries. */
  readonly toleranceMillis?: number | undefined
  /** The longest body that is read of a `Request`, in bytes. Default 5,000,000. */
  readonly maxBodyBytes?: number | undefined
}

/** A webhook as received: the headers and the raw body of the request. */
export interface ReceivedWebhook {
  /** The headers of the request. */
  readonly headers: ByName | HeaderRecord
  /** The body as it was sent, byte for byte: JSON that was parsed and written again has another signature. */
  readonly body: string | Uint8Array
}

/** Verifies webhooks. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** Returns the event of a webhook that the service has sent just now. Takes a web `Request`, too, and reads it. */
    readonly verify: (webhook: ReceivedWebhook | Request) => Effect.Effect<WebhookEvent, WebhookRejected>
  }
>()("keystile/Webhooks") {}

const DEFAULT_TOLERANCE_MILLIS = 300_000
const DEFAULT_MAX_BODY_BYTES = 5_000_000

/** Returns the body of a request; `null` if it is too long. */
const readBody = async ({ body }: Request, limit: number): Promise<Uint8Array | null> =>
  body === null ? new Uint8Array() : readStream(body, limit)

const reject = (reason: WebhookRejected["reason"]) => new WebhookRejected({ reason })

const refuse = (option: keyof WebhookOptions, problem: string) =>
  new ConfigurationError({ option, variable: undefined, problem })

/** Checks the options. Fails with `ConfigurationError` if one cannot be right. */
export const make = Effect.fnUntraced(function* (
  options: WebhookOptions
): Effect.fn.Return<Webhooks["Service"], ConfigurationError> {
  const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES, toleranceMillis = DEFAULT_TOLERANCE_MILLIS } = options
  const text = Redacted.isRedacted(options.secret) ? Redacted.value(options.secret) : options.secret
  const secret = typeof text === "string" ? readSecret(text) : null
  if (secret === null) return yield* refuse("secret", "A webhook's secret is `whsec_` and at least 16 bytes in base64.")
  if (!(toleranceMillis >= 0 && toleranceMillis <= 86_400_000)) {
    return yield* refuse("toleranceMillis", "This duration is a number of milliseconds from 0 to 86400000.")
  }

  const bodyOf = (webhook: ReceivedWebhook | Request): Effect.Effect<Uint8Array, WebhookRejected> => {
    if (!(webhook instanceof Request)) {
      const { body } = webhook
      if (typeof body === "string") return Effect.succeed(new TextEncoder().encode(body))
      // A body that a framework has parsed is input of the sender, its `length` too.
      return ArrayBuffer.isView(body) ? Effect.succeed(body) : Effect.fail(reject("payload"))
    }
    return Effect.tryPromise({ try: () => readBody(webhook, maxBodyBytes), catch: () => reject("payload") }).pipe(
      Effect.flatMap((body) => (body === null ? Effect.fail(reject("too-long")) : Effect.succeed(body)))
    )
  }

  return Webhooks.of({
    verify: Effect.fnUntraced(function* (webhook) {
      const headers = readHeaders(headerReader(webhook))
      if (headers === null) return yield* reject("headers")
      const sentAt = Number(headers.timestamp) * 1000
      if (Math.abs((yield* Clock.currentTimeMillis) - sentAt) > toleranceMillis) return yield* reject("timestamp")
      const body = yield* bodyOf(webhook)
      if (!(yield* Effect.promise(() => isSigned(headers, body, secret)))) return yield* reject("signature")
      const event = yield* Effect.try({
        try: () => readEvent(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))),
        catch: () => reject("payload")
      })
      if (event === null) return yield* reject("payload")
      return { ...event, messageId: headers.id, sentAt: new Date(sentAt) }
    })
  })
})

/** The verifier as a layer. Fails with `ConfigurationError` if an option cannot be right. */
export const layer = (options: WebhookOptions): Layer.Layer<Webhooks, ConfigurationError> =>
  Layer.effect(Webhooks, make(options))

/** Verifies webhooks with promises. */
export interface WebhookVerifier {
  /** Rejects with `WebhookRejected`. */
  readonly verify: (webhook: ReceivedWebhook | Request) => Promise<WebhookEvent>
}

/**
 * The same as promises. Throws `ConfigurationError` when an option cannot be right.
 *
 * @example
 * const webhooks = createWebhookVerifier({ secret: "whsec_…" })
 *
 * app.post("/webhooks", async (c) => {                                              // Hono
 *   const event = await webhooks.verify(c.req.raw)
 * })
 * app.post("/webhooks", express.raw({ type: "application/json" }), async (request, response) => {  // Express
 *   const event = await webhooks.verify({ headers: request.headers, body: request.body })
 * })
 */
export const createWebhookVerifier = (options: WebhookOptions): WebhookVerifier => {
  const webhooks = Effect.runSync(make(options))
  return { verify: (webhook) => Effect.runPromise(webhooks.verify(webhook)) }
}
