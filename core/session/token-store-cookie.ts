/** The token store in a browser's cookies; which they are, `cookies.ts` says. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import Cookies from "js-cookie"
import { ApiConfig, ConfigurationError } from "../config.ts"
import { TokensNotKept } from "../errors/request-error.ts"
import { IS_HTTPS_COOKIE, isTooLarge, readTokens, valuesIn, type WrittenCookie, writtenCookies } from "./cookies.ts"
import { makeListeners } from "./listeners.ts"
import { randomText } from "./random.ts"
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
const loadTabs = () => import("./tabs.ts").catch(() => null)

const isSecure = () => globalThis.location?.protocol === "https:"
const isFramed = () => isSecure() && globalThis.self !== globalThis.top

/**
 * `embedded`: for a page in a frame of another site. There browsers take no other cookies, and keep these apart for
 * each site around it (https://github.com/privacycg/CHIPS).
 */
const attributes = (embedded: boolean): Cookies.CookieAttributes => ({
  path: "/",
  sameSite: embedded ? "none" : "lax",
  secure: isSecure(),
  partitioned: embedded
})

const write = ({ name, seconds, value }: WrittenCookie, embedded: boolean) =>
  attempt(() =>
    value === null
      ? Cookies.remove(name, attributes(embedded))
      : Cookies.set(name, value, { ...attributes(embedded), expires: seconds / 86_400 })
  )

const makeStore = (projectId: string): TokenStore["Service"] => {
  const place = `keystile-${projectId}`
  // Holds the tokens where the browser keeps no cookies, so that the page works until it is closed.
  let withoutCookies: Tokens | null = null

  const readCookies = (): Tokens => readTokens(projectId, valuesIn(attempt(() => document.cookie) ?? ""), true)
  const read = () => withoutCookies ?? readCookies()

  const writeCookies = (cookies: ReadonlyArray<WrittenCookie>, tokens: Tokens) => {
    const isKept = (embedded: boolean) => {
      for (const cookie of cookies) write(cookie, embedded)
      if (isSecure()) attempt(() => Cookies.set(IS_HTTPS_COOKIE, "true", attributes(embedded)))
      return sameTokens(readCookies(), tokens)
    }
    // Which site a frame belongs to, no page can tell for sure; whether its cookies are taken, it can.
    withoutCookies = isKept(false) || (isFramed() && isKept(true)) ? null : tokens
  }

  /** Whether the browser takes a cookie here; it is gone at once. */
  const holds = (embedded: boolean) => {
    const name = `stack-probe-${randomText(8)}`
    attempt(() => Cookies.set(name, "1", attributes(embedded)))
    const isThere = attempt(() => Cookies.get(name)) === "1"
    attempt(() => Cookies.remove(name, attributes(embedded)))
    return isThere
  }

  // What the listeners know of. Others may write, too: another tab, the application's server.
  let seen: Tokens
  const tell = () => {
    seen = read()
    notify()
  }
  const { notify, subscribe } = makeListeners(() => {
    const check = () => {
      if (!sameTokens(seen, read())) tell()
    }
    let stop: (() => void) | null = () => {}
    seen = read()
    void loadTabs().then((tabs) => {
      if (stop === null || tabs === null) return
      stop = tabs.watch(place, check)
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
          return Effect.fail(new TokensNotKept({ problem: "cookie-too-large" }))
        }
        writeCookies(cookies, next)
        tell()
        // Says that something changed, and no more: whoever hears it looks into the cookies.
        attempt(() => {
          const channel = new BroadcastChannel(place)
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
          channel.postMessage("changed")
          channel.close()
        })
        return Effect.void
      }),
    subscribe,
    lasts: Effect.sync(() => holds(false) || (isFramed() && holds(true))),
    exclusively: (refresh) =>
      Effect.suspend(() => {
        const over = new AbortController()
        const lease = (name: string) =>
          Effect.raceFirst(
            Effect.promise(() => loadTabs().then(async (tabs) => (await tabs?.hold(`${place}-${name}`, over.signal), true))),
            Effect.as(Clock.clockWith((clock) => clock.sleep(Duration.millis(LEASE_MILLIS))), false)
          )
        return lease("refresh").pipe(
          // Those who gave up on a tab that hangs still go one by one.
          Effect.flatMap((held) => held ? Effect.void : lease("refresh-instead")),
          Effect.andThen(refresh),
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

export const layerCookie: Layer.Layer<TokenStore, ConfigurationError, ApiConfig> = Layer.effect(
  TokenStore,
  Effect.flatMap(ApiConfig, ({ projectId }) => make(projectId))
)
