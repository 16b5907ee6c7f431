// @vitest-environment happy-dom
/** Cookies that a session must not be read from, and browsers without cookies. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noTokens } from "../../../core/session/tokens.ts"
import { GUARD, REFRESH, get, plain, replaceCookies, signedOut, tokens, withStore } from "./cookie-fixture.ts"

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
