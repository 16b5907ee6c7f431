/**
 * Webhooks in an application's own tests: delivered to its handler within the program, signed and retried as ever, and
 * waited for without sleeping.
 *
 * @example
 * it.effect("welcomes who signs up", () =>
 *   Effect.gen(function*() {
 *     const webhooks = yield* Testing.receiveWebhooks(makeHandler) // (secret) => (request: Request) => Response
 *     const { user } = yield* Testing.newUser()
 *     const event = yield* webhooks.next({ type: "user.created" })   // the handler has answered it with 2xx
 *     assert.strictEqual(event.data.id, user.id)
 *     assert.deepStrictEqual(welcomed, [user.id])
 *   }).pipe(Effect.provide(Testing.layer())))
 */
import { Context, Data, Duration, Effect, Layer, PubSub, Redacted, Schema } from "effect"
import { Secret } from "../core/schema/fields/secret.ts"
import type { ConnectableProject } from "../service/resources/api-keys/project-keys.ts"
import { Service } from "../service/service.ts"
import { type PostAnswer, type Posted, WebhookPost } from "../service/webhooks/webhook-post.ts"
import { make } from "../tiers/webhooks/webhooks.ts"
import type { WebhookEvent } from "../tiers/webhooks/events.ts"

/** The project that the client of the test is connected to, with all its keys. */
export class TestProject extends Context.Service<TestProject, ConnectableProject>()("keystile/testing/TestProject") {}

/** Who gets webhooks without a network, by address. */
export class WebhookNetwork extends Context.Service<
  WebhookNetwork,
  Map<string, (posted: Posted) => Effect.Effect<PostAnswer>>
>()("keystile/testing/WebhookNetwork") {}

/** A network that knows the handlers of the test; other addresses are reached as ever. */
export const layerNetwork: Layer.Layer<WebhookNetwork> = Layer.effectContext(
  Effect.gen(function* () {
    const { post } = yield* WebhookPost
    const handlers: WebhookNetwork["Service"] = new Map()
    return Context.make(WebhookNetwork, handlers).pipe(
      Context.add(WebhookPost, { post: (posted) => handlers.get(posted.url)?.(posted) ?? post(posted) })
    )
  })
)

/** No such webhook came in time, or none that the handler took. */
export class NoWebhook extends Data.TaggedError("NoWebhook")<{
  readonly type: string | undefined
  readonly waitedMillis: number
}> {
  override get message(): string {
    return `No webhook${this.type === undefined ? "" : ` ${this.type}`} came within ${this.waitedMillis} milliseconds.`
  }
}

/** An event of one of these types. */
export type WebhookOf<Type extends WebhookEvent["type"]> = WebhookEvent & { readonly type: Type }

export interface NextWebhookOptions<Type extends WebhookEvent["type"]> {
  /** Default: any. */
  readonly type?: Type | undefined
  /** How long to wait if there is none yet, on the clock of the test. Default 5 seconds. */
  readonly within?: Duration.Input | undefined
}

export interface WebhookReceiver {
  /** `whsec_…` */
  readonly secret: string
  /**
   * The oldest event that the handler took and `next` has not given yet, or else the next one. Events of other types stay
   * for later.
   */
  readonly next: <Type extends WebhookEvent["type"] = WebhookEvent["type"]>(
    options?: NextWebhookOptions<Type>
  ) => Effect.Effect<WebhookOf<Type>, NoWebhook>
}

/** An application's handler, as it stands behind its route. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>

const takeAll = (): WebhookHandler => () => new Response(null, { status: 204 })

const readTarget = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({ secret: Secret })))

/** Adds a target to the project of the test, as the control API does it. */
const addTarget = Effect.fnUntraced(function* (url: string) {
  const { handle } = yield* Service
  const { id } = yield* TestProject
  const { body } = yield* handle({
    method: "POST",
    target: `/_keystile/projects/${id}/webhooks`,
    headers: { host: "localhost", "content-type": "application/json", "x-keystile-control": "1" },
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
 * Has the project's webhooks delivered to a handler, which is made with the secret that signs them. Without one, all are
 * taken.
 */
export const receiveWebhooks = Effect.fnUntraced(function* (
  makeHandler: (secret: string) => WebhookHandler = takeAll
): Effect.fn.Return<WebhookReceiver, never, Service | TestProject | WebhookNetwork> {
  const network = yield* WebhookNetwork
  const url = `http://webhooks.test/${crypto.randomUUID()}`
  const secret = yield* addTarget(url)
  const handler = makeHandler(secret)
  const { verify } = yield* Effect.orDie(make({ secret }))
  const taken: Array<WebhookEvent> = []
  const arrivals = yield* PubSub.unbounded<void>()

  network.set(url, ({ body, headers }) =>
    Effect.gen(function* () {
      const event = yield* Effect.orDie(verify({ headers, body }))
      const response = yield* Effect.promise(async () => handler(new Request(url, { method: "POST", headers, body })))
      if (response.ok) {
        taken.push(event)
        yield* PubSub.publish(arrivals, undefined)
      }
      return { status: response.status, text: yield* Effect.promise(() => response.text()) }
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
        orElse: () =>
          Effect.fail(new NoWebhook({ type, waitedMillis: Duration.toMillis(Duration.fromInputUnsafe(within)) }))
      })
    }, Effect.scoped)
  }
})
