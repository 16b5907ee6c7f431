/** Lists the handlers and the stores of webhooks, and issues tokens for the webhook portal. */
import { Clock, Effect, Layer, Redacted } from "effect"
import { createSvixToken } from "../../core/api/internal.ts"
import { newOpaqueToken } from "../crypto/opaque-token.ts"
import { caller } from "../request/caller.ts"
import { implement } from "../endpoint/implement.ts"
import { inTransaction } from "../sql/rows.ts"
import * as AllowedUrls from "./allowed-urls.ts"
import * as Deliveries from "./delivery-store.ts"
import * as Dispatcher from "./dispatcher.ts"
import * as Events from "./events.ts"
import { messageHandlers } from "./message-handlers.ts"
import * as Messages from "./message-store.ts"
import * as Outbox from "./outbox.ts"
import * as PortalTokens from "./portal-token-store.ts"
import { targetHandlers } from "./target-handlers.ts"
import * as Targets from "./target-store.ts"
import { DAY_MILLIS } from "../time/durations.ts"

/** The lifetime of portal tokens: seven days, as at Svix, in milliseconds. */
const TOKEN_MILLIS = 7 * DAY_MILLIS

/** The outbox and its delivery, and the stores of users, teams and memberships, whose changes raise events. */
export const layer = Layer.mergeAll(
  AllowedUrls.layer,
  PortalTokens.layer,
  Targets.layer,
  Events.layer.pipe(
    Layer.provideMerge(Outbox.layer),
    Layer.provideMerge(Dispatcher.layer),
    Layer.provideMerge(Layer.merge(Messages.layer, Deliveries.layer))
  )
)

export const handlers = [
  ...messageHandlers,
  ...targetHandlers,
  implement(
    createSvixToken,
    Effect.fnUntraced(function* () {
      const { project } = yield* caller
      const tokens = yield* PortalTokens.PortalTokenStore
      const createdAt = yield* Clock.currentTimeMillis
      const token = `appsk_${newOpaqueToken()}`
      yield* inTransaction(
        tokens.insert({ token, projectId: project.id, createdAt, expiresAt: createdAt + TOKEN_MILLIS })
      )
      return { token: Redacted.make(token) }
    })
  )
]
