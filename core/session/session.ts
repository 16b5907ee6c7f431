/**
 * The session: a state machine over a token store.
 *
 * ```
 *             start(tokens)
 *  signed out ────────────▶ signed in ──┐ refresh, as often as needed
 *      ▲                        │  ▲────┘ (in an outage the call fails, and the refresh token stays)
 *      └────────────────────────┘
 *        end, or the service rejects the refresh token
 * ```
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { TokenLifeTooLong } from "../errors/local-session-errors.ts"
import { RequestError, SessionChanged } from "../errors/request-error.ts"
import { ignoreFailure } from "../lightweight/ignore-failure.ts"
import { within } from "../lightweight/time-limit.ts"
import { type Refresh, Refresher } from "./refresher.ts"
import { TokenStore } from "./token-store.ts"
import {
  type FreshToken,
  isLikelyValid,
  LIFE_LIMIT_MILLIS,
  LIKELY_VALID_MILLIS,
  noTokens,
  sameToken,
  type Tokens,
  userIdIn
} from "./tokens.ts"

/** The session of the calls: its tokens, and what happens when they change. */
export class Session extends Context.Service<
  Session,
  {
    /**
     * The tokens to send with a call; none if no user is signed in. An access token that expires within 20 s is
     * refreshed, single flight. Fails if the refresh fails, although the stored token may be valid for some seconds.
     */
    readonly tokens: Effect.Effect<Tokens, RequestError>
    /** The same with an access token that expires after more than `minMillis`, which is not checked here. */
    readonly tokensLasting: (minMillis: number) => Effect.Effect<Tokens, RequestError>
    /** The stored tokens. Sends no request. */
    readonly stored: Effect.Effect<Tokens>
    /** Removes an access token that the service refused, so that the next call refreshes it. */
    readonly markRefused: (accessToken: Redacted.Redacted<string>) => Effect.Effect<void>
    /**
     * Replaces the stored tokens by those of a new session. Fails with the reason `TokensNotStored` if they cannot be
     * stored.
     */
    readonly start: (tokens: Tokens) => Effect.Effect<void, RequestError>
    /** The same, but leaves a session that is stored already. */
    readonly startIfSignedOut: (tokens: Tokens) => Effect.Effect<void, RequestError>
    /** Removes the tokens, and returns them. The caller ends the session at the service. */
    readonly end: Effect.Effect<Tokens>
    /** Calls the listener after each change of the tokens. Returns the function that unsubscribes it. */
    readonly subscribe: (listener: () => void) => () => void
    /** True if a session that starts here remains after a reload. False in a browser that blocks cookies. */
    readonly isPersistent: Effect.Effect<boolean>
  }
>()("keystile/Session") {}

/** The session without a user, for calls that need none. */
export const signedOut = Session.of({
  tokens: Effect.succeed(noTokens),
  tokensLasting: () => Effect.succeed(noTokens),
  stored: Effect.succeed(noTokens),
  markRefused: () => Effect.void,
  start: () => Effect.void,
  startIfSignedOut: () => Effect.void,
  end: Effect.succeed(noTokens),
  subscribe: () => () => {},
  isPersistent: Effect.succeed(false)
})

const isEmpty = ({ accessToken, refreshToken }: Tokens) => refreshToken === null && accessToken === null

const failure = (reason: RequestError["reason"]) => new RequestError({ endpoint: "session", reason })

