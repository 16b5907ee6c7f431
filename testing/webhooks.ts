/**
 * Delivers webhooks to an application's handler in the same process, for its tests. They are signed and retried as in
 * production. Timeouts use the test's `Clock`.
 *
 * @example
 * it.effect("welcomes new users", () =>
 *   Effect.gen(function*() {
 *     const webhooks = yield* Testing.receiveWebhooks(makeHandler) // (secret) => (request: Request) => Response
 *     const { user } = yield* Testing.newUser()
 *     const event = yield* webhooks.next({ type: "user.created" })   // the handler has responded with 2xx
 *     assert.strictEqual(event.data.id, user.id)
 *     assert.deepStrictEqual(welcomed, [user.id])
 *   }).pipe(Effect.provide(Testing.layer())))
 */
import { Context, Data, Duration, Effect, Layer, PubSub, Redacted, Schema } from "effect"
import { createTarget } from "../core/api/webhooks.ts"
import { fullPath } from "../core/http/path.ts"
import { Secret } from "../core/schema/fields/secret.ts"
import type { ConnectableProject } from "../service/resources/api-keys/project-keys.ts"
import { Service } from "../service/service.ts"
import { type PostResponse, type WebhookRequest, WebhookPost } from "../service/webhooks/webhook-post.ts"
import { make } from "../tiers/webhooks/webhooks.ts"
import type { WebhookEvent } from "../tiers/webhooks/events.ts"

/** The project that the client of the test connects to, with all its keys. */
export class TestProject extends Context.Service<TestProject, ConnectableProject>()("keystile/testing/TestProject") {}

/** The handlers of webhooks in this process, by URL. */
export class WebhookNetwork extends Context.Service<
  WebhookNetwork,
  Map<string, (posted: WebhookRequest) => Effect.Effect<PostResponse>>
>()("keystile/testing/WebhookNetwork") {}

/** Routes webhooks to the handlers of the test. Webhooks to other URLs are sent over the network. */
export const layerNetwork: Layer.Layer<WebhookNetwork> = Layer.effectContext(
  Effect.gen(function* () {
    const { post } = yield* WebhookPost
    const handlers: WebhookNetwork["Service"] = new Map()
    return Context.make(WebhookNetwork, handlers).pipe(
      Context.add(WebhookPost, { post: (posted) => handlers.get(posted.url)?.(posted) ?? post(posted) })
    )
  })
)

/** No matching webhook arrived in time, or the handler rejected it. */
export class NoWebhook extends Data.TaggedError("NoWebhook")<{
  readonly type: string | undefined
  readonly waitedMillis: number
  /**
   * The error that the handler threw for the latest matching webhook that it has not accepted since. An error
   * counts as a response with 500.
   */
  readonly cause?: unknown
}> {
  override get message(): string {
    const missing = `No webhook${this.type === undefined ? "" : ` ${this.type}`} arrived within ${this.waitedMillis} ms.`
    return this.cause === undefined ? missing : `${missing} The handler threw: ${String(this.cause)}`
  }
}

/** The webhook event of a type. */
export type WebhookOf<Type extends WebhookEvent["type"]> = WebhookEvent & { readonly type: Type }

/** The options of `next`. */
export interface NextWebhookOptions<Type extends WebhookEvent["type"]> {
  /** The type of the event. Default: any. */
  readonly type?: Type | undefined
  /** The timeout, on the test's `Clock`. Default 5 seconds. */
  readonly within?: Duration.Input | undefined
}

/** An endpoint for webhooks in a test. */
export interface WebhookReceiver {
  /** `whsec_…` */
  readonly secret: string
  /**
   * Returns the oldest event that the handler accepted and `next` has not returned yet. If there is none, it resumes
   * with the next one. Events of other types remain for later calls.
   */
  readonly next: <Type extends WebhookEvent["type"] = WebhookEvent["type"]>(
    options?: NextWebhookOptions<Type>
  ) => Effect.Effect<WebhookOf<Type>, NoWebhook>
}

