/** The transport over the platform's `fetch`. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { call } from "../../../core/call/call.ts"
import * as Endpoint from "../../../core/http/endpoint.ts"
import { Transport, type TransportRequest } from "../../../core/http/transport.ts"
import * as FetchTransport from "../../../core/http/transport-fetch.ts"
import { withScript } from "../calling.ts"

interface FetchCall {
  readonly url: string
  readonly init: RequestInit
}

/** A `fetch` that records its calls. */
const fakeFetch = (response: (signal: AbortSignal) => Promise<Response>) => {
  const calls: Array<FetchCall> = []
  const fetch: typeof globalThis.fetch = (url, init = {}) => {
    calls.push({ url: String(url), init })
    const { signal } = init
    if (signal == null) throw new Error("no signal")
    return response(signal)
  }
  const layer = FetchTransport.layer.pipe(Layer.provide(Layer.succeed(FetchTransport.Fetch, fetch)))
  return { calls, layer }
}

/** Never settles unless aborted, like the platform's `fetch`. */
const neverSettle = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))

const request: TransportRequest = {
  method: "GET",
  url: "https://api.test/x",
  headers: { "x-a": "1" },
  body: undefined,
  maxResponseBytes: 100
}
const send = (given: Partial<TransportRequest> = {}) =>
  Transport.use((transport) => transport.send({ ...request, ...given }))
const getThing = Endpoint.get("/thing", { tiers: ["client"], success: Schema.Struct({ done: Schema.Boolean }) })

describe("The transport over fetch", () => {
  it.effect("sends method, URL, headers and body unchanged", () =>
    Effect.gen(function* () {
      const original = new Response("text", { status: 201, headers: { "X-Some": "thing" } })
      const { calls, layer } = fakeFetch(async () => original)
      const response = yield* send({ method: "POST", body: "{}" }).pipe(Effect.provide(layer))
      assert.deepInclude(calls[0], { url: "https://api.test/x" })
      assert.deepInclude(calls[0]?.init, { method: "POST", headers: { "x-a": "1" }, body: "{}" })
      assert.deepInclude(response, { status: 201, body: "text" })
      assert.strictEqual(response.header("x-some"), "thing")
      assert.isUndefined(response.header("x-other"))
    })
  )

  it.effect("disables the cache, sends no cookies and follows no redirect", () =>
    Effect.gen(function* () {
      const { calls, layer } = fakeFetch(async () => new Response(""))
      yield* send().pipe(Effect.provide(layer))
      assert.deepInclude(calls[0]?.init, { cache: "no-store", credentials: "omit", redirect: "manual" })
      assert.notProperty(calls[0]?.init, "body")
    })
  )

  it.effect("aborts the fetch when the call is interrupted", () =>
    Effect.gen(function* () {
      const { calls, layer } = fakeFetch(neverSettle)
      const fiber = yield* Effect.forkChild(call(getThing).pipe(withScript({ layer })))
      yield* TestClock.adjust(10)
      assert.isFalse(calls[0]?.init.signal?.aborted)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(calls[0]?.init.signal?.aborted)
    })
  )

  it.effect("aborts the fetch when an attempt times out", () =>
    Effect.gen(function* () {
      const { calls, layer } = fakeFetch(neverSettle)
      yield* Effect.forkChild(call(getThing).pipe(withScript({ layer })))
      yield* TestClock.adjust(9999)
      assert.isFalse(calls[0]?.init.signal?.aborted)
      yield* TestClock.adjust(1)
      assert.isTrue(calls[0]?.init.signal?.aborted)
    })
  )

  it.effect("aborts a body that does not end", () =>
    Effect.gen(function* () {
      const endless = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) })
      const { calls, layer } = fakeFetch(async () => new Response(endless))
      const fiber = yield* Effect.forkChild(send().pipe(Effect.provide(layer)))
      yield* TestClock.adjust(10)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(calls[0]?.init.signal?.aborted)
    })
  )

  it.effect("cancels a body above the byte limit, however small its chunks are", () =>
    Effect.gen(function* () {
      let sent = 0
      let cancelled = false
      const endless = new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array([0x61, ++sent])),
        cancel: () => void (cancelled = true)
      })
      const { layer } = fakeFetch(async () => new Response(endless))
      const failure = yield* Effect.flip(send({ maxResponseBytes: 5000 }).pipe(Effect.provide(layer)))
      assert.deepInclude(failure, { _tag: "ResponseTooLarge", limitBytes: 5000 })
      assert.isTrue(cancelled)
      assert.isBelow(sent, 2510)
    })
  )

  it.effect("joins the chunks of a body, including characters that are split between chunks", () =>
    Effect.gen(function* () {
      const text = "Grüße 👋 ".repeat(500)
      const bytes = new TextEncoder().encode(text)
      const pieces = new ReadableStream({
        start: (controller) => {
          for (let at = 0; at < bytes.length; at += 3) controller.enqueue(bytes.subarray(at, at + 3))
          controller.close()
        }
      })
      const { layer } = fakeFetch(async () => new Response(pieces))
      const response = yield* send({ maxResponseBytes: bytes.length }).pipe(Effect.provide(layer))
      assert.strictEqual(response.body, text)
    })
  )

  it.effect("reads the text of a response without a stream, as in React Native", () =>
    Effect.gen(function* () {
      const response = Object.defineProperty(new Response("text"), "body", { value: undefined })
      const { layer } = fakeFetch(async () => response)
      assert.strictEqual((yield* send().pipe(Effect.provide(layer))).body, "text")
    })
  )

  it.effect.each([
    { thrown: new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }), name: "ECONNREFUSED" },
    { thrown: new TypeError("fetch failed https://secret@host"), name: "TypeError" },
    { thrown: new TypeError("fetch failed", { cause: null }), name: "TypeError" },
    { thrown: new DOMException("aborted", "NetworkError"), name: "NetworkError" },
    { thrown: Object.assign(new Error("no"), { code: "EPIPE" }), name: "EPIPE" },
    { thrown: "text", name: "unknown" },
    { thrown: undefined, name: "unknown" },
    { thrown: null, name: "unknown" },
    { thrown: { cause: { code: 5 }, name: 6 }, name: "unknown" }
  ])("reports a failure by the name of its error, without its message: $name", ({ name, thrown }) =>
    Effect.gen(function* () {
      const { layer } = fakeFetch(() => Promise.reject(thrown))
      const failure = yield* Effect.flip(send().pipe(Effect.provide(layer)))
      assert.deepInclude(failure, { _tag: "TransportFailure", description: name })
      assert.notInclude(JSON.stringify(failure), "secret")
    })
  )

  it.effect("fails when fetch throws synchronously", () =>
    Effect.gen(function* () {
      const { layer } = fakeFetch(() => {
        throw new RangeError("no")
      })
      assert.isTrue(Exit.isFailure(yield* Effect.exit(send().pipe(Effect.provide(layer)))))
      const failure = yield* Effect.flip(send().pipe(Effect.provide(layer)))
      assert.deepInclude(failure, { _tag: "TransportFailure", description: "RangeError" })
    })
  )
})
