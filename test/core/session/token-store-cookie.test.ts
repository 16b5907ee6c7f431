// @vitest-environment happy-dom
import { assert, beforeEach, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { ApiConfig } from "../../../core/config/api-config.ts"
import { TokenStore } from "../../../core/session/token-store.ts"
import { pairedAccessToken } from "../../../core/session/cookies.ts"
import { layerCookie } from "../../../core/session/token-store-cookie.ts"
import type { TokensNotStored } from "../../../core/errors/request-error.ts"
import { noTokens, type Tokens } from "../../../core/session/tokens.ts"
import { apiConfig } from "../calling.ts"

const { projectId } = apiConfig()
const REFRESH = `stack-refresh-${projectId}`
const GUARD = `__Host-stack-guard-${projectId}`
const layer = layerCookie.pipe(Layer.provide(Layer.succeed(ApiConfig, apiConfig())))
const withStore = <A>(use: (store: TokenStore["Service"]) => Effect.Effect<A, TokensNotStored>) =>
  TokenStore.use(use).pipe(Effect.provide(Layer.fresh(layer)), Effect.orDie)

const page = (globalThis as unknown as { readonly happyDOM: { readonly setURL: (url: string) => void } }).happyDOM
/** Replaces `document.cookie`. */
const replaceCookies = (get: () => string, set: (cookie: string) => void) =>
  Object.defineProperty(document, "cookie", { configurable: true, get, set })

const plain = ({ accessToken, refreshToken }: Tokens) => [
  refreshToken && Redacted.value(refreshToken),
  accessToken && Redacted.value(accessToken)
]
const signedOut = [null, null]
const tokens = (refreshToken: string, accessToken: string | null): Tokens => ({
  refreshToken: Redacted.make(refreshToken),
  accessToken: accessToken === null ? null : Redacted.make(accessToken)
})
const get = withStore((store) => Effect.map(store.get, plain))
const put = (given: Tokens) => withStore((store) => store.update(() => given))
const cookies = () =>
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

describe("The cookie token store", () => {
  it.effect("stores both tokens, and reads them after a page reload", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* get, signedOut)
      yield* put(tokens("r", "a"))
      assert.deepStrictEqual(yield* get, ["r", "a"])
    })
  )

  it.effect("writes cookies with the names of the protocol and the encoding of js-cookie", () =>
    Effect.gen(function* () {
      yield* put(tokens('re,f"', "a.b.c"))
      assert.deepStrictEqual(cookies(), {
        [REFRESH]: "re%2Cf%22",
        "stack-access": "[%22re%2Cf%5C%22%22%2C%22a.b.c%22]"
      })
      assert.deepStrictEqual(yield* get, ['re,f"', "a.b.c"])
    })
  )

  it.effect("removes the access cookie without an access token, and both cookies without a session", () =>
    Effect.gen(function* () {
      yield* put(tokens("r", "a"))
      yield* put(tokens("r", null))
      assert.deepStrictEqual(cookies(), { [REFRESH]: "r" })
      assert.deepStrictEqual(yield* get, ["r", null])
      yield* put(noTokens)
      assert.deepStrictEqual(cookies(), {})
      assert.deepStrictEqual(yield* get, signedOut)
    })
  )

  it.effect("stores the tokens of projects separately", () =>
    Effect.gen(function* () {
      yield* put(tokens("r", "a"))
      const other = layerCookie.pipe(Layer.provide(Layer.succeed(ApiConfig, apiConfig({ projectId: "internal" }))))
      const read = TokenStore.use((store) => Effect.map(store.get, plain)).pipe(Effect.provide(other), Effect.orDie)
      assert.deepStrictEqual(yield* read, signedOut)
    })
  )

  it.effect("fails outside a browser", () =>
    Effect.gen(function* () {
      const { document } = globalThis
      Reflect.deleteProperty(globalThis, "document")
      const error = yield* Effect.flip(Effect.provide(TokenStore, Layer.fresh(layer))).pipe(
        Effect.ensuring(Effect.sync(() => Object.assign(globalThis, { document })))
      )
      assert.deepInclude(error, { _tag: "ConfigurationError", option: "tokenStore" })
    })
  )

  it.effect("reads changes from another tab immediately", () =>
    withStore((store) =>
      Effect.gen(function* () {
        yield* store.update(() => tokens("r", "a"))
        document.cookie = `${REFRESH}=other; path=/`
        assert.deepStrictEqual(plain(yield* store.get), ["other", null])
        document.cookie = `${REFRESH}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
        assert.deepStrictEqual(plain(yield* store.get), signedOut)
      })
    )
  )
})

describe("The attributes of the cookies", () => {
  const written: Array<string> = []
  const watch = Effect.sync(() => {
    written.length = 0
    replaceCookies(
      () => "",
      (cookie) => written.push(cookie)
    )
  })
  const attributesOf = (name: string) =>
    written
      .find((cookie) => cookie.startsWith(`${name}=`))
      ?.split("; ")
      .slice(1) ?? []
  const days = (name: string) => {
    const expires =
      attributesOf(name)
        .find((text) => text.startsWith("expires="))
        ?.slice(8) ?? ""
    return Math.round((Date.parse(expires) - Date.now()) / 86_400_000)
  }

  it.effect("are path=/ and sameSite=lax without a domain over http", () =>
    Effect.gen(function* () {
      yield* watch
      yield* put(tokens("r", "a"))
      for (const name of [REFRESH, "stack-access"]) {
        const attributes = attributesOf(name).filter((text) => !text.startsWith("expires="))
        assert.deepStrictEqual(
          attributes.map((text) => text.toLowerCase()),
          ["path=/", "samesite=lax"]
        )
      }
      assert.deepStrictEqual([days(REFRESH), days("stack-access")], [365, 1])
      assert.deepStrictEqual(attributesOf("stack-is-https"), [])
    })
  )

  it.effect("are not written for a cookie of more than 4096 bytes, which fails with TokensNotStored", () =>
    Effect.gen(function* () {
      yield* put(tokens("r", "a"))
      for (const large of [tokens("r".repeat(4096 - REFRESH.length + 1), null), tokens("r", "a".repeat(4096))]) {
        const failure = yield* Effect.flip(Effect.flatMap(TokenStore, (store) => store.update(() => large))).pipe(
          Effect.provide(Layer.fresh(layer))
        )
        assert.deepInclude(failure, { _tag: "TokensNotStored", problem: "cookie-too-large" })
        assert.deepStrictEqual(yield* get, ["r", "a"])
      }
      yield* put(tokens("r".repeat(4096 - REFRESH.length), null))
      assert.strictEqual((yield* get)[0]?.length, 4096 - REFRESH.length)
    })
  )

  it.effect(
    "are secure, sameSite=none and partitioned in a frame of another site when the browser accepts no others",
    () =>
      Effect.gen(function* () {
        page.setURL("https://app.test/")
        // Browsers accept only these cookies in a cross-site frame (RFC 6265bis, section 5.7; CHIPS).
        const taken = new Map<string, string>()
        replaceCookies(
          () => [...taken].map(([name, value]) => `${name}=${value}`).join("; "),
          (cookie) => {
            const [pair = "", ...given] = cookie.split("; ")
            const [, name = "", value = ""] = /(.*?)=(.*)/.exec(pair) ?? []
            if (!["secure", "sameSite=none", "partitioned", "path=/"].every((text) => given.includes(text))) return
            if (value === "") taken.delete(name)
            else taken.set(name, value)
          }
        )
        const top = Object.getOwnPropertyDescriptor(globalThis, "top")
        Object.defineProperty(globalThis, "top", { configurable: true, value: {} })
        try {
          yield* put(tokens("r", "a"))
          assert.deepStrictEqual(yield* get, ["r", "a"])
          yield* put(tokens("r", "b"))
          assert.deepStrictEqual(yield* get, ["r", "b"])
          yield* put(noTokens)
          assert.deepStrictEqual(yield* get, signedOut)
          assert.deepStrictEqual([...taken.keys()], ["stack-is-https"])
        } finally {
          Reflect.deleteProperty(globalThis, "top")
          if (top !== undefined) Object.defineProperty(globalThis, "top", top)
        }
        // Outside a frame, these attributes are not used.
        yield* put(tokens("r", "a"))
        assert.deepStrictEqual([...taken.keys()], ["stack-is-https"])
      })
  )

  it.effect("are secure over https, with a cookie that reports https to the application's server", () =>
    Effect.gen(function* () {
      page.setURL("https://app.test/")
      yield* watch
      yield* put(tokens("r", "a"))
      for (const name of [REFRESH, "stack-access", "stack-is-https", GUARD]) {
        assert.include(attributesOf(name), "secure")
      }
      // The `__Host-` prefix requires these (RFC 6265bis, section 4.1.3.2).
      assert.include(attributesOf(GUARD), "path=/")
      assert.notInclude(attributesOf(GUARD).join(), "domain")
      assert.deepStrictEqual(
        attributesOf("stack-is-https").filter((text) => text.startsWith("expires=")),
        []
      )
    })
  )
})

describe("The access cookie", () => {
  const pair = (cookie: string) => {
    const token = pairedAccessToken(cookie, "r")
    return token && Redacted.value(token)
  }

  it("is used only together with the refresh token it was stored with", () => {
    assert.strictEqual(pair('["r","a"]'), "a")
  })

  it.each([
    "",
    "a",
    "null",
    "[]",
    '["r"]',
    '["r","a","b"]',
    '["other","a"]',
    '["r",null]',
    '["r",1]',
    '["r",""]',
    '["r","undefined"]',
    '["r","null"]',
    '["r","a\\nb"]',
    '["r",["a"]]',
    ' ["r","a"]',
    '[ "r","a"]',
    '{"0":"r","1":"a","length":2}',
    '["r","a"',
    `["${"x".repeat(100_000)}`,
    `["r",${"[".repeat(100_000)}`
  ])("counts nothing when it is anything else (%#)", (cookie) => {
    assert.isNull(pair(cookie))
  })

  it.prop("is used only as such a pair, for any text", [Schema.String], ([text]) => {
    const found = pair(text)
    assert.isTrue(found === null || JSON.parse(text)[1] === found)
  })

  it.effect("stored with another session is ignored", () =>
    Effect.gen(function* () {
      document.cookie = `${REFRESH}=r; path=/`
      document.cookie = "stack-access=[%22evil%22%2C%22a%22]; path=/"
      assert.deepStrictEqual(yield* get, ["r", null])
    })
  )

  it.effect("without a refresh cookie is not a session", () =>
    Effect.gen(function* () {
      document.cookie = "stack-access=[%22r%22%2C%22a%22]; path=/"
      assert.deepStrictEqual(yield* get, signedOut)
    })
  )
})

describe("A refresh cookie set by a sibling subdomain", () => {
  const jar = (text: string) =>
    Effect.sync(() =>
      replaceCookies(
        () => text,
        () => {}
      )
    )

  it.effect("is ignored beside a session with a guard cookie", () =>
    Effect.gen(function* () {
      yield* jar(`${REFRESH}=evil; ${REFRESH}=r; stack-access=["r","a"]; ${GUARD}=r`)
      assert.deepStrictEqual(yield* get, ["r", "a"])
    })
  )

  it.effect("signs the user out when no guard cookie confirms the session", () =>
    Effect.gen(function* () {
      yield* jar(`${REFRESH}=evil; ${REFRESH}=r; stack-access=["r","a"]`)
      assert.deepStrictEqual(yield* get, signedOut)
    })
  )

  it.effect("is not confirmed by a guard cookie with an encoded name, which any page can set", () =>
    Effect.gen(function* () {
      yield* jar(`${REFRESH}=evil; ${REFRESH}=r; ${GUARD.replace("__", "%5F%5F")}=evil`)
      assert.deepStrictEqual(yield* get, signedOut)
      yield* jar(`${REFRESH}=r; ${REFRESH.replace("-", "%2D")}=evil; ${GUARD}=evil`)
      assert.deepStrictEqual(yield* get, ["r", null])
    })
  )

  it.effect.each(["00a0", "2000", "2028", "3000", "feff", "000b", "000c"])(
    "is not confirmed by a guard cookie whose name follows U+%s",
    (code) =>
      Effect.gen(function* () {
        const space = String.fromCharCode(Number.parseInt(code, 16))
        yield* jar(`${REFRESH}=evil; ${REFRESH}=r; ${space}${GUARD}=evil; ${GUARD}=r`)
        assert.deepStrictEqual(yield* get, ["r", null])
        yield* jar(`${REFRESH}=evil; ${REFRESH}=r; ${GUARD}${space}=evil`)
        assert.deepStrictEqual(yield* get, signedOut)
      })
  )

  it.effect("is used when it is the only refresh cookie, even if the guard cookie differs", () =>
    Effect.gen(function* () {
      yield* jar(`${REFRESH}=other; ${GUARD}=r`)
      assert.deepStrictEqual(yield* get, ["other", null])
    })
  )
})

describe("Malformed cookies", () => {
  it.effect.each([
    `${REFRESH}=`,
    `${REFRESH}`,
    `${REFRESH}=undefined`,
    `${REFRESH}=null`,
    `${REFRESH}=%22%22`.replace("%22%22", "%0A"),
    `${REFRESH}=%E0%A4%A`,
    `${REFRESH}=%ff`,
    `${REFRESH}=a%20b`,
    `${REFRESH}=%00`,
    `${REFRESH}=%F0%9F%91%8B`,
    `${REFRESH}="a%4`,
    `${REFRESH}="a%41`,
    "=",
    "===",
    "%E0%A4%A=r",
    ";;; ;",
    "__proto__=r; constructor=r; toString=r; hasOwnProperty=r",
    `${"x".repeat(100_000)}`,
    `${REFRESH}=${"x".repeat(100_000)}`,
    `${"%".repeat(100_000)}=${"%".repeat(100_000)}`
  ])("are a user who is signed out (%#)", (jar) =>
    Effect.gen(function* () {
      replaceCookies(
        () => jar,
        () => {}
      )
      assert.deepStrictEqual(yield* get, signedOut)
    })
  )

  it.effect.prop("with any text never cause a defect", [Schema.String], ([text]) =>
    Effect.gen(function* () {
      for (const jar of [text, `${REFRESH}=${text}`, `${REFRESH}=r; stack-access=${text}`, `${text}; ${REFRESH}=r`]) {
        replaceCookies(
          () => jar,
          () => {}
        )
        const [refreshToken, accessToken] = yield* get
        assert.isTrue(refreshToken === null || /^[\x21-\x7e]+$/.test(refreshToken ?? ""))
        assert.isTrue(accessToken === null || /^[\x21-\x7e]+$/.test(accessToken ?? ""))
      }
    })
  )

  it.effect("do not hide a valid cookie", () =>
    Effect.gen(function* () {
      replaceCookies(
        () => `%E0%A4%A=x; a=%ff; __proto__=1; ${REFRESH}=r`,
        () => {}
      )
      assert.deepStrictEqual(yield* get, ["r", null])
    })
  )
})

describe("The older refresh cookie", () => {
  it.effect("is read when the new one is missing, with its access token", () =>
    Effect.gen(function* () {
      document.cookie = "stack-refresh=old; path=/"
      document.cookie = "stack-access=[%22old%22%2C%22a%22]; path=/"
      assert.deepStrictEqual(yield* get, ["old", "a"])
    })
  )

  it.effect("is ignored beside the new one", () =>
    Effect.gen(function* () {
      document.cookie = "stack-refresh=old; path=/"
      document.cookie = `${REFRESH}=new; path=/`
      assert.deepStrictEqual(yield* get, ["new", null])
    })
  )

  it.effect("is read when the new one is malformed, and sign-out removes both", () =>
    Effect.gen(function* () {
      document.cookie = "stack-refresh=old; path=/"
      document.cookie = `${REFRESH}=undefined; path=/`
      assert.deepStrictEqual(yield* get, ["old", null])
      yield* put(noTokens)
      assert.deepStrictEqual(cookies(), {})
    })
  )

  it.effect("is removed by the next write, so that a sign-out ends its session", () =>
    Effect.gen(function* () {
      document.cookie = "stack-refresh=old; path=/"
      yield* put(noTokens)
      assert.deepStrictEqual(yield* get, signedOut)
      assert.deepStrictEqual(cookies(), {})
    })
  )
})

describe("A browser without cookies", () => {
  const off = Effect.sync(() =>
    replaceCookies(
      () => "",
      () => {}
    )
  )
  const forbidden = Effect.sync(() =>
    replaceCookies(
      () => {
        throw new DOMException("The document is sandboxed", "SecurityError")
      },
      () => {
        throw new DOMException("The document is sandboxed", "SecurityError")
      }
    )
  )

  it.effect.each([
    { how: "drops them", break_: off },
    { how: "forbids them", break_: forbidden }
  ])("that $how leaves the tokens in memory until the page is closed", ({ break_ }) =>
    Effect.gen(function* () {
      yield* break_
      yield* withStore((store) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(plain(yield* store.get), signedOut)
          yield* store.update(() => tokens("r", "a"))
          assert.deepStrictEqual(plain(yield* store.get), ["r", "a"])
          yield* store.update(() => tokens("r", "b"))
          assert.deepStrictEqual(plain(yield* store.get), ["r", "b"])
          yield* store.update(() => noTokens)
          assert.deepStrictEqual(plain(yield* store.get), signedOut)
        })
      )
      assert.deepStrictEqual(yield* get, signedOut)
    })
  )

  it.effect("does not restore a session whose cookie cannot be deleted", () =>
    withStore((store) =>
      Effect.gen(function* () {
        replaceCookies(
          () => `${REFRESH}=stuck`,
          () => {}
        )
        assert.deepStrictEqual(plain(yield* store.get), ["stuck", null])
        yield* store.update(() => noTokens)
        assert.deepStrictEqual(plain(yield* store.get), signedOut)
      })
    )
  )
})

describe("A subscriber of the cookie token store", () => {
  it.effect("is notified of changes, and not of updates that change nothing", () =>
    withStore((store) =>
      Effect.gen(function* () {
        let notifications = 0
        store.subscribe(() => notifications++)
        yield* store.update((current) => current)
        assert.strictEqual(notifications, 0)
        yield* store.update(() => tokens("r", "a"))
        assert.strictEqual(notifications, 1)
      })
    )
  )
})