/** Makes the session of the tokens in a store. */
export const make = (store: TokenStore["Service"], refresher: Refresher["Service"]): Session["Service"] => {
  // The access token of the last refresh and its refresh token. Its lifetime starts when it arrives: by its `exp` claim
  // it would be expired if the local clock is ahead.
  let latest: (FreshToken & { readonly refreshToken: Tokens["refreshToken"] }) | undefined

  const update = (change: (current: Tokens) => Tokens) => Effect.mapError(store.update(change), failure)

  /** Updates the store if it still holds this session. The user may have signed out or in meanwhile. */
  const updateSameSession = (refreshToken: Redacted.Redacted<string> | null, change: (current: Tokens) => Tokens) =>
    update((current) => (sameToken(current.refreshToken, refreshToken) ? change(current) : current))

  // Removing tokens cannot exceed the limits of the store.
  const removeTokens = (refreshToken: Redacted.Redacted<string> | null, change: (current: Tokens) => Tokens) =>
    ignoreFailure(updateSameSession(refreshToken, change))

  const save = (refreshToken: Redacted.Redacted<string>, accessToken: Redacted.Redacted<string>) =>
    updateSameSession(refreshToken, (current) =>
      sameToken(current.accessToken, accessToken) ? current : { refreshToken, accessToken }
    )

  /**
   * Returns the tokens if the store still holds their session, and no tokens after a sign-out. Fails with
   * `SessionChanged` if another session was started meanwhile, so that no call runs as another user.
   */
  const tokensOfSameSession = (
    refreshToken: Redacted.Redacted<string>,
    tokens: Tokens
  ): Effect.Effect<Tokens, RequestError> =>
    Effect.flatMap(store.get, (now) => {
      if (sameToken(now.refreshToken, refreshToken)) return Effect.succeed(tokens)
      return isEmpty(now) ? Effect.succeed(noTokens) : Effect.fail(failure(new SessionChanged()))
    })

  /** Wraps a refresh so that one tab sends it. The other tabs use the token that this tab has stored. */
  const oncePerBrowser =
    (refreshToken: Redacted.Redacted<string>, seen: Tokens) =>
    (refresh: Refresh): Refresh =>
      store.exclusively === undefined
        ? refresh
        : store.exclusively(
            Effect.flatMap(store.get, (now) =>
              now.accessToken !== null &&
              sameToken(now.refreshToken, refreshToken) &&
              !sameToken(now.accessToken, seen.accessToken)
                ? Effect.succeed(now.accessToken)
                : Effect.flatMap(refresh, (accessToken) => Effect.as(save(refreshToken, accessToken), accessToken))
            )
          )

  /**
   * Returns the tokens with an access token that is valid for more than `minMillis`: that of the last refresh, or of a
   * new one.
   */
  const refreshTokens = (seen: Tokens, minMillis: number, now: number): Effect.Effect<Tokens, RequestError> => {
    const { refreshToken } = seen
    if (refreshToken === null) return Effect.succeed(noTokens)
    if (latest !== undefined && sameToken(latest.refreshToken, refreshToken) && latest.expiresAt - minMillis > now) {
      return Effect.succeed({ refreshToken, accessToken: latest.accessToken })
    }
    return refresher.get(refreshToken, { minMillis, wrap: oncePerBrowser(refreshToken, seen) }).pipe(
      Effect.flatMap((fresh) => {
        latest = { ...fresh, refreshToken }
        const { accessToken } = fresh
        return Effect.andThen(
          save(refreshToken, accessToken),
          tokensOfSameSession(refreshToken, { refreshToken, accessToken })
        )
      }),
      Effect.catchTag("SessionEnded", () =>
        Effect.andThen(
          removeTokens(refreshToken, () => noTokens),
          tokensOfSameSession(refreshToken, noTokens)
        )
      )
    )
  }

  const tokensLasting = (minMillis: number): Effect.Effect<Tokens, RequestError> =>
    Effect.flatMap(store.get, (seen) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        seen.accessToken !== null && isLikelyValid(seen.accessToken, now, minMillis)
          ? Effect.succeed(seen)
          : refreshTokens(seen, minMillis, now)
      )
    )

  return Session.of({
    tokens: tokensLasting(LIKELY_VALID_MILLIS),
    tokensLasting,
    stored: store.get,
    markRefused: (accessToken) =>
      Effect.gen(function* () {
        if (latest !== undefined && sameToken(latest.accessToken, accessToken)) latest = undefined
        const { refreshToken } = yield* store.get
        if (refreshToken !== null) yield* refresher.forget(refreshToken, accessToken)
        yield* removeTokens(refreshToken, (current) =>
          sameToken(current.accessToken, accessToken) ? { refreshToken, accessToken: null } : current
        )
      }),
    start: (tokens) => update(() => tokens),
    startIfSignedOut: (tokens) => update((current) => (isEmpty(current) ? tokens : current)),
    end: Effect.tap(store.get, ({ refreshToken }) =>
      Effect.andThen(
        refreshToken === null ? Effect.void : refresher.forget(refreshToken),
        ignoreFailure(store.update((current) => (isEmpty(current) ? current : noTokens)))
      )
    ),
    subscribe: store.subscribe,
    isPersistent: store.isPersistent ?? Effect.succeed(true)
  })
}

