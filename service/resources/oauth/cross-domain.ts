/**
 * Hands a session to another trusted domain of the project: issues an authorization code for a session of its own, with
 * which the other domain signs the same user in.
 */
import { Clock, Effect, Redacted } from "effect"
import { authorizeCrossDomain } from "../../../core/api/oauth/cross-domain.ts"
import { UserAuthenticationRequired } from "../../../core/errors/user.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { inTransaction } from "../../sql/rows.ts"
import { requireTrustedRedirect } from "../projects/trusted-redirect.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { hashCrossDomainCode } from "./authorization-code-store.ts"
import { requireTrustedAfterwards } from "./authorization-response.ts"
import { withoutHash } from "./authorization-url.ts"
import { redirectWithCode } from "./redirect-with-code.ts"

export const crossDomainHandler = implement(
  authorizeCrossDomain,
  Effect.fnUntraced(function* ({ body }) {
    const { project, refreshToken, sessionId, userId } = yield* caller
    if (userId === null || sessionId === null) return yield* new UserAuthenticationRequired()
    const now = yield* Clock.currentTimeMillis
    // An access token alone, which other servers receive, starts no session.
    const subject = refreshToken && (yield* (yield* SessionStore).find(project.id, Redacted.value(refreshToken), now))
    if (subject?.sessionId !== sessionId) {
      return yield* textError(401, "The refresh token is not the one of the access token's session.")
    }
    const redirectUri = withoutHash(body.redirectUri)
    yield* requireTrustedRedirect(project, redirectUri)
    const afterCallbackRedirectUrl = body.afterCallbackRedirectUrl ?? null
    if (afterCallbackRedirectUrl !== null) {
      yield* requireTrustedAfterwards(project, redirectUri, afterCallbackRedirectUrl)
    }
    return yield* redirectWithCode(hashCrossDomainCode, body.state, {
      projectId: project.id,
      userId,
      sessionId,
      impersonatorId: null,
      impersonatorSessionId: null,
      redirectUri,
      codeChallenge: body.codeChallenge,
      afterCallbackRedirectUrl
    })
  }, inTransaction)
)
