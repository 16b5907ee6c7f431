/** A project's way into the portal of the webhook service. */
import { Clock, Effect, Redacted } from "effect"
import { createSvixToken } from "../../core/api/internal.ts"
import { newOpaqueToken } from "../crypto/opaque-token.ts"
import { caller } from "../endpoint/caller.ts"
import { implement } from "../endpoint/implement.ts"
import { inTransaction } from "../sql/rows.ts"
import { PortalTokenStore } from "./portal-token-store.ts"

/** Seven days, in milliseconds: what such tokens have at Svix. */
const TOKEN_MILLIS = 7 * 86_400_000

export const handlers = [
  implement(
    createSvixToken,
    Effect.fnUntraced(function* () {
      const { project } = yield* caller
      const tokens = yield* PortalTokenStore
      const createdAt = yield* Clock.currentTimeMillis
      const token = `appsk_${newOpaqueToken()}`
      yield* inTransaction(
        tokens.insert({ token, projectId: project.id, createdAt, expiresAt: createdAt + TOKEN_MILLIS })
      )
      return { token: Redacted.make(token) }
    })
  )
]
