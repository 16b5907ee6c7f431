/** Checks the `client_secret` of OAuth clients: a publishable key, or the value for clients without one. */
import { Clock, Effect } from "effect"
import { PUBLIC_CLIENT_SECRET } from "../../../core/api/oauth/public-client.ts"
import { ApiKeyStore } from "../api-keys/api-key-store.ts"
import { ProjectStore } from "../projects/project-store.ts"

export const isPublicClient = (clientSecret: string | null): boolean => clientSecret === PUBLIC_CLIENT_SECRET

/** Returns whether a client may act for a project. */
export const isClientOf = Effect.fnUntraced(function* (projectId: string, clientSecret: string) {
  if (isPublicClient(clientSecret)) {
    return (yield* (yield* ProjectStore).find(projectId))?.clientKeyRequired === false
  }
  const now = yield* Clock.currentTimeMillis
  return yield* (yield* ApiKeyStore).isValid(projectId, "publishable_client_key", clientSecret, now)
})