/** The longest time by which the end of a session is delayed for the user id of its access token, in milliseconds. */
const END_WAIT_MILLIS = 3000

/**
 * Returns the session restricted to one user. After another user signed in, here or in another tab, its tokens fail
 * with `SessionChanged` and `end` does nothing, so that a call for the user that was read before never runs as the next
 * one. The same user may sign out and in again.
 *
 * Only an access token has a user id. Without one, `end` refreshes the session first. If that fails or takes 3 s, it
 * ends the session: a user who signs out while the service is away must not stay signed in.
 *
 * The user id is read from the token's `sub` claim without verifying the signature: code that could forge a token here
 * has access to the user's own tokens.
 */
export const sessionOf = (session: Session["Service"], userId: string): Session["Service"] => {
  const isForeign = ({ accessToken }: Tokens) => accessToken !== null && userIdIn(accessToken) !== userId
  const own = <E>(tokens: Effect.Effect<Tokens, E>) =>
    Effect.flatMap(tokens, (found): Effect.Effect<Tokens, RequestError> =>
      isForeign(found) ? Effect.fail(failure(new SessionChanged())) : Effect.succeed(found)
    )
  const isOwn = (found: Tokens) => {
    if (found.accessToken !== null) return Effect.succeed(!isForeign(found))
    const refreshed = own(session.tokens).pipe(
      Effect.as(true),
      Effect.catch(({ reason }) => Effect.succeed(reason._tag !== "SessionChanged"))
    )
    return within(refreshed, END_WAIT_MILLIS, () => Effect.succeed(true))
  }
  return {
    ...session,
    tokens: own(session.tokens),
    tokensLasting: (minMillis) => own(session.tokensLasting(minMillis)),
    stored: Effect.map(session.stored, (found) => (isForeign(found) ? noTokens : found)),
    end: Effect.gen(function* () {
      const found = yield* session.stored
      const isEnded = (yield* isOwn(found)) && sameToken(found.refreshToken, (yield* session.stored).refreshToken)
      return isEnded ? yield* session.end : noTokens
    })
  }
}

/**
 * The session of the tokens in the store. Not memoized: two clients of one program, for two projects, have two
 * sessions.
 */
export const layer: Layer.Layer<Session, never, TokenStore | Refresher> = Layer.fresh(
  Layer.effect(
    Session,
    Effect.gen(function* () {
      return make(yield* TokenStore, yield* Refresher)
    })
  )
)

/**
 * Returns the tokens with an access token that expires after more than `minMillis`, at most 59,999. Fails with
 * `TokenLifeTooLong` for a longer time.
 */
export const tokensLasting = (minMillis: number): Effect.Effect<Tokens, TokenLifeTooLong | RequestError, Session> =>
  minMillis < LIFE_LIMIT_MILLIS
    ? Effect.flatMap(Session, (session) => session.tokensLasting(minMillis))
    : Effect.fail(new TokenLifeTooLong({ millis: minMillis }))
