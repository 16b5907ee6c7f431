// @vitest-environment happy-dom
/** Token sharing between tabs. Two stores over the same cookies act as two tabs. */
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as RefresherModule from "../../../core/session/refresher.ts"
import * as Session from "../../../core/session/session.ts"
import { noTokens } from "../../../core/session/tokens.ts"
import { jwt } from "../calling.ts"
import { Channel, ID, loaded, tab, tokens } from "./tabs-fixture.ts"

describe("A change in one tab", () => {
  it.live("notifies the other tab, which then reads the new tokens", () =>
    Effect.gen(function* () {
      const [here, there] = [yield* tab, yield* tab]
      const seen: Array<string | null> = []
      there.subscribe(() => {
        const { refreshToken } = Effect.runSync(there.get)
        seen.push(refreshToken && Redacted.value(refreshToken))
      })
      yield* loaded
      yield* here.update(() => tokens("r", "a"))
      yield* here.update(() => tokens("r", "b"))
      yield* here.update(() => noTokens)
      assert.deepStrictEqual(seen, ["r", "r", null])
    })
  )

  it.live("is broadcast without tokens", () =>
    Effect.gen(function* () {
      const here = yield* tab
      yield* here.update(() => tokens("r", "a"))
      assert.deepStrictEqual(Channel.messages, ["changed"])
      assert.strictEqual(Channel.open.size, 0)
    })
  )

  it.live("returns no tokens for the previous user once another user has signed in", () =>
    Effect.gen(function* () {
      const [here, there] = [yield* tab, yield* tab]
      const refresher = RefresherModule.make(() => Effect.never)
      const [mine, theirs] = [Session.make(here, refresher), Session.make(there, refresher)]
      const own = Session.sessionOf(mine, "ada")
      yield* mine.start(tokens("r", jwt({ sub: "ada" })))
      assert.deepStrictEqual(yield* own.tokens, yield* mine.tokens)
      yield* theirs.start(tokens("s", jwt({ sub: "bob" })))
      assert.strictEqual((yield* Effect.flip(own.tokens)).reason._tag, "SessionChanged")
      yield* own.end
      assert.isNotNull((yield* theirs.stored).refreshToken)
      yield* theirs.start(tokens("t", jwt({ sub: "ada" })))
      assert.deepStrictEqual(yield* own.tokens, yield* theirs.tokens)
    })
  )

  it.live("notifies its own subscribers once, and only when tokens changed", () =>
    Effect.gen(function* () {
      const here = yield* tab
      let notifications = 0
      here.subscribe(() => notifications++)
      yield* loaded
      yield* here.update(() => tokens("r", "a"))
      assert.strictEqual(notifications, 1)
      for (const channel of Channel.open) channel.dispatchEvent(new MessageEvent("message", { data: "changed" }))
      globalThis.dispatchEvent(new Event("pageshow"))
      document.dispatchEvent(new Event("visibilitychange"))
      assert.strictEqual(notifications, 1)
      document.cookie = `stack-refresh-${ID}=other; path=/`
      globalThis.dispatchEvent(new Event("pageshow"))
      assert.strictEqual(notifications, 2)
    })
  )

  it.live("is detected by browser events that come from any source", () =>
    Effect.gen(function* () {
      const cookieStore = new EventTarget()
      vi.stubGlobal("cookieStore", cookieStore)
      vi.stubGlobal("BroadcastChannel", undefined)
      const here = yield* tab
      let notifications = 0
      here.subscribe(() => notifications++)
      yield* loaded
      document.cookie = `stack-refresh-${ID}=other; path=/`
      assert.strictEqual(notifications, 0)
      cookieStore.dispatchEvent(new Event("change"))
      assert.strictEqual(notifications, 1)
    })
  )

  it.live("before a subscription is reported once the subscription has started", () =>
    Effect.gen(function* () {
      const here = yield* tab
      let notifications = 0
      here.subscribe(() => notifications++)
      document.cookie = `stack-refresh-${ID}=other; path=/`
      yield* loaded
      assert.strictEqual(notifications, 1)
    })
  )
})

