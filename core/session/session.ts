/**
 * The session: a small state machine over a token store.
 *
 * ```
 *             start(tokens)
 *  signed out ────────────▶ signed in ──┐ refresh, as often as needed
 *      ▲                        │  ▲────┘ (an outage changes nothing)
 *      └────────────────────────┘
 *        end, or the service says that the session has ended
 * ```
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { RequestError } from "../errors/request-error.ts"
import { Refresher } from "./refresher.ts"
import { TokenStore } from "./token-store.ts"
import { isLikelyValid, noTokens, sameToken, type Tokens } from "./tokens.ts"

export class Session extends Context.Service<Session, {
  /**
   * The tokens to send with a call. The access token is refreshed when it has less than 20 s to live; one refresh
   * serves all who wait. Signed out: no tokens.
   */
  readonly tokens: Effect.Effect<Tokens, RequestError>
  /** What is stored, as it is: no refresh, no network. */
  readonly stored: Effect.Effect<Tokens>
  /** The service refused this access token: the next call brings a fresh one. */
  readonly refused: (accessToken: Redacted.Redacted<string>) => Effect.Effect<void>
  /** Somebody signed in: their tokens replace whatever was there. */
  readonly start: (tokens: Tokens) => Effect.Effect<void>
  /** Forgets the tokens. Telling the service is the caller's part. */
  readonly end: Effect.Effect<void>
  /** Calls the listener when the tokens changed; gives back how to stop that. */
  readonly subscribe: (listener: () => void) => () => void
  /** Whether a session that starts here is still there on the next page: not in a browser that keeps no cookies. */
  readonly lasts: Effect.Effect<boolean>
}>()("keystile/Session") {}

/** The session of nobody, for calls that need none. */
export const signedOut = Session.of({
  tokens: Effect.succeed(noTokens),
  stored: Effect.succeed(noTokens),
  refused: () => Effect.void,
  start: () => Effect.void,
  end: Effect.void,
  subscribe: () => () => {},
  lasts: Effect.succeed(false)
})

/** The session of whoever's tokens are in the store. */
export const make = (store: TokenStore["Service"], refresher: Refresher["Service"]): Session["Service"] => {
  /** Changes the store, but only while it still holds this session: somebody may have signed out or in meanwhile. */
  const updateIfStill = (refreshToken: Redacted.Redacted<string> | null, change: (current: Tokens) => Tokens) =>
    store.update((current) => sameToken(current.refreshToken, refreshToken) ? change(current) : current)

  const tokens = Effect.gen(function*(): Effect.fn.Return<Tokens, RequestError> {
    const { accessToken, refreshToken } = yield* store.get
    if (accessToken !== null && isLikelyValid(accessToken, yield* Clock.currentTimeMillis)) {
      return { accessToken, refreshToken }
    }
    if (refreshToken === null) return noTokens
    return yield* refresher.get(refreshToken).pipe(
      Effect.tap((fresh) =>
        updateIfStill(refreshToken, (current) =>
          sameToken(current.accessToken, fresh) ? current : { refreshToken, accessToken: fresh })
      ),
      Effect.map((fresh) => ({ refreshToken, accessToken: fresh })),
      Effect.catchTag("SessionEnded", () => Effect.as(updateIfStill(refreshToken, () => noTokens), noTokens))
    )
  })

  return Session.of({
    tokens,
    stored: store.get,
    refused: Effect.fnUntraced(function*(accessToken) {
      const { refreshToken } = yield* store.get
      if (refreshToken !== null) yield* refresher.forget(refreshToken, accessToken)
      yield* updateIfStill(refreshToken, (current) =>
        sameToken(current.accessToken, accessToken) ? { refreshToken, accessToken: null } : current)
    }),
    start: (tokens) => store.update(() => tokens),
    end: store.update((current) => current.refreshToken === null && current.accessToken === null ? current : noTokens),
    subscribe: store.subscribe,
    lasts: store.lasts ?? Effect.succeed(true)
  })
}

export const layer: Layer.Layer<Session, never, TokenStore | Refresher> = Layer.effect(
  Session,
  Effect.gen(function*() {
    return make(yield* TokenStore, yield* Refresher)
  })
)