/** An application's webhook handler. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>

const acceptAll = (): WebhookHandler => () => new Response(null, { status: 204 })

const readTarget = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({ secret: Secret })))

/** Adds a webhook target to the project of the test, and returns its secret. */
const addTarget = Effect.fnUntraced(function* (url: string) {
  const { handle } = yield* Service
  const { id, superSecretAdminKey } = yield* TestProject
  const { body } = yield* handle({
    method: "POST",
    target: fullPath(createTarget),
    headers: {
      host: "localhost",
      "content-type": "application/json",
      "x-stack-project-id": id,
      "x-stack-access-type": "admin",
      "x-stack-super-secret-admin-key": superSecretAdminKey,
      // Excludes the request from injected faults and from the request log.
      "x-keystile-console": "1"
    },
    address: "127.0.0.1",
    body: () => Effect.succeed(new TextEncoder().encode(JSON.stringify({ url })))
  })
  return Redacted.value((yield* Effect.orDie(readTarget(body))).secret)
})

const isOf = <Type extends WebhookEvent["type"]>(
  event: WebhookEvent,
  type: Type | undefined
): event is WebhookOf<Type> => type === undefined || event.type === type

/**
 * Delivers the project's webhooks to the handler that `makeHandler` returns for the signing secret. Without it, every
 * webhook is accepted.
 */
export const receiveWebhooks = Effect.fnUntraced(function* (
  makeHandler: (secret: string) => WebhookHandler = acceptAll
): Effect.fn.Return<WebhookReceiver, never, Service | TestProject | WebhookNetwork> {
  const network = yield* WebhookNetwork
  const url = `http://webhooks.test/${crypto.randomUUID()}`
  const secret = yield* addTarget(url)
  const handler = makeHandler(secret)
  const { verify } = yield* Effect.orDie(make({ secret }))
  const taken: Array<WebhookEvent> = []
  let thrown: ReadonlyArray<{ readonly event: WebhookEvent; readonly error: unknown }> = []
  const arrivals = yield* PubSub.unbounded<void>()

  network.set(url, ({ body, headers }) =>
    Effect.gen(function* () {
      const event = yield* Effect.orDie(verify({ headers, body }))
      const { ok, status, text } = yield* Effect.tryPromise({
        try: async () => {
          const response = await handler(new Request(url, { method: "POST", headers, body }))
          return { ok: response.ok, status: response.status, text: await response.text() }
        },
        catch: (error) => error
      }).pipe(
        // Web frameworks respond to an error in the same way.
        Effect.catch((error) => {
          thrown = [...thrown, { event, error }]
          return Effect.succeed({ ok: false, status: 500, text: "" })
        })
      )
      if (ok) {
        thrown = thrown.filter((one) => one.event.messageId !== event.messageId)
        taken.push(event)
        yield* PubSub.publish(arrivals, undefined)
      }
      return { status, text }
    })
  )

  return {
    secret,
    next: Effect.fnUntraced(function* <Type extends WebhookEvent["type"]>({
      type,
      within = "5 seconds"
    }: NextWebhookOptions<Type> = {}) {
      const arrival = yield* PubSub.subscribe(arrivals)
      const wait = Effect.gen(function* () {
        while (true) {
          const event = taken.find((one): one is WebhookOf<Type> => isOf(one, type))
          if (event === undefined) {
            yield* PubSub.take(arrival)
            continue
          }
          taken.splice(taken.indexOf(event), 1)
          return event
        }
      })
      return yield* Effect.timeoutOrElse(wait, {
        duration: within,
        orElse: () => {
          const waitedMillis = Duration.toMillis(Duration.fromInputUnsafe(within))
          return Effect.fail(
            new NoWebhook({ type, waitedMillis, cause: thrown.findLast(({ event }) => isOf(event, type))?.error })
          )
        }
      })
    }, Effect.scoped)
  }
})
