/** Starts an OAuth flow: redirects the browser from the application to the provider. */
import { Clock, Effect, Redacted } from "effect"
import { authorize } from "../../../core/api/oauth/authorize.ts"
import {
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys,
  OAuthProviderNotFoundOrNotEnabled
} from "../../../core/errors/oauth.ts"
import { InvalidOAuthClientIdOrSecret } from "../../../core/errors/oauth-client.ts"
import {
  InvalidPublishableClientKey,
  PublishableClientKeyRequiredForProject
} from "../../../core/errors/project-authentication.ts"
import { NotAllowedWhileImpersonating } from "../../../core/errors/impersonation.ts"
import { RestrictedUserNotAllowed } from "../../../core/errors/restricted-user.ts"
import { AccessTokenExpired, UnparsableAccessToken } from "../../../core/errors/access-token.ts"
import { AccessTokens } from "../../crypto/access-tokens.ts"
import { rawJson, textError } from "../../response/raw-response.ts"
import { botChallenge, ignoreFields } from "../../endpoint/ignored-fields.ts"
import { implement } from "../../endpoint/implement.ts"
import { ownUrl } from "../../deployment/own-url.ts"
import type { ReceivedRequest } from "../../request/received-request.ts"
import { schemaError } from "../../validation/schema-error.ts"
import { ProjectStore } from "../projects/project-store.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { restrictedReasonOf } from "../users/restricted-reason.ts"
import { UserStore } from "../users/user-store.ts"
import { authorizationUrl, withoutHash } from "./authorization-url.ts"
import { projectOfClient } from "./client-credentials.ts"
import { isClientOf, isPublicClient } from "./client-key.ts"
import { embeddedPagePath } from "./embedded-provider.ts"
import { type ChallengeMethod, FlowStore } from "./flow-store.ts"
import { FLOW_SECONDS, newSecret, setStateCookie } from "./flow-cookie.ts"
import { callbackPath, hasNonce, findProviderClient, requestedScopes } from "./provider-client.ts"
import { OAuthProviderStore } from "../projects/oauth-provider-store.ts"

/** The URL contains a key, and a token when an account is linked: it must not be sent as a referrer (ASVS 3.4.5). */
const headers = { "referrer-policy": "no-referrer" }

/** Limits the length of an id in an error message. */
const shorten = (id: string) => id.slice(0, 100)

export const authorizeHandler = implement(
  authorize,
  Effect.fnUntraced(function* ({ params: { provider_id: providerId }, query }, received) {
    const origin = yield* ownUrl(received)
    const codeChallengeMethod = yield* readProof(received.title, query)
    const project = yield* (yield* ProjectStore).find(projectOfClient(query.clientId))
    if (project === null) return yield* new InvalidOAuthClientIdOrSecret({ clientId: shorten(query.clientId) })
    const key = Redacted.value(query.clientSecret)
    const now = yield* Clock.currentTimeMillis
    if (!(yield* isClientOf(project.id, key))) {
      const projectId = project.id
      return yield* isPublicClient(key)
        ? new PublishableClientKeyRequiredForProject({ projectId })
        : new InvalidPublishableClientKey({ projectId })
    }
    if (codeChallengeMethod === "plain" && !(yield* (yield* OAuthProviderStore).isPlainChallengeAllowed(project.id))) {
      return yield* schemaError(received.title, ["query.code_challenge_method: Expected S256"])
    }
    const client = yield* findProviderClient(project.id, providerId)
    if (client === null) return yield* new OAuthProviderNotFoundOrNotEnabled()
    const type = query.type ?? "authenticate"
    const linking = type === "link" ? yield* linkingSubject(project.id, query.token) : null
    const anonymous = type === "link" ? null : yield* anonymousSubject(project.id, query.token)
    if (type === "link" && client.isShared && query.providerScope) {
      return yield* new OAuthExtraScopeNotAvailableWithSharedOAuthKeys()
    }

    // The page goes to this URL, so that the flow is bound to its browser by a cookie as without this mode.
    if (hasMode(received, "json")) return yield* rawJson(200, { location: `${origin}${ownPath(providerId, received)}` })

    const { endpoints, provider } = client
    const redirectUri = withoutHash(query.redirectUri)
    const state = newSecret()
    const scopes = requestedScopes(provider, query.providerScope ?? "")
    const codeVerifier = Redacted.make(newSecret())
    const nonce = hasNonce(client, scopes) ? Redacted.make(newSecret()) : null
    yield* (yield* FlowStore).insert(state, {
      projectId: project.id,
      providerId: provider.id,
      type,
      userId: linking === null ? null : linking.userId,
      sessionId: linking === null ? null : linking.sessionId,
      anonymousUserId: anonymous === null ? null : anonymous.userId,
      anonymousSessionId: anonymous === null ? null : anonymous.sessionId,
      redirectUri,
      clientState: query.state,
      scope: query.scope,
      codeChallenge: query.codeChallenge,
      codeChallengeMethod,
      errorRedirectUrl: query.errorRedirectUri ?? query.errorRedirectUrl ?? (hasMode(received) ? redirectUri : null),
      afterCallbackRedirectUrl: query.afterCallbackRedirectUrl ?? null,
      providerScopes: scopes.join(" "),
      providerVerifier: codeVerifier,
      providerNonce: nonce,
      embeddedAccountId: null,
      embeddedCodeHash: null,
      createdAt: now,
      expiresAt: now + FLOW_SECONDS * 1000
    })
    yield* setStateCookie(state, origin, endpoints !== null && provider.usesFormPost)
    return authorizationUrl(endpoints?.authorization ?? `${origin}${embeddedPagePath(provider.id)}`, client, {
      redirectUri: `${origin}${callbackPath(provider.id)}`,
      state,
      scopes,
      codeVerifier,
      nonce
    })
  }),
  { headers, prepare: ignoreFields(botChallenge) }
)

