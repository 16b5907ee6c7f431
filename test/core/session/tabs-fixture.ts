/** Two tabs: token stores over the same cookies, with doubles of `BroadcastChannel` and the Web Locks API. */
import { afterEach, beforeEach, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { make } from "../../../core/session/token-store-cookie.ts"
import type { Tokens } from "../../../core/session/tokens.ts"

export const ID = "11111111-1111-4111-8111-111111111111"
export const tab = Effect.orDie(make(ID))
export const tokens = (refreshToken: string, accessToken: string): Tokens => ({
  refreshToken: Redacted.make(refreshToken),
  accessToken: Redacted.make(accessToken)
})
export const loaded = Effect.promise(() => vi.dynamicImportSettled())

/** A `BroadcastChannel` that delivers synchronously to all other channels of the same name. */
export class Channel extends EventTarget {
  static readonly open = new Set<Channel>()
  static readonly messages: Array<unknown> = []
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
    Channel.open.add(this)
  }
  postMessage(message: unknown) {
    Channel.messages.push(message)
    for (const other of Channel.open) {
      if (other !== this && other.name === this.name)
        other.dispatchEvent(new MessageEvent("message", { data: message }))
    }
  }
  close() {
    Channel.open.delete(this)
  }
}

beforeEach(() => {
  for (const pair of document.cookie.split("; ")) {
    document.cookie = `${pair.split("=")[0]}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  }
  Channel.open.clear()
  Channel.messages.length = 0
  vi.stubGlobal("BroadcastChannel", Channel)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, "locks")
})
