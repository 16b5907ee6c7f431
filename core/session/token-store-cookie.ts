/**
 * The token store in a browser's cookies (wire, section 8).
 *
 * | cookie | value | life |
 * |---|---|---|
 * | `stack-refresh-<project id>` | refresh token | one year |
 * | `stack-access` | JSON `[refresh token, access token]`: trusted only beside that refresh token | one day |
 * | `stack-refresh` | an older name of the first: read when that is missing, removed on every write | |
 * | `stack-is-https` | tells the application's server that the page came by https | session |
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import Cookies from "js-cookie"
import { ApiConfig, ConfigurationError } from "../config.ts"
import { makeListeners } from "./listeners.ts"
import { randomText } from "./random.ts"
import { TokenStore } from "./token-store.ts"
import { noTokens, sameToken, tokenFrom, type Tokens } from "./tokens.ts"

const ACCESS_COOKIE = "stack-access"
const LEGACY_REFRESH_COOKIE = "stack-refresh"
const IS_HTTPS_COOKIE = "stack-is-https"

/** Lives of the cookies, in days: the unit of js-cookie. */
const REFRESH_DAYS = 31_536_000 / 86_400
const ACCESS_DAYS = 1

/** The access token in the paired cookie, if it belongs to the given refresh token. */
export const pairedAccessToken = (cookie: string | undefined, refreshToken: string): Redacted.Redacted<string> | null => {
  if (cookie === undefined || !cookie.startsWith("[\"")) return null
  try {
    const pair: unknown = JSON.parse(cookie)
    return Array.isArray(pair) && pair.length === 2 && pair[0] === refreshToken ? tokenFrom(pair[1]) : null
  } catch {
    return null
  }
}

// Reading cookies throws in a sandboxed frame, and js-cookie throws on names that are no valid encoding.
const attempt = <A>(run: () => A): A | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

const makeStore = (projectId: string): TokenStore["Service"] => {
  const refreshCookie = `stack-refresh-${projectId}`
  const { notify, subscribe } = makeListeners()
  // Holds the tokens where the browser keeps no cookies, so that the page works until it is closed.
  let withoutCookies: Tokens | null = null

  const attributes = (): Cookies.CookieAttributes => ({
    path: "/",
    sameSite: "lax",
    secure: globalThis.location?.protocol === "https:"
  })

  const readCookies = (): Tokens => {
    const refreshToken = tokenFrom(attempt(() => Cookies.get(refreshCookie))) ??
      tokenFrom(attempt(() => Cookies.get(LEGACY_REFRESH_COOKIE)))
    if (refreshToken === null) return noTokens
    const accessToken = pairedAccessToken(attempt(() => Cookies.get(ACCESS_COOKIE)), Redacted.value(refreshToken))
    return { refreshToken, accessToken }
  }

  const write = (name: string, value: string | null, expires: number) =>
    attempt(() =>
      value === null ? Cookies.remove(name, attributes()) : Cookies.set(name, value, { ...attributes(), expires })
    )

  const writeCookies = ({ accessToken, refreshToken }: Tokens) => {
    const refresh = refreshToken && Redacted.value(refreshToken)
    write(refreshCookie, refresh, REFRESH_DAYS)
    write(
      ACCESS_COOKIE,
      refresh && accessToken && JSON.stringify([refresh, Redacted.value(accessToken)]),
      ACCESS_DAYS
    )
    attempt(() => Cookies.remove(LEGACY_REFRESH_COOKIE, { path: "/" }))
    if (attributes().secure) attempt(() => Cookies.set(IS_HTTPS_COOKIE, "true", attributes()))
    withoutCookies = sameToken(readCookies().refreshToken, refreshToken) ? null : { accessToken, refreshToken }
  }

  const read = () => withoutCookies ?? readCookies()

  return {
    get: Effect.sync(read),
    update: (change) =>
      Effect.sync(() => {
        const current = read()
        const next = change(current)
        if (next === current) return
        writeCookies(next)
        notify()
      }),
    subscribe,
    lasts: Effect.sync(() => {
      const name = `stack-probe-${randomText(8)}`
      attempt(() => Cookies.set(name, "1", attributes()))
      const holds = attempt(() => Cookies.get(name)) === "1"
      attempt(() => Cookies.remove(name, attributes()))
      return holds
    })
  }
}

/** Only in a browser: a server has no cookies of its own, it is given those of a request. */
export const make = (projectId: string): Effect.Effect<TokenStore["Service"], ConfigurationError> =>
  "document" in globalThis
    ? Effect.sync(() => makeStore(projectId))
    : new ConfigurationError({
      option: "tokenStore",
      variable: undefined,
      problem: "The token store `cookie` needs a browser; elsewhere use `memory` or the tokens of a request."
    })

export const layerCookie: Layer.Layer<TokenStore, ConfigurationError, ApiConfig> = Layer.effect(
  TokenStore,
  Effect.flatMap(ApiConfig, ({ projectId }) => make(projectId))
)
