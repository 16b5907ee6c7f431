/** The option `tokenStore`: where the tokens of the session are stored. */
import * as Effect from "effect/Effect"
import { ApiConfig } from "../core/config/api-config.ts"
import { ConfigurationError } from "../core/config/configuration-error.ts"
import { none, type TokenStore } from "../core/session/token-store.ts"
import * as CookieStore from "../core/session/token-store-cookie.ts"
import * as MemoryStore from "../core/session/token-store-memory.ts"
import type { RequestLike, WritableRequest } from "../core/session/request-like.ts"
import { onDemand } from "./calls/on-demand.ts"

/**
 * Where the tokens of the session are stored.
 *
 * | option | store |
 * |---|---|
 * | `"cookie"` | the cookies of the page, shared with other tabs and the application's server |
 * | `"memory"` | memory, until the program ends. On a server all requests share it |
 * | `{ accessToken, refreshToken }` | memory, which holds these tokens at first |
 * | a request | on a server: the tokens of the request. Changes last until the response |
 * | `{ request, setCookie }`, `{ headers, setCookie }` | the same. Changes are set as cookies of the response |
 * | `null` | none: no user is signed in, and a sign-in fails |
 * | a `TokenStore` | a store of the application |
 */
export type TokenStoreOption =
  "cookie" | "memory" | MemoryStore.GivenTokens | RequestLike | WritableRequest | TokenStore["Service"] | null

const isStore = (option: object): option is TokenStore["Service"] => "update" in option && "subscribe" in option

const isRequest = (option: object): option is RequestLike | WritableRequest =>
  "headers" in option ||
  "cookies" in option ||
  "setCookie" in option ||
  ("get" in option && typeof option.get === "function")

const canSetCookies = (option: { readonly setCookie: unknown }): boolean =>
  Boolean(option.setCookie) &&
  ("request" in option
    ? typeof option.request === "object" && option.request !== null
    : "headers" in option || "cookies" in option)

const refuse = (problem: string) => new ConfigurationError({ option: "tokenStore", variable: undefined, problem })

/** The store of a request. No page has one, so its code is loaded with the first read of its tokens. */
const requestStore = (option: RequestLike | WritableRequest, projectId: string): TokenStore["Service"] => {
  let made: TokenStore["Service"] | undefined
  const store = Effect.orDie(
    Effect.map(onDemand, ({ RequestStore }) => (made ??= RequestStore.make(option, projectId)))
  )
  return {
    get: Effect.flatMap(store, ({ get }) => get),
    update: (change) => Effect.flatMap(store, ({ update }) => update(change)),
    subscribe: (listener) => {
      const stop = Effect.runPromise(Effect.map(store, ({ subscribe }) => subscribe(listener)))
      return () => void stop.then((leave) => leave())
    }
  }
}

export const makeTokenStore = (
  option: TokenStoreOption
): Effect.Effect<TokenStore["Service"], ConfigurationError, ApiConfig> => {
  if (option === "cookie") return CookieStore.cookieStore
  if (option === "memory") return MemoryStore.memoryStore
  if (option === null) return Effect.succeed(none)
  // JavaScript callers can pass any value.
  if (typeof option !== "object") {
    return refuse("A token store is `cookie`, `memory`, a pair of tokens, a request, a store, or `null`.")
  }
  if (isStore(option)) return Effect.succeed(option)
  if ("then" in option) return refuse("This is a promise of a token store or request: await it first.")
  if ("setCookie" in option && !canSetCookies(option)) {
    return refuse("A store that sets cookies has a `setCookie` beside a `request`, `headers` or `cookies`.")
  }
  if (isRequest(option)) return Effect.map(ApiConfig, ({ projectId }) => requestStore(option, projectId))
  return Effect.sync(() => MemoryStore.makeFixed(option))
}
