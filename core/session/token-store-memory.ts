/** Token stores that live as long as the program: an empty one, and one that starts with given tokens. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeListeners } from "../lightweight/listeners.ts"
import { TokenStore } from "./token-store.ts"
import { noTokens, tokenFrom, type Tokens } from "./tokens.ts"

/** A store that starts with the given tokens. */
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

/** Tokens as an option gives them. */
export interface GivenTokens {
  readonly refreshToken?: string | null | undefined
  readonly accessToken?: string | null | undefined
}

/** A store that starts with the given tokens; later changes stay in memory. What cannot be a token counts as none. */
export const makeFixed = (tokens: GivenTokens): TokenStore["Service"] =>
  make({ refreshToken: tokenFrom(tokens.refreshToken), accessToken: tokenFrom(tokens.accessToken) })

/** A store of its own each time it is run, empty at first. */
export const memoryStore: Effect.Effect<TokenStore["Service"]> = Effect.sync(() => make(noTokens))

/** A store of its own for each place it is built, empty at first. */
export const layerMemory: Layer.Layer<TokenStore> = Layer.effect(TokenStore, memoryStore)

export const layerFixed = (tokens: GivenTokens): Layer.Layer<TokenStore> =>
  Layer.sync(TokenStore, () => makeFixed(tokens))
