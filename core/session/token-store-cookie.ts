/** The token store in a browser's cookies, which `cookies.ts` describes. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ApiConfig } from "../config/api-config.ts"
import { ConfigurationError } from "../config/configuration-error.ts"
import { TokensNotStored } from "../errors/request-error.ts"
import { valuesIn } from "./cookie-values.ts"
import { IS_HTTPS_COOKIE, isTooLarge, readTokens, type WrittenCookie, writtenCookies } from "./cookies.ts"
import { within } from "../lightweight/time-limit.ts"
import { isSecure, writeCookie } from "./document-cookie.ts"
import { makeListeners } from "../lightweight/listeners.ts"
import { randomText } from "./random.ts"
import { lazyModule } from "../loading/lazy-module.ts"
import { TokenStore } from "./token-store.ts"
import { sameToken, type Tokens } from "./tokens.ts"

// Sandboxed frames throw when cookies are read, and some when a channel is opened.
const attempt = <A>(run: () => A): A | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

const sameTokens = (a: Tokens, b: Tokens) =>
  sameToken(a.refreshToken, b.refreshToken) && sameToken(a.accessToken, b.accessToken)

/**
 * The maximum wait for another tab's refresh, in milliseconds. A closed tab releases its lock at once, one that hangs
 * does not.
 */
const MAX_WAIT_MILLIS = 5000

// Synchronizes with other tabs. If it cannot be loaded, the tab works alone.
const tabsModule = Effect.orElseSucceed(
  lazyModule("tabs", () => import("./tabs.ts")),
  () => null
)

/** True if the browser stores a cookie: a first-party one or, in a frame, a partitioned one. */
const canStore = (one: (embedded: boolean) => boolean) =>
  one(false) || (isSecure() && globalThis.self !== globalThis.top && one(true))

const makeStore = (projectId: string): TokenStore["Service"] => {
  const channelName = `keystile-${projectId}`
  // Holds the tokens if the browser blocks cookies, so that the page works until it is closed.
  let withoutCookies: Tokens | null = null

  const readCookies = (): Tokens => readTokens(projectId, valuesIn(attempt(() => document.cookie) ?? ""), true)
  const read = () => withoutCookies ?? readCookies()

  const writeCookies = (cookies: ReadonlyArray<WrittenCookie>, tokens: Tokens) => {
    const isStored = (embedded: boolean) => {
      for (const { name, seconds, value } of cookies) attempt(() => writeCookie(name, value, { seconds, embedded }))
      if (isSecure()) attempt(() => writeCookie(IS_HTTPS_COOKIE, "true", { embedded }))
      return sameTokens(readCookies(), tokens)
    }
    // A page cannot find out for sure which site its frame belongs to. It can find out if its cookies are stored.
    withoutCookies = canStore(isStored) ? null : tokens
  }

  /** True if the browser stores a cookie, which is removed at once. */
  const holds = (embedded: boolean) => {
    const name = `stack-probe-${randomText(8)}`
    return (
      attempt(() => {
        writeCookie(name, "1", { embedded })
        const [value] = valuesIn(document.cookie)(name)
        writeCookie(name, null, { embedded })
        return value === "1"
      }) ?? false
    )
  }

  // The tokens that the listeners were notified of. Other tabs and the application's server write the cookies, too.
  let seen: Tokens
  const publish = () => {
    seen = read()
    notify()
  }
  const { notify, subscribe } = makeListeners(() => {
    const check = () => {
      if (!sameTokens(seen, read())) publish()
    }
    let stop: (() => void) | null = () => {}
    seen = read()
    void Effect.runPromise(tabsModule).then((tabs) => {
      if (stop === null || tabs === null) return
      stop = tabs.watch(channelName, check)
      check()
    })
    return () => {
      stop?.()
      stop = null
    }
  })

  return {
    get: Effect.sync(read),
    update: (change) =>
      Effect.suspend(() => {
        const current = read()
        const next = change(current)
        if (next === current) return Effect.void
        const cookies = writtenCookies(projectId, next, isSecure())
        if (isTooLarge(cookies)) {
          return Effect.fail(new TokensNotStored({ problem: "cookie-too-large" }))
        }
        writeCookies(cookies, next)
        publish()
        // The message holds no tokens: other tabs read the cookies.
        attempt(() => {
          const channel = new BroadcastChannel(channelName)
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only reaches its own origin
          channel.postMessage("changed")
          channel.close()
        })
        return Effect.void
      }),
    subscribe,
    isPersistent: Effect.sync(() => canStore(holds)),
    exclusively: (refresh) =>
      Effect.suspend(() => {
        const released = new AbortController()
        const lease = (name: string, instead: Effect.Effect<void>) =>
          within(
            Effect.flatMap(tabsModule, (tabs) =>
              Effect.promise(async () => tabs?.hold(`${channelName}-${name}`, released.signal))
            ),
            MAX_WAIT_MILLIS,
            () => instead
          )
        // Tabs that gave up waiting for a tab that hangs still refresh one at a time.
        return lease("refresh", lease("refresh-instead", Effect.void)).pipe(
          Effect.flatMap(() => refresh),
          Effect.ensuring(Effect.sync(() => released.abort()))
        )
      })
  }
}

/** Makes the store of a project. Fails outside of browsers: a server reads the cookies of its requests. */
export const make = (projectId: string): Effect.Effect<TokenStore["Service"], ConfigurationError> =>
  "document" in globalThis
    ? Effect.sync(() => makeStore(projectId))
    : new ConfigurationError({
        option: "tokenStore",
        variable: undefined,
        problem: "The token store `cookie` needs a browser; elsewhere use `memory` or the tokens of a request."
      })

/** Makes the store of the configured project. */
export const cookieStore: Effect.Effect<TokenStore["Service"], ConfigurationError, ApiConfig> = Effect.flatMap(
  ApiConfig,
  ({ projectId }) => make(projectId)
)

/** Stores tokens in cookies of the page. */
export const layerCookie: Layer.Layer<TokenStore, ConfigurationError, ApiConfig> = Layer.effect(TokenStore, cookieStore)
