/** The token store in a browser's cookies; which they are, `cookies.ts` says. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ApiConfig } from "../config/api-config.ts"
import { ConfigurationError } from "../config/configuration-error.ts"
import { TokensNotStored } from "../errors/request-error.ts"
import { IS_HTTPS_COOKIE, isTooLarge, readTokens, valuesIn, type WrittenCookie, writtenCookies } from "./cookies.ts"
import { within } from "../lightweight/time-limit.ts"
import { isSecure, writeCookie } from "./document-cookie.ts"
import { makeListeners } from "../lightweight/listeners.ts"
import { randomText } from "./random.ts"
import { lazyModule } from "../runtime/lazy-module.ts"
import { TokenStore } from "./token-store.ts"
import { sameToken, type Tokens } from "./tokens.ts"

// Reading cookies throws in a sandboxed frame, and so does a channel in some.
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
 * How long a tab may keep the others from a refresh, in milliseconds. One that is closed makes way at once; one that
 * hangs is then as if it were not there.
 */
const LEASE_MILLIS = 5000

// What only more than one tab needs comes when it is needed. Where it does not come, a tab does without.
const tabsModule = Effect.orElseSucceed(
  lazyModule("tabs", () => import("./tabs.ts")),
  () => null
)

/** Whether the browser takes a cookie: such a one, or in a frame one of the kind that frames may have. */
const takes = (one: (embedded: boolean) => boolean) =>
  one(false) || (isSecure() && globalThis.self !== globalThis.top && one(true))

const makeStore = (projectId: string): TokenStore["Service"] => {
  const channelName = `keystile-${projectId}`
  // Holds the tokens where the browser keeps no cookies, so that the page works until it is closed.
  let withoutCookies: Tokens | null = null

  const readCookies = (): Tokens => readTokens(projectId, valuesIn(attempt(() => document.cookie) ?? ""), true)
  const read = () => withoutCookies ?? readCookies()

  const writeCookies = (cookies: ReadonlyArray<WrittenCookie>, tokens: Tokens) => {
    const isStored = (embedded: boolean) => {
      for (const { name, seconds, value } of cookies) attempt(() => writeCookie(name, value, { seconds, embedded }))
      if (isSecure()) attempt(() => writeCookie(IS_HTTPS_COOKIE, "true", { embedded }))
      return sameTokens(readCookies(), tokens)
    }
    // Which site a frame belongs to, no page can tell for sure; whether its cookies are taken, it can.
    withoutCookies = takes(isStored) ? null : tokens
  }

  /** Whether the browser takes a cookie here; it is gone at once. */
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

  // What the listeners know of. Others may write, too: another tab, the application's server.
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
        // Says that something changed, and no more: whoever hears it looks into the cookies.
        attempt(() => {
          const channel = new BroadcastChannel(channelName)
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
          channel.postMessage("changed")
          channel.close()
        })
        return Effect.void
      }),
    subscribe,
    lasts: Effect.sync(() => takes(holds)),
    exclusively: (refresh) =>
      Effect.suspend(() => {
        const over = new AbortController()
        const lease = (name: string, instead: Effect.Effect<void>) =>
          within(
            Effect.flatMap(tabsModule, (tabs) =>
              Effect.promise(async () => tabs?.hold(`${channelName}-${name}`, over.signal))
            ),
            LEASE_MILLIS,
            () => instead
          )
        // Those who gave up on a tab that hangs still go one by one.
        return lease("refresh", lease("refresh-instead", Effect.void)).pipe(
          Effect.flatMap(() => refresh),
          Effect.ensuring(Effect.sync(() => over.abort()))
        )
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

/** The same for the project of a connection. */
export const cookieStore: Effect.Effect<TokenStore["Service"], ConfigurationError, ApiConfig> = Effect.flatMap(
  ApiConfig,
  ({ projectId }) => make(projectId)
)

export const layerCookie: Layer.Layer<TokenStore, ConfigurationError, ApiConfig> = Layer.effect(TokenStore, cookieStore)