const MODES = ["stack_response_mode", "hexclave_response_mode"] as const

/** Returns whether the request has this response mode, or any: clients since Stack Auth 2.8 always send one. */
const hasMode = ({ query }: ReceivedRequest, mode?: string): boolean =>
  MODES.some((name) => (mode === undefined ? query[name] !== undefined : query[name] === mode))

/** Returns the path that starts the same flow with a redirect. */
const ownPath = (providerId: string, { query }: ReceivedRequest): string => {
  const parameters = new URLSearchParams(query)
  for (const name of MODES) parameters.delete(name)
  parameters.set("stack_response_mode", "redirect")
  return `/api/v1/auth/oauth/authorize/${encodeURIComponent(providerId)}?${parameters}`
}

interface Proof {
  readonly codeChallenge: string
  readonly codeChallengeMethod: string
  readonly responseType: string
}

/** Requires the authorization code flow with PKCE (RFC 9700, section 2.1.1). */
const readProof = Effect.fnUntraced(function* (
  title: string,
  { codeChallenge, codeChallengeMethod: method, responseType }: Proof
) {
  const lines = [
    ...(responseType === "code" ? [] : ["query.response_type: Expected code"]),
    ...(method === "S256" || method === "plain" ? [] : ["query.code_challenge_method: Expected S256"]),
    // A SHA-256 hash in base64url has 43 characters.
    ...(method === "S256" && !/^[\w-]{43}$/.test(codeChallenge)
      ? ["query.code_challenge: Expected 43 characters"]
      : []),
    ...(codeChallenge === "" ? ["query.code_challenge: Missing"] : [])
  ]
  if (lines.length > 0) return yield* schemaError(title, lines)
  return (method === "plain" ? "plain" : "S256") satisfies ChallengeMethod
})

/** Returns the user of the access token, to whom the flow connects the account, and the session. */
const linkingSubject = Effect.fnUntraced(function* (projectId: string, token: Redacted.Redacted<string> | undefined) {
  const tokens = yield* AccessTokens
  const verified = yield* tokens.verify(token === undefined ? "" : Redacted.value(token)).pipe(
    Effect.catchTags({
      TokenUnparsable: () => Effect.fail(new UnparsableAccessToken()),
      TokenExpired: ({ expiredAt }) => Effect.fail(new AccessTokenExpired({ expiredAt }))
    })
  )
  if (verified.projectId !== projectId) return yield* textError(403, "This access token is of another project.")
  const user = yield* (yield* UserStore).find(projectId, verified.userId)
  if (user === null) return yield* textError(400, "The user of this access token does not exist any more.")
  const reason = restrictedReasonOf(user)
  const session = yield* (yield* SessionStore).ofToken(verified)
  if (reason !== verified.restrictedReason || session === null) {
    return yield* new AccessTokenExpired({ expiredAt: null })
  }
  if (session.impersonatorId !== null) return yield* new NotAllowedWhileImpersonating()
  // A navigation has no header that allows restricted users.
  if (reason === "restricted_by_administrator") {
    return yield* new RestrictedUserNotAllowed({ restrictedReason: { type: reason } })
  }
  return verified
})

/**
 * Returns the user of an anonymous access token, who signs up by the flow, and the session. Clients since Stack Auth 2.8
 * send the token of any user, also for a sign-in. A token that is not valid is ignored, so that it does not prevent the
 * sign-in.
 */
const anonymousSubject = Effect.fnUntraced(function* (projectId: string, token: Redacted.Redacted<string> | undefined) {
  if (token === undefined) return null
  const verified = yield* (yield* AccessTokens)
    .verify(Redacted.value(token))
    .pipe(Effect.catchTag(["TokenUnparsable", "TokenExpired"], () => Effect.succeed(null)))
  if (verified === null || verified.restrictedReason !== "anonymous" || verified.projectId !== projectId) return null
  return (yield* (yield* SessionStore).ofToken(verified)) === null ? null : verified
})
