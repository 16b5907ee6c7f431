import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { TokenLifeTooLong } from "../errors/local-errors.ts"
import { RequestError, SessionChanged } from "../errors/request-error.ts"
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

export class Session extends Context.Service<
  Session,
  {
    /**
     * The tokens to send with a call. The access token is refreshed when it has less than 20 s to live; one refresh
     * serves all who wait. Signed out: no tokens.
     */
    readonly tokens: Effect.Effect<Tokens, RequestError>
    /** The same with an access token that has more than `minMillis` to live. Callers outside ask by `tokensLasting`. */
    readonly lasting: (minMillis: number) => Effect.Effect<Tokens, RequestError>
    /** What is stored, as it is: no refresh, no network. */
    readonly stored: Effect.Effect<Tokens>
    /** The service refused this access token: the next call brings a fresh one. */
    readonly refused: (accessToken: Redacted.Redacted<string>) => Effect.Effect<void>
    /** Somebody signed in: their tokens replace whatever was there. Fails with `TokensNotStored` where that cannot be. */
    readonly start: (tokens: Tokens) => Effect.Effect<void, RequestError>
    /** Forgets the tokens. Telling the service is the caller's part. */
    readonly end: Effect.Effect<void>
    /** Calls the listener when the tokens changed; gives back how to stop that. */
    readonly subscribe: (listener: () => void) => () => void
    /** Whether a session that starts here is still there on the next page: not in a browser that keeps no cookies. */
    readonly lasts: Effect.Effect<boolean>
  }
>()("keystile/Session") {}

/** The session of nobody, for calls that need none. */
export const signedOut = Session.of({
  tokens: Effect.succeed(noTokens),
  lasting: () => Effect.succeed(noTokens),
  stored: Effect.succeed(noTokens),
  refused: () => Effect.void,
  start: () => Effect.void,
  end: Effect.void,
  subscribe: () => () => {},
  lasts: Effect.succeed(false)
})

const failure = (reason: RequestError["reason"]) => new RequestError({ endpoint: "session", reason })

