/** Requests that a page sends before its runtime is loaded. */
import * as Effect from "effect/Effect"
import { afterEach, expect, it, vi } from "vitest"
import { requestEarly, takeEarlyResponse } from "../../react/engine/early-responses.ts"
import { header } from "../../core/http/headers.ts"
import { Transport } from "../../core/http/transport.ts"
import { layerEarlyTransport } from "../../react/engine/early-transport.ts"

const request = {
  method: "GET",
  url: "http://service.test/api/v1/projects/current",
  headers: { [header.projectId]: "p", [header.randomNonce]: "1" },
  body: undefined,
  maxResponseBytes: 100
}

const later = { ...request, headers: { [header.randomNonce]: "2", [header.projectId]: "p" } }

const send = (sent: typeof request) =>
  Effect.runPromiseExit(
    Effect.flatMap(Transport, (transport) => transport.send(sent)).pipe(Effect.provide(layerEarlyTransport))
  )

/** Replaces the page's `fetch`. */
const network = (response: () => Response) => {
  const fetch = vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => response())
  vi.stubGlobal("fetch", fetch)
  return fetch
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("The first call takes the response of the same request, and the next one sends a request of its own", async () => {
  const fetch = network(() => Response.json({ id: "p" }))
  const [early, again] = [requestEarly(request), requestEarly(later)]
  expect(again).toBe(early)
  expect(await send(later)).toMatchObject({ _tag: "Success", value: { status: 200, body: '{"id":"p"}' } })
  expect(fetch).toHaveBeenCalledOnce()
  await send(later)
  expect(fetch).toHaveBeenCalledTimes(2)
})

it("A request to another address or with other headers takes no early response", async () => {
  const fetch = network(() => Response.json({}))
  await requestEarly(request)
  await send({ ...request, url: `${request.url}/other` })
  await send({ ...request, headers: { ...request.headers, [header.accessToken]: "token" } })
  expect(fetch).toHaveBeenCalledTimes(3)
  expect(takeEarlyResponse(request)).toBeDefined()
})

it("An early request that failed is the failure of the call, which can retry it", async () => {
  const fetch = network(() => {
    throw new TypeError("Failed to fetch")
  })
  await expect(requestEarly(request)).rejects.toThrow("Failed to fetch")
  expect(await send(request)).toMatchObject({ _tag: "Failure" })
  expect(fetch).toHaveBeenCalledOnce()
})

it("An early respond with too large a body fails the call like any other", async () => {
  network(() => new Response("x".repeat(101)))
  requestEarly(request).catch(() => {})
  const exit = await send(request)
  expect(JSON.stringify(exit)).toContain("ResponseTooLarge")
})

it("A response that no call takes is dropped after ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  network(() => Response.json({}))
  await requestEarly(request)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(takeEarlyResponse(request)).toBeUndefined()
})
