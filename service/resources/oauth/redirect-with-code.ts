/**
 * Redirects to the callback page of an application with an authorization code that needs no flow at a provider: for a
 * session on another domain, and for an owner who signs in as a user.
 */
import { Clock, Effect } from "effect"
import { randomBytes } from "node:crypto"
import { noteTargets } from "../../audit/current-audit.ts"
import { type AuthorizationCode, AuthorizationCodeStore } from "./authorization-code-store.ts"
import { authorizationResponse } from "./authorization-response.ts"

/** The lifetime of a code, in milliseconds. The browser goes to the callback page at once. */
const CODE_MILLIS = 60_000

type Grant = Pick<
  AuthorizationCode,
  | "projectId"
  | "userId"
  | "sessionId"
  | "impersonatorId"
  | "impersonatorSessionId"
  | "redirectUri"
  | "codeChallenge"
  | "afterCallbackRedirectUrl"
>

/**
 * Stores a code and returns the URL of the redirect.
 *
 * @param hash Returns the hash under which this kind of code is stored.
 */
export const redirectWithCode = Effect.fnUntraced(function* (
  hash: (code: string) => string,
  state: string,
  grant: Grant
) {
  const now = yield* Clock.currentTimeMillis
  const code = randomBytes(32).toString("hex")
  yield* (yield* AuthorizationCodeStore).insert({
    ...grant,
    codeHash: hash(code),
    codeChallengeMethod: "S256",
    isNewUser: false,
    linkedAccount: null,
    linkingSessionId: null,
    createdAt: now,
    expiresAt: now + CODE_MILLIS
  })
  yield* noteTargets({ user_id: grant.userId })
  return { redirectUrl: authorizationResponse(grant.redirectUri, code, state) }
})
