/** Stores the tokens of a session. The layers are in `token-store-memory.ts` and `token-store-cookie.ts`. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { TokensNotStored } from "../errors/request-error.ts"
import { noTokens, type Tokens } from "./tokens.ts"

/** Stores the tokens of a session. */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    /** The stored tokens. Values that cannot be tokens are read as `null`. */
    readonly get: Effect.Effect<Tokens>
    /** Replaces the stored tokens atomically. A failed update changes nothing. */
    readonly update: (change: (current: Tokens) => Tokens) => Effect.Effect<void, TokensNotStored>
    /** Calls the listener after each change that this store notices. Returns the function that unsubscribes it. */
    readonly subscribe: (listener: () => void) => () => void
    /**
     * True if stored tokens remain after a reload. For stores that can fail, such as cookies. The check stores nothing.
     */
    readonly isPersistent?: Effect.Effect<boolean>
    /**
     * For stores that several tabs write to: runs a refresh while no other tab runs one. Waits a few seconds at most,
     * then runs it anyway.
     */
    readonly exclusively?: <A, E>(refresh: Effect.Effect<A, E>) => Effect.Effect<A, E>
  }
>()("keystile/TokenStore") {}

/** The store of a program without a session: always empty. Storing tokens fails with `TokensNotStored`. */
export const none: TokenStore["Service"] = {
  get: Effect.succeed(noTokens),
  update: (change) =>
    Effect.suspend(() =>
      change(noTokens) === noTokens ? Effect.void : Effect.fail(new TokensNotStored({ problem: "no-store" }))
    ),
  subscribe: () => () => {}
}