/** The session of whoever's tokens are in the store. */
export const make = (store: TokenStore["Service"], refresher: Refresher["Service"]): Session["Service"] => {
  // The access token of the last refresh, and whose it is. It is good for as long as it lives from its arrival: by its
  // own times alone it would look too old where the local clock is ahead.
  let latest: (FreshToken & { readonly refreshToken: Tokens["refreshToken"] }) | undefined

  const update = (change: (current: Tokens) => Tokens) => Effect.mapError(store.update(change), failure)

  /** Changes the store, but only while it still holds this session: somebody may have signed out or in meanwhile. */
  const updateIfStill = (refreshToken: Redacted.Redacted<string> | null, change: (current: Tokens) => Tokens) =>
    update((current) => (sameToken(current.refreshToken, refreshToken) ? change(current) : current))

  // What is there already fits where it is, and less fits, too. (`Effect.ignore` can log, which weighs 4 kB.)
  const ignore = <E>(effect: Effect.Effect<void, E>) => effect.pipe(Effect.catch(() => Effect.void))
  const forget = (refreshToken: Redacted.Redacted<string> | null, change: (current: Tokens) => Tokens) =>
    ignore(updateIfStill(refreshToken, change))

  const save = (refreshToken: Redacted.Redacted<string>, accessToken: Redacted.Redacted<string>) =>
    updateIfStill(refreshToken, (current) =>
      sameToken(current.accessToken, accessToken) ? current : { refreshToken, accessToken }
    )

  /**
   * These tokens, if the store still holds the session that they belong to. After a sign-out there are none; fails with
   * `SessionChanged` if another session was started meanwhile, so that nothing is done or read as its predecessor.
   */
  const ifStill = (refreshToken: Redacted.Redacted<string>, tokens: Tokens): Effect.Effect<Tokens, RequestError> =>
    Effect.flatMap(store.get, (now) => {
      if (sameToken(now.refreshToken, refreshToken)) return Effect.succeed(tokens)
      return now.refreshToken === null && now.accessToken === null
        ? Effect.succeed(noTokens)
        : Effect.fail(failure(new SessionChanged()))
    })

  /** Where others write to the store, too, they come before the refresh: theirs may have just been stored. */
  const around =
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

  /** Tokens with an access token that lives longer than what is stored: from the last refresh, or from a new one. */
  const longer = (seen: Tokens, minMillis: number, now: number): Effect.Effect<Tokens, RequestError> => {
    const { refreshToken } = seen
    if (refreshToken === null) return Effect.succeed(noTokens)
    if (latest !== undefined && sameToken(latest.refreshToken, refreshToken) && latest.expiresAt - minMillis > now) {
      return Effect.succeed({ refreshToken, accessToken: latest.accessToken })
    }
    return refresher.get(refreshToken, { minMillis, around: around(refreshToken, seen) }).pipe(
      Effect.flatMap((fresh) => {
        latest = { ...fresh, refreshToken }
        const { accessToken } = fresh
        return Effect.andThen(save(refreshToken, accessToken), ifStill(refreshToken, { refreshToken, accessToken }))
      }),
      Effect.catchTag("SessionEnded", () =>
        Effect.andThen(
          forget(refreshToken, () => noTokens),
          ifStill(refreshToken, noTokens)
        )
      )
    )
  }

  // Asked by every call, mostly for what is there.
  const lasting = (minMillis: number): Effect.Effect<Tokens, RequestError> =>
    Effect.flatMap(store.get, (seen) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        seen.accessToken !== null && isLikelyValid(seen.accessToken, now, minMillis)
          ? Effect.succeed(seen)
          : longer(seen, minMillis, now)
      )
    )

  return Session.of({
    tokens: lasting(LIKELY_VALID_MILLIS),
    lasting,
    stored: store.get,
    refused: Effect.fnUntraced(function* (accessToken) {
      if (latest !== undefined && sameToken(latest.accessToken, accessToken)) latest = undefined
      const { refreshToken } = yield* store.get
      if (refreshToken !== null) yield* refresher.forget(refreshToken, accessToken)
      yield* forget(refreshToken, (current) =>
        sameToken(current.accessToken, accessToken) ? { refreshToken, accessToken: null } : current
      )
    }),
    start: (tokens) => update(() => tokens),
    end: Effect.flatMap(store.get, ({ refreshToken }) =>
      Effect.andThen(
        refreshToken === null ? Effect.void : refresher.forget(refreshToken),
        ignore(
          store.update((current) =>
            current.refreshToken === null && current.accessToken === null ? current : noTokens
          )
        )
      )
    ),
    subscribe: store.subscribe,
    lasts: store.lasts ?? Effect.succeed(true)
  })
}

/**
 * The session as long as it is this user's. Once somebody else has signed in, here or in another tab, its tokens fail
 * with `SessionChanged`, and ending it ends nothing: what is done in the name of a user that was read before never
 * lands on who came after. The same user may sign out and in again.
 *
 * Whose an access token is it says itself, unchecked: whoever could forge one here has this user's tokens anyway.
 */
export const sessionOf = (session: Session["Service"], userId: string): Session["Service"] => {
  const isForeign = ({ accessToken }: Tokens) => accessToken !== null && userIdIn(accessToken) !== userId
  const own = <E>(tokens: Effect.Effect<Tokens, E>) =>
    Effect.flatMap(tokens, (found): Effect.Effect<Tokens, RequestError> =>
      isForeign(found) ? Effect.fail(failure(new SessionChanged())) : Effect.succeed(found)
    )
  return {
    ...session,
    tokens: own(session.tokens),
    lasting: (minMillis) => own(session.lasting(minMillis)),
    stored: Effect.map(session.stored, (found) => (isForeign(found) ? noTokens : found)),
    end: Effect.flatMap(session.stored, (found) => (isForeign(found) ? Effect.void : session.end))
  }
}

/**
 * The session of the tokens in the store. A session of its own each time it is built: two clients of one program, of two
 * projects for example, must not share it.
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
 * The session's tokens with an access token that has more than `minMillis` to live, if the service issues such. No more
 * than 59,999 may be asked for (specification, section 9).
 */
export const tokensLasting = (minMillis: number): Effect.Effect<Tokens, TokenLifeTooLong | RequestError, Session> =>
  minMillis < LIFE_LIMIT_MILLIS
    ? Effect.flatMap(Session, ({ lasting }) => lasting(minMillis))
    : Effect.fail(new TokenLifeTooLong({ millis: minMillis }))
