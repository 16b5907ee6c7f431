/** Token stores in memory. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeListeners } from "../lightweight/listeners.ts"
import { TokenStore } from "./token-store.ts"
import { noTokens, tokenFrom, type Tokens } from "./tokens.ts"

/** Makes a store that holds these tokens at first. */
export const make = (start: Tokens): TokenStore["Service"] => {
  let tokens = start
  const { notify, subscribe } = makeListeners()
  return {
    get: Effect.sync(() => tokens),
    update: (change) =>
      Effect.sync(() => {
        const next = change(tokens)
        if (next === tokens) return
        tokens = next
        notify()
      }),
    subscribe
  }
}

/** Tokens as an option. */
export interface GivenTokens {
  readonly refreshToken?: string | null | undefined
  readonly accessToken?: string | null | undefined
}

/** Makes a store that holds these tokens at first. Values that cannot be tokens are read as `null`. */
export const makeFixed = (tokens: GivenTokens): TokenStore["Service"] =>
  make({ refreshToken: tokenFrom(tokens.refreshToken), accessToken: tokenFrom(tokens.accessToken) })

/** Makes an empty store each time it is run. */
export const memoryStore: Effect.Effect<TokenStore["Service"]> = Effect.sync(() => make(noTokens))

/** An empty store for each client that it is built for. */
export const layerMemory: Layer.Layer<TokenStore> = Layer.effect(TokenStore, memoryStore)

/** Holds given tokens that never change. */
export const layerFixed = (tokens: GivenTokens): Layer.Layer<TokenStore> =>
  Layer.sync(TokenStore, () => makeFixed(tokens))
