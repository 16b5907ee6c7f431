/** Reads and writes of the cookie token store over `document.cookie`. */
import { beforeEach } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ApiConfig } from "../../../core/config/api-config.ts"
import { TokenStore } from "../../../core/session/token-store.ts"
import { layerCookie } from "../../../core/session/token-store-cookie.ts"
import type { TokensNotStored } from "../../../core/errors/request-error.ts"
import type { Tokens } from "../../../core/session/tokens.ts"
import { apiConfig } from "../calling.ts"

const { projectId } = apiConfig()
export const REFRESH = `stack-refresh-${projectId}`
export const GUARD = `__Host-stack-guard-${projectId}`
export const layer = layerCookie.pipe(Layer.provide(Layer.succeed(ApiConfig, apiConfig())))
export const withStore = <A>(use: (store: TokenStore["Service"]) => Effect.Effect<A, TokensNotStored>) =>
  TokenStore.use(use).pipe(Effect.provide(Layer.fresh(layer)), Effect.orDie)

export const page = (globalThis as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } })
  .happyDOM
/** Replaces `document.cookie`. */
export const replaceCookies = (get: () => string, set: (cookie: string) => void) =>
  Object.defineProperty(document, "cookie", { configurable: true, get, set })

export const plain = ({ accessToken, refreshToken }: Tokens) => [
  refreshToken && Redacted.value(refreshToken),
  accessToken && Redacted.value(accessToken)
]
export const signedOut = [null, null]
export const tokens = (refreshToken: string, accessToken: string | null): Tokens => ({
  refreshToken: Redacted.make(refreshToken),
  accessToken: accessToken === null ? null : Redacted.make(accessToken)
})
export const get = withStore((store) => Effect.map(store.get, plain))
export const put = (given: Tokens) => withStore((store) => store.update(() => given))
export const cookies = () =>
  Object.fromEntries(
    document.cookie
      .split("; ")
      .filter(Boolean)
      .map((pair) => pair.split(/=(.*)/s).slice(0, 2))
  )

beforeEach(() => {
  Reflect.deleteProperty(document, "cookie")
  page.setURL("http://localhost:3000/handler/sign-in")
  for (const name of Object.keys(cookies())) document.cookie = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
})