describe("Listening to other tabs", () => {
  it.live("starts with the first subscriber and stops with the last", () =>
    Effect.gen(function* () {
      const cookieStore = new EventTarget()
      const listening = vi.spyOn(cookieStore, "addEventListener")
      const stopped = vi.spyOn(cookieStore, "removeEventListener")
      vi.stubGlobal("cookieStore", cookieStore)
      const here = yield* tab
      yield* here.get
      yield* loaded
      assert.strictEqual(Channel.open.size, 0)
      const stops = [here.subscribe(() => {}), here.subscribe(() => {})]
      yield* loaded
      assert.strictEqual(Channel.open.size, 1)
      assert.strictEqual(listening.mock.calls.length, 1)
      for (const stop of [stops[0], stops[0]]) stop?.()
      assert.strictEqual(Channel.open.size, 1)
      stops[1]?.()
      assert.strictEqual(Channel.open.size, 0)
      assert.strictEqual(stopped.mock.calls.length, 1)
      here.subscribe(() => {})()
      yield* loaded
      assert.strictEqual(Channel.open.size, 0)
    })
  )

  const listen = Effect.gen(function* () {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    const here = yield* tab
    const changes: Array<null> = []
    const stop = here.subscribe(() => changes.push(null))
    yield* loaded
    return { changes, stop }
  })
  const setCookie = (value: string) => void (document.cookie = `stack-refresh-${ID}=${value}; path=/`)
  const show = (state: DocumentVisibilityState) => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(state)
    document.dispatchEvent(new Event("visibilitychange"))
  }

  it.live.each([
    ["with", Channel],
    ["without", undefined]
  ] as const)("polls the cookies every 100 ms without CookieStore, %s a BroadcastChannel", ([_, channel]) =>
    Effect.gen(function* () {
      vi.stubGlobal("BroadcastChannel", channel)
      vi.stubGlobal("cookieStore", undefined)
      const { stop, changes } = yield* listen
      setCookie("set-by-the-server")
      vi.advanceTimersByTime(99)
      assert.lengthOf(changes, 0)
      vi.advanceTimersByTime(1)
      assert.lengthOf(changes, 1)
      vi.advanceTimersByTime(1000)
      assert.lengthOf(changes, 1)
      stop()
      assert.strictEqual(vi.getTimerCount(), 0)
    })
  )

  it.live("does not poll the cookies where CookieStore is available", () =>
    Effect.gen(function* () {
      vi.stubGlobal("cookieStore", new EventTarget())
      const { stop } = yield* listen
      assert.strictEqual(vi.getTimerCount(), 0)
      stop()
    })
  )

  it.live("does not poll the cookies while the page is hidden, and detects changes once it is visible", () =>
    Effect.gen(function* () {
      vi.stubGlobal("cookieStore", undefined)
      const { stop, changes } = yield* listen
      show("hidden")
      assert.strictEqual(vi.getTimerCount(), 0)
      setCookie("set-while-hidden")
      vi.advanceTimersByTime(1000)
      show("visible")
      vi.advanceTimersByTime(100)
      assert.lengthOf(changes, 1)
      setCookie("set-again")
      vi.advanceTimersByTime(100)
      assert.lengthOf(changes, 2)
      stop()
      show("hidden")
      show("visible")
      assert.strictEqual(vi.getTimerCount(), 0)
      vi.restoreAllMocks()
    })
  )

  it.live("decodes the tokens only when the cookie text has changed", () =>
    Effect.gen(function* () {
      vi.stubGlobal("cookieStore", undefined)
      setCookie("token")
      const { stop } = yield* listen
      const read = vi.spyOn(document, "cookie", "get")
      vi.advanceTimersByTime(1000)
      // One comparison for each poll, and no second decoding.
      assert.lengthOf(read.mock.calls, 10)
      stop()
      vi.restoreAllMocks()
    })
  )
})
