/**
 * The stores and the mailer of commands that change users. No mail and no webhook is sent: the running service does.
 */
import { Effect, Layer } from "effect"
import { MailDispatcher } from "../mail/outbox/mail-dispatcher.ts"
import { layer as apiKeyStores } from "../resources/api-keys/handlers.ts"
import { layer as channelStores } from "../resources/contact-channels/handlers.ts"
import { layer as mailStores } from "../resources/emails/handlers.ts"
import { layerNoDispatcher as mailer } from "../resources/emails/mailer.ts"
import { layer as factorStores } from "../resources/mfa/handlers.ts"
import { layer as oauthStores } from "../resources/oauth/handlers.ts"
import { layer as passwordStores } from "../resources/passwords/handlers.ts"
import { layer as permissionStores } from "../resources/permissions/handlers.ts"
import { layer as projectStores } from "../resources/projects/handlers.ts"
import { layer as sessionStores } from "../resources/sessions/handlers.ts"
import { layer as codeStores } from "../resources/verification-codes/verification-code-store.ts"
import { Dispatcher } from "../webhooks/dispatcher.ts"
import * as Events from "../webhooks/events.ts"
import * as Messages from "../webhooks/message-store.ts"
import * as Outbox from "../webhooks/outbox.ts"

/** Never sends: a command ends before an attempt does. */
const idle = { wake: Effect.void }

/** The stores of users, teams, memberships and grants. */
const userStores = Events.layer.pipe(
  Layer.provideMerge(Outbox.layer),
  Layer.provideMerge(Layer.succeed(Dispatcher, idle)),
  Layer.provideMerge(Messages.layer)
)

export const ownerStores = Layer.provide(mailer, Layer.succeed(MailDispatcher, idle)).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      apiKeyStores,
      channelStores,
      codeStores,
      factorStores,
      mailStores,
      oauthStores,
      passwordStores,
      permissionStores,
      projectStores,
      sessionStores,
      userStores
    )
  )
)
