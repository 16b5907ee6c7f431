/**
 * A transport that responds from a script, and records its requests with their times.
 *
 * `scripted(ok(user), tooMany())` responds to the first request with a user and to the second with 429. A third one is
 * a defect, so a test states the exact number of requests. `scripted(() => lost)` responds to every request alike.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ResponseTooLarge } from "../../core/errors/request-error.ts"
import { Transport, TransportFailure, type TransportRequest } from "../../core/http/transport.ts"

export interface ScriptedResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** A string is sent unchanged, everything else as JSON. */
  readonly body?: unknown
  /** The delay of the response. */
  readonly afterMillis?: number
}

/** A response, an immediate connection error (`lost`), or no response at all (`never`). */
export type ScriptedResult = ScriptedResponse | TransportFailure | "never"

export interface SeenRequest extends TransportRequest {
  /** The time of the request, in epoch milliseconds. */
  readonly at: number
}

export interface ScriptedTransport {
  readonly transport: Transport["Service"]
  readonly layer: Layer.Layer<Transport>
  /** All requests so far. */
  readonly requests: ReadonlyArray<SeenRequest>
  /** The number of requests that were aborted before their response. */
  readonly aborted: () => number
}

type Respond = (request: SeenRequest, index: number) => ScriptedResult

export const ok = (body: unknown, headers: Readonly<Record<string, string>> = {}): ScriptedResponse => ({
  status: 200,
  headers,
  body
})

export const status = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: unknown = ""
): ScriptedResponse => ({ status, headers, body })

/** 429, with a `Retry-After` if given. */
export const tooMany = (retryAfter?: string): ScriptedResponse =>
  status(429, retryAfter === undefined ? {} : { "retry-after": retryAfter })

/** A known error as the service sends it: the HTTP status is 200, the actual status is in a header. */
export const knownError = (code: string, actual: number, details?: unknown): ScriptedResponse =>
  status(
    200,
    { "x-stack-actual-status": String(actual), "x-stack-known-error": code },
    {
      code,
      error: `The text of ${code}.`,
      ...(details !== undefined && { details })
    }
  )

/** A broken connection. */
export const lost = new TransportFailure({ description: "ECONNRESET" })

export const scripted = (...script: ReadonlyArray<ScriptedResult> | readonly [Respond]): ScriptedTransport => {
  const requests: Array<SeenRequest> = []
  let aborted = 0
  const [first] = script
  const respond: Respond =
    typeof first === "function"
      ? first
      : ({ method, url }, index) => {
          const response = (script as ReadonlyArray<ScriptedResult>)[index]
          if (response === undefined) throw new Error(`request ${index + 1} is not in the script: ${method} ${url}`)
          return response
        }
  const transport = Transport.of({
    send: Effect.fnUntraced(function* (request) {
      const seen = { ...request, at: yield* Clock.currentTimeMillis }
      requests.push(seen)
      const response = respond(seen, requests.length - 1)
      const giveUp = Effect.sync(() => void aborted++)
      if (response === "never") return yield* Effect.onInterrupt(Effect.never, () => giveUp)
      if (response instanceof TransportFailure) return yield* response
      const { afterMillis, body, headers = {}, status } = response
      if (afterMillis !== undefined) yield* Effect.onInterrupt(Effect.sleep(afterMillis), () => giveUp)
      const lowerCase = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
      const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body)
      if (Buffer.byteLength(text) > request.maxResponseBytes) {
        return yield* Effect.fail(new ResponseTooLarge({ limitBytes: request.maxResponseBytes }))
      }
      return { status, header: (name: string) => lowerCase.get(name), body: text }
    })
  })
  return { transport, layer: Layer.succeed(Transport, transport), requests, aborted: () => aborted }
}
