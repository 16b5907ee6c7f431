/** Begins to sign an owner of the project in as one of its users, in the application. */
import * as Effect from "effect/Effect"
import { ApiConfig } from "../../core/config/api-config.ts"
import { BrowserRequired } from "../../core/errors/local-errors.ts"
import { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import { impersonationUrl } from "../../core/navigation/impersonation-request.ts"
import { leaveDocument } from "../../core/navigation/leave-document.ts"
import { newProof } from "../../core/session/pkce.ts"
import { storeVerifier } from "../../core/session/verifier-cookie.ts"
import type { CallDependencies } from "./call-dependencies.ts"

export type StartImpersonationError = BrowserRequired | CookiesBlocked | RequestError

export interface StartImpersonationCalls {
  /**
   * Redirects an owner of the project to the owners' console. There the owner says why, and is redirected to the page
   * `oauthCallback`, where `callOAuthCallback` signs in as the user. The browser keeps the PKCE verifier. An extension
   * of the wire: check `hasExtension(project, "impersonation")`. Succeeds if this page is still shown, as
   * `signInWithOAuth` does.
   *
   * @param userId The id of the user to sign in as.
   */
  readonly startImpersonation: (userId: string) => Effect.Effect<void, StartImpersonationError>
}

export const startImpersonationCalls = ({ bind, navigation }: CallDependencies): StartImpersonationCalls => ({
  startImpersonation: Effect.fnUntraced(function* (userId) {
    const { baseUrl, projectId } = yield* bind(ApiConfig)
    const redirectUri = yield* navigation.callbackUrlOf("oauthCallback")
    if (redirectUri === null || !("document" in globalThis)) {
      return yield* new BrowserRequired({ call: "startImpersonation" })
    }
    const { challenge, state, verifier } = yield* Effect.tryPromise({
      try: newProof,
      catch: () => new BrowserRequired({ call: "startImpersonation" })
    })
    if (!storeVerifier(state, verifier)) return yield* new CookiesBlocked()
    const request = { projectId, userId, redirectUri, state, codeChallenge: challenge }
    yield* leaveDocument(impersonationUrl(baseUrl, request))
  })
})
