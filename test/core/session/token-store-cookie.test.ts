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
/** Puts a jar of one's own in the place of the browser's. */
const replaceCookies = (get: () => string, set: (cookie: string) => void) =>
  Object.defineProperty(document, "cookie", { configurable: true, get, set })

const plain = ({ accessToken, refreshToken }: Tokens) => [
  refreshToken && Redacted.value(refreshToken),
  accessToken && Redacted.value(accessToken)
]
const nobody = [null, null]
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

describe("The cookie store", () => {
  it.effect("keeps both tokens, and finds them again after the page was loaded anew", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* get, nobody)
      yield* put(tokens("r", "a"))
      assert.deepStrictEqual(yield* get, ["r", "a"])
    })
  )

  it.effect("writes the cookies that the wire names, as js-cookie encodes them", () =>
    Effect.gen(function* () {
      yield* put(tokens('re,f"', "a.b.c"))
      assert.deepStrictEqual(cookies(), {
        [REFRESH]: "re%2Cf%22",
        "stack-access": "[%22re%2Cf%5C%22%22%2C%22a.b.c%22]"
      })
      assert.deepStrictEqual(yield* get, ['re,f"', "a.b.c"])
    })
  )

  it.effect("removes the access cookie when there is no access token, and both when there is no session", () =>
    Effect.gen(function* () {
      yield* put(tokens("r", "a"))
      yield* put(tokens("r", null))
      assert.deepStrictEqual(cookies(), { [REFRESH]: "r" })
      assert.deepStrictEqual(yield* get, ["r", null])
      yield* put(noTokens)
      assert.deepStrictEqual(cookies(), {})
      assert.deepStrictEqual(yield* get, nobody)
    })
  )

  it.effect("keeps projects apart", () =>
    Effect.gen(function* () {
      yield* put(tokens("r", "a"))
      const other = layerCookie.pipe(Layer.provide(Layer.succeed(ApiConfig, apiConfig({ projectId: "internal" }))))
      const read = TokenStore.use((store) => Effect.map(store.get, plain)).pipe(Effect.provide(other), Effect.orDie)
      assert.deepStrictEqual(yield* read, nobody)
    })
  )

  it.effect("needs a browser", () =>
    Effect.gen(function* () {
      const { document } = globalThis
      Reflect.deleteProperty(globalThis, "document")
      const error = yield* Effect.flip(Effect.provide(TokenStore, Layer.fresh(layer))).pipe(
        Effect.ensuring(Effect.sync(() => Object.assign(globalThis, { document })))
      )
      assert.deepInclude(error, { _tag: "ConfigurationError", option: "tokenStore" })
    })
  )

  it.effect("sees at once what another tab did", () =>
    withStore((store) =>
      Effect.gen(function* () {
        yield* store.update(() => tokens("r", "a"))
        document.cookie = `${REFRESH}=other; path=/`
        assert.deepStrictEqual(plain(yield* store.get), ["other", null])
        document.cookie = `${REFRESH}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
        assert.deepStrictEqual(plain(yield* store.get), nobody)
      })
    )
  )
})

describe("The attributes of the cookies (T4)", () => {
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

  it.effect("are the whole site, lax and no domain, over http", () =>
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

  it.effect("never leave a cookie of more than 4096 bytes to be dropped: the failure says so (T5)", () =>
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

  it.effect("are those of a frame where the page is in one and no others are taken (T4)", () =>
    Effect.gen(function* () {
      page.setURL("https://app.test/")
      // As browsers treat a frame of another site (RFC 6265bis, section 5.7; CHIPS).
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
        assert.deepStrictEqual(yield* get, nobody)
        assert.deepStrictEqual([...taken.keys()], ["stack-is-https"])
      } finally {
        Reflect.deleteProperty(globalThis, "top")
        if (top !== undefined) Object.defineProperty(globalThis, "top", top)
      }
      // Not in a frame: they stay what they are.
      yield* put(tokens("r", "a"))
      assert.deepStrictEqual([...taken.keys()], ["stack-is-https"])
    })
  )

  it.effect("are secure, too, over https, and the application's server is told so", () =>
    Effect.gen(function* () {
      page.setURL("https://app.test/")
      yield* watch
      yield* put(tokens("r", "a"))
      for (const name of [REFRESH, "stack-access", "stack-is-https", GUARD]) {
        assert.include(attributesOf(name), "secure")
      }
      // What `__Host-` demands (RFC 6265bis, section 4.1.3.2).
      assert.include(attributesOf(GUARD), "path=/")
      assert.notInclude(attributesOf(GUARD).join(), "domain")
      assert.deepStrictEqual(
        attributesOf("stack-is-https").filter((text) => text.startsWith("expires=")),
        []
      )
    })
  )
})

describe("The access cookie (T6)", () => {
  const pair = (cookie: string) => {
    const token = pairedAccessToken(cookie, "r")
    return token && Redacted.value(token)
  }

  it("counts beside its own refresh token", () => {
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

  it.prop("counts only as that pair, whatever stands in it", [Schema.String], ([text]) => {
    const found = pair(text)
    assert.isTrue(found === null || JSON.parse(text)[1] === found)
  })

  it.effect("that was planted beside another session is ignored", () =>
    Effect.gen(function* () {
      document.cookie = `${REFRESH}=r; path=/`
      document.cookie = "stack-access=[%22evil%22%2C%22a%22]; path=/"
      assert.deepStrictEqual(yield* get, ["r", null])
    })
  )

  it.effect("alone is no session", () =>
    Effect.gen(function* () {
      document.cookie = "stack-access=[%22r%22%2C%22a%22]; path=/"
      assert.deepStrictEqual(yield* get, nobody)
    })
  )
})

describe("A refresh cookie that a neighbouring host planted (T6)", () => {
  const jar = (text: string) =>
    Effect.sync(() =>
      replaceCookies(
        () => text,
        () => {}
      )
    )

  it.effect("never wins beside one with a guard", () =>
    Effect.gen(function* () {
      yield* jar(`${REFRESH}=evil; ${REFRESH}=r; stack-access=["r","a"]; ${GUARD}=r`)
      assert.deepStrictEqual(yield* get, ["r", "a"])
    })
  )

  it.effect("leaves nobody signed in beside one without", () =>
    Effect.gen(function* () {
      yield* jar(`${REFRESH}=evil; ${REFRESH}=r; stack-access=["r","a"]`)
      assert.deepStrictEqual(yield* get, nobody)
    })
  )

  it.effect("makes no guard under an encoded name, which browsers let anybody set", () =>
    Effect.gen(function* () {
      yield* jar(`${REFRESH}=evil; ${REFRESH}=r; ${GUARD.replace("__", "%5F%5F")}=evil`)
      assert.deepStrictEqual(yield* get, nobody)
      yield* jar(`${REFRESH}=r; ${REFRESH.replace("-", "%2D")}=evil; ${GUARD}=evil`)
      assert.deepStrictEqual(yield* get, ["r", null])
    })
  )

  it.effect.each(["00a0", "2000", "2028", "3000", "feff", "000b", "000c"])(
    "makes no guard under a name behind U+%s, which is no blank to browsers",
    (code) =>
      Effect.gen(function* () {
        const space = String.fromCharCode(Number.parseInt(code, 16))
        yield* jar(`${REFRESH}=evil; ${REFRESH}=r; ${space}${GUARD}=evil; ${GUARD}=r`)
        assert.deepStrictEqual(yield* get, ["r", null])
        yield* jar(`${REFRESH}=evil; ${REFRESH}=r; ${GUARD}${space}=evil`)
        assert.deepStrictEqual(yield* get, nobody)
      })
  )

  it.effect("is the one case where it counts when it is the only one, as for other programs of this host", () =>
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
      assert.deepStrictEqual(yield* get, nobody)
    })
  )

  it.effect.prop("of any text are never a defect", [Schema.String], ([text]) =>
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

  it.effect("do not hide a good one", () =>
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

  it.effect("is not read beside the new one", () =>
    Effect.gen(function* () {
      document.cookie = "stack-refresh=old; path=/"
      document.cookie = `${REFRESH}=new; path=/`
      assert.deepStrictEqual(yield* get, ["new", null])
    })
  )

  it.effect("is read beside a new one that is broken, and a sign-out removes both", () =>
    Effect.gen(function* () {
      document.cookie = "stack-refresh=old; path=/"
      document.cookie = `${REFRESH}=undefined; path=/`
      assert.deepStrictEqual(yield* get, ["old", null])
      yield* put(noTokens)
      assert.deepStrictEqual(cookies(), {})
    })
  )

  it.effect("is removed by the next write: a sign-out leaves nobody signed in", () =>
    Effect.gen(function* () {
      document.cookie = "stack-refresh=old; path=/"
      yield* put(noTokens)
      assert.deepStrictEqual(yield* get, nobody)
      assert.deepStrictEqual(cookies(), {})
    })
  )
})

describe("A browser that keeps no cookies", () => {
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
  ])("since it $how keeps the tokens until the page is closed", ({ break_ }) =>
    Effect.gen(function* () {
      yield* break_
      yield* withStore((store) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(plain(yield* store.get), nobody)
          yield* store.update(() => tokens("r", "a"))
          assert.deepStrictEqual(plain(yield* store.get), ["r", "a"])
          yield* store.update(() => tokens("r", "b"))
          assert.deepStrictEqual(plain(yield* store.get), ["r", "b"])
          yield* store.update(() => noTokens)
          assert.deepStrictEqual(plain(yield* store.get), nobody)
        })
      )
      assert.deepStrictEqual(yield* get, nobody)
    })
  )

  it.effect("does not bring back a session whose cookie it will not let go", () =>
    withStore((store) =>
      Effect.gen(function* () {
        replaceCookies(
          () => `${REFRESH}=stuck`,
          () => {}
        )
        assert.deepStrictEqual(plain(yield* store.get), ["stuck", null])
        yield* store.update(() => noTokens)
        assert.deepStrictEqual(plain(yield* store.get), nobody)
      })
    )
  )
})

describe("Whoever listens to the cookie store", () => {
  it.effect("hears of changes, and not of an update that changes nothing", () =>
    withStore((store) =>
      Effect.gen(function* () {
        let heard = 0
        store.subscribe(() => heard++)
        yield* store.update((current) => current)
        assert.strictEqual(heard, 0)
        yield* store.update(() => tokens("r", "a"))
        assert.strictEqual(heard, 1)
      })
    )
  )
})
