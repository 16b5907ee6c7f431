/** Where a session's tokens are kept. The layers are in `token-store-memory.ts` and `token-store-cookie.ts`. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { TokensNotStored } from "../errors/request-error.ts"
import { noTokens, type Tokens } from "./tokens.ts"

export class TokenStore extends Context.Service<
  TokenStore,
  {
    /** What is stored now. Whatever cannot be a token counts as none. */
    readonly get: Effect.Effect<Tokens>
    /**
     * Replaces what is stored, in one step: nobody sees or writes anything in between. When it fails everything is as it
     * was.
     */
    readonly update: (change: (current: Tokens) => Tokens) => Effect.Effect<void, TokensNotStored>
    /** Calls the listener after every change that this store knows of; gives back how to stop that. */
    readonly subscribe: (listener: () => void) => () => void
    /** Whether what is stored outlives this page, for a store that cannot be sure of it. Nothing stays from looking. */
    readonly lasts?: Effect.Effect<boolean>
    /**
     * For a store that others write to besides: runs a refresh while none of them runs one. Whoever cannot have that for
     * long goes on without it: this is never in the way of anybody for more than some seconds.
     */
    readonly exclusively?: <A, E>(refresh: Effect.Effect<A, E>) => Effect.Effect<A, E>
  }
>()("keystile/TokenStore") {}

/** The store of a program that has no session of its own: always empty, and whoever signs in with it is told so. */
export const none: TokenStore["Service"] = {
  get: Effect.succeed(noTokens),
  update: (change) =>
    Effect.suspend(() =>
      change(noTokens) === noTokens ? Effect.void : Effect.fail(new TokensNotStored({ problem: "no-store" }))
    ),
  subscribe: () => () => {}
}
