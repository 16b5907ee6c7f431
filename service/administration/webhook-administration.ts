/** Manages the webhook targets of projects, and sends webhooks again, for commands that run beside the service. */
import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { type WebhookDeliveryState, WebhookSecret, WebhookUrl } from "../../core/schema/webhook.ts"
import { layer as projectStores } from "../resources/projects/handlers.ts"
import type { QueuedWebhook, WholeMessage } from "../webhooks/message.ts"
import * as MessageStore from "../webhooks/message-store.ts"
import { inTransaction } from "../sql/rows.ts"
import * as AllowedUrls from "../webhooks/allowed-urls.ts"
import { addTarget } from "../webhooks/save-target.ts"
import * as TargetStore from "../webhooks/target-store.ts"
import { WebhookAddresses } from "../webhooks/webhook-post.ts"
import { AdministrationRefused } from "./administration-refused.ts"
import { findProject } from "./find-project.ts"

interface TargetValues {
  readonly url: string
  /** Default: a new secret. */
  readonly secret: Redacted.Redacted<string> | undefined
}

export class WebhookAdministration extends Context.Service<
  WebhookAdministration,
  {
    /** Adds a target. The result has its secret. */
    readonly addTarget: (
      projectId: string,
      wanted: TargetValues
    ) => Effect.Effect<TargetStore.NewTargetRecord, AdministrationRefused>
    /** Lists the targets, the oldest first. */
    readonly listTargets: (
      projectId: string
    ) => Effect.Effect<ReadonlyArray<TargetStore.TargetRecord>, AdministrationRefused>
    /** Removes a target with its pending deliveries. */
    readonly removeTarget: (projectId: string, targetId: string) => Effect.Effect<void, AdministrationRefused>
    /** Lists the newest messages. `state` selects those with such a delivery. */
    readonly listMessages: (
      projectId: string,
      state: WebhookDeliveryState | undefined
    ) => Effect.Effect<ReadonlyArray<QueuedWebhook>, AdministrationRefused>
    /** Returns a message with its payload and its last attempts. */
    readonly findMessage: (projectId: string, messageId: string) => Effect.Effect<WholeMessage, AdministrationRefused>
    /** Makes the deliveries of a message to all targets or to one pending again. */
    readonly sendAgain: (
      projectId: string,
      messageId: string,
      targetId: string | undefined
    ) => Effect.Effect<void, AdministrationRefused>
  }
>()("keystile/service/WebhookAdministration") {}

/** The number of messages that `listMessages` returns. */
const MESSAGES = 100

const refuse = (problem: string) => new AdministrationRefused({ problems: [problem] })

const isUrl = Schema.is(WebhookUrl)
const decodeSecret = Schema.decodeEffect(WebhookSecret)

/** Returns the secret if it is one. The error does not include it. */
const checkSecret = (secret: Redacted.Redacted<string>) =>
  Effect.mapError(decodeSecret(Redacted.value(secret)), () =>
    refuse("The secret has to be whsec_ and 24 to 64 bytes in base64, as another service created it.")
  )

const noTarget = refuse("The project has no such target. `keystile webhooks list PROJECT` shows the ids.")
const noMessage = refuse("The project has no such message or target. Old messages are deleted.")

const make = Effect.gen(function* () {
  const { isAllowed } = yield* AllowedUrls.AllowedUrls
  const messages = yield* MessageStore.MessageStore
  const targets = yield* TargetStore.TargetStore
  const context =
    yield* Effect.context<Effect.Services<ReturnType<typeof addTarget> | ReturnType<typeof findProject>>>()
  const find = (projectId: string) => Effect.provideContext(findProject(projectId), context)

  return WebhookAdministration.of({
    addTarget: Effect.fnUntraced(function* (projectId, { secret, url }) {
      const { id } = yield* find(projectId)
      if (!isUrl(url)) return yield* refuse("The URL has to be one without a user, a password and a fragment.")
      if (!isAllowed(url)) {
        return yield* refuse(
          "The URL has to begin with https: and to have a public address. " +
            "For this machine or a private network set --private-webhooks."
        )
      }
      const checked = secret === undefined ? undefined : yield* checkSecret(secret)
      return yield* addTarget(id, { url, secret: checked }).pipe(
        Effect.provideContext(context),
        Effect.catchTags({
          UniqueViolation: () => refuse("The project has a target with this URL already."),
          TooManyTargets: ({ message }) => refuse(message)
        })
      )
    }),
    listTargets: (projectId) => Effect.flatMap(find(projectId), ({ id }) => targets.list(id)),
    removeTarget: Effect.fnUntraced(function* (projectId, targetId) {
      const { id } = yield* find(projectId)
      const removed = targets.remove(id, targetId.toLowerCase())
      if (!(yield* Effect.provideContext(inTransaction(removed), context))) return yield* noTarget
    }),
    listMessages: Effect.fnUntraced(function* (projectId, state = undefined) {
      const { id } = yield* find(projectId)
      return yield* messages.list(id, { state: state ?? null, targetId: null, limit: MESSAGES })
    }),
    findMessage: Effect.fnUntraced(function* (projectId, messageId) {
      const { id } = yield* find(projectId)
      return (yield* messages.find(id, messageId)) ?? (yield* noMessage)
    }),
    sendAgain: Effect.fnUntraced(function* (projectId, messageId, targetId) {
      const { id } = yield* find(projectId)
      const target = targetId?.toLowerCase() ?? null
      const now = yield* Clock.currentTimeMillis
      const sent = messages.sendAgain(id, messageId, { targetId: target, unlessAttemptedAfter: null, now })
      if (!(yield* Effect.provideContext(inTransaction(sent), context))) return yield* noMessage
    })
  })
})

/** Without the dispatcher: the service that runs sends the webhooks. */
export const layer = (isPrivateAllowed: boolean) =>
  Layer.effect(WebhookAdministration, make).pipe(
    Layer.provide(Layer.mergeAll(projectStores, MessageStore.layer, TargetStore.layer, AllowedUrls.layer)),
    Layer.provide(Layer.succeed(WebhookAddresses, isPrivateAllowed ? "private" : "public"))
  )
