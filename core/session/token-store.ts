/** Where a session's tokens are kept. The layers are in `token-store-memory.ts` and `token-store-cookie.ts`. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Tokens } from "./tokens.ts"

export class TokenStore extends Context.Service<TokenStore, {
  /** What is stored now. Whatever cannot be a token counts as none. */
  readonly get: Effect.Effect<Tokens>
  /** Replaces what is stored, in one step: nobody sees or writes anything in between. */
  readonly update: (change: (current: Tokens) => Tokens) => Effect.Effect<void>
  /** Calls the listener after every change that this store knows of; gives back how to stop that. */
  readonly subscribe: (listener: () => void) => () => void
  /** Whether what is stored outlives this page, for a store that cannot be sure of it. Nothing stays from looking. */
  readonly lasts?: Effect.Effect<boolean>
}>()("keystile/TokenStore") {}
