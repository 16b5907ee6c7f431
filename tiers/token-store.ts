/** Where a session's tokens are kept, as an option says it. */
import * as Effect from "effect/Effect"
import { ApiConfig, ConfigurationError } from "../core/config.ts"
import type { TokenStore } from "../core/session/token-store.ts"
import * as CookieStore from "../core/session/token-store-cookie.ts"
import * as MemoryStore from "../core/session/token-store-memory.ts"
import { noTokens } from "../core/session/tokens.ts"

/** The browser's cookies, memory, a pair of tokens to start with, nowhere (`null`), or a store of your own. */
export type TokenStoreOption = "cookie" | "memory" | MemoryStore.GivenTokens | TokenStore["Service"] | null

const isStore = (option: object): option is TokenStore["Service"] => "update" in option

export const makeTokenStore = (
  option: TokenStoreOption
): Effect.Effect<TokenStore["Service"], ConfigurationError, ApiConfig> => {
  if (option === "cookie") return Effect.flatMap(ApiConfig, ({ projectId }) => CookieStore.make(projectId))
  if (option === "memory" || option === null) return Effect.sync(() => MemoryStore.make(noTokens))
  // From JavaScript anything can come in.
  if (typeof option === "object") {
    return Effect.sync(() => isStore(option) ? option : MemoryStore.makeFixed(option))
  }
  return new ConfigurationError({
    option: "tokenStore",
    variable: undefined,
    problem: "A token store is `cookie`, `memory`, a pair of tokens, a store, or `null`."
  })
}
