/**
 * The token store of one request on an application's server.
 *
 * The tokens are read from the header `x-stack-auth`, which pages send, or else from the session's cookies. Changes
 * are held for the rest of the request. They are set as cookies of the response if the application passes `setCookie`.
 */
import * as Effect from "effect/Effect"
import { TokensNotStored } from "../errors/request-error.ts"
import { valuesIn } from "./cookie-values.ts"
import { changedCookies, IS_HTTPS_COOKIE, isTooLarge, readTokens } from "./cookies.ts"
import {
  type ReadRequest,
  readRequest,
  type RequestLike,
  requestOf,
  setCookie,
  type WritableRequest
} from "./request-like.ts"
import type { TokenStore } from "./token-store.ts"
import * as MemoryStore from "./token-store-memory.ts"
import { type Tokens, tokensFromJson } from "./tokens.ts"

type Store = TokenStore["Service"]

const cookieValues = ({ cookie, cookies }: ReadRequest) =>
  cookies === undefined ? (name: string) => [cookie(name)].filter((value) => value !== undefined) : valuesIn(cookies)

/** Returns the tokens of a request. The cookies are ignored if the request has the header, even an invalid one. */
export const tokensIn = (read: ReadRequest, projectId: string): Tokens =>
  read.auth ? tokensFromJson(read.auth) : readTokens(projectId, cookieValues(read), read.cookies !== undefined)

const stores = new WeakMap<object, Map<string, Store>>()

/** Returns the store of a request, the same one each time: later calls use the tokens that an earlier one refreshed. */
const storeOf = (read: ReadRequest, projectId: string): Store => {
  const ofRequest = stores.get(read.key) ?? new Map<string, Store>()
  stores.set(read.key, ofRequest)
  const known = ofRequest.get(projectId)
  if (known !== undefined) return known
  const store = MemoryStore.make(tokensIn(read, projectId))
  ofRequest.set(projectId, store)
  return store
}

const read = (option: RequestLike | WritableRequest, projectId: string): Store => {
  if (!("setCookie" in option)) return storeOf(readRequest(option), projectId)
  const given = readRequest(requestOf(option))
  const store = storeOf(given, projectId)
  // The cookies of a request with the header may be those of another user's session.
  if (given.auth) return store
  const secure = option.embedded === true || given.secure || cookieValues(given)(IS_HTTPS_COOKIE).includes("true")
  return {
    ...store,
    update: (change) =>
      Effect.flatMap(store.get, (current) => {
        const next = change(current)
        if (next === current) return Effect.void
        const cookies = changedCookies(projectId, current, next, { isNavigation: given.isNavigation, secure })
        if (isTooLarge(cookies)) return Effect.fail(new TokensNotStored({ problem: "cookie-too-large" }))
        for (const cookie of cookies) setCookie(option, cookie, secure)
        return store.update(() => next)
      })
  }
}

/** Makes the store of a request, which is read on first use. */
export const make = (option: RequestLike | WritableRequest, projectId: string): Store => {
  let made: Store | undefined
  const store = () => (made ??= read(option, projectId))
  return {
    get: Effect.suspend(() => store().get),
    update: (change) => Effect.suspend(() => store().update(change)),
    subscribe: (listener) => store().subscribe(listener)
  }
}
