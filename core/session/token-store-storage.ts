/** The token store of a storage with three functions: the keychain of a phone, a file, a database. */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { TokensNotStored } from "../errors/request-error.ts"
import { makeListeners } from "../lightweight/listeners.ts"
import type { TokenStore } from "./token-store.ts"
import { noTokens, type Tokens, tokensAsText, tokensFromJson } from "./tokens.ts"

/**
 * Stores one text by a key, with the names of `AsyncStorage` and `localStorage`. Functions may return promises. The
 * text has the tokens of the session: choose a storage that other programs cannot read.
 */
export interface TokenStorage {
  /** Returns the text, or `null` or `undefined` if there is none. */
  readonly getItem: (key: string) => PromiseLike<string | null | undefined> | string | null | undefined
  /** Stores a text under a key. May return a promise. */
  readonly setItem: (key: string, text: string) => unknown
  /** Removes a key. May return a promise. */
  readonly removeItem: (key: string) => unknown
}

/** The options of `storageTokenStore`. */
export interface StorageOptions {
  /**
   * The key of the text. Default `keystile-session`. Programs that share a storage need different ones. Keychains allow
   * letters, digits, dots, hyphens and underscores.
   */
  readonly key?: string | undefined
}

/**
 * Makes a token store for the option `tokenStore`. The storage is read once: what another program stores later is not
 * noticed. While it cannot be read, no user is signed in, and the next read tries again. A sign-in that cannot be
 * stored fails with `RequestError`, reason `TokensNotStored`.
 *
 * @example
 * // Expo
 * import * as SecureStore from "expo-secure-store"
 *
 * const app = createClientApp({
 *   projectId,
 *   publishableClientKey,
 *   tokenStore: storageTokenStore({
 *     getItem: SecureStore.getItemAsync,
 *     setItem: SecureStore.setItemAsync,
 *     removeItem: SecureStore.deleteItemAsync
 *   })
 * })
 */
export const storageTokenStore = (
  storage: TokenStorage,
  { key = "keystile-session" }: StorageOptions = {}
): TokenStore["Service"] => {
  const { notify, subscribe } = makeListeners()
  const oneAtATime = Semaphore.makeUnsafe(1).withPermits(1)
  let known: Tokens | undefined

  const read = Effect.suspend(() =>
    known === undefined
      ? Effect.map(
          Effect.tryPromise(async () => storage.getItem(key)),
          (text) => (known = text == null ? noTokens : tokensFromJson(text))
        )
      : Effect.succeed(known)
  )

  const write = (tokens: Tokens) =>
    Effect.tryPromise(async () => {
      if (tokens.accessToken === null && tokens.refreshToken === null) await storage.removeItem(key)
      else await storage.setItem(key, serialize(tokens))
    })

  return {
    get: oneAtATime(read).pipe(
      Effect.catch(({ cause }) =>
        Effect.as(Effect.logWarning(`The session cannot be read from its storage. ${messageOf(cause)}`), noTokens)
      )
    ),
    update: (change) =>
      Effect.gen(function* () {
        const current = yield* read
        const next = change(current)
        if (next === current) return
        yield* write(next)
        known = next
        notify()
      }).pipe(
        oneAtATime,
        Effect.mapError(() => new TokensNotStored({ problem: "storage-failed" }))
      ),
    subscribe
  }
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : "")

const serialize = (tokens: Tokens): string => JSON.stringify(tokensAsText(tokens))
