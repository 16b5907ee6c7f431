/** Converts web `Request`s and `Response`s. */
import { Effect } from "effect"
import { readStream } from "../../core/http/read-stream.ts"
import { BodyIncomplete, BodyTooLarge, type ServiceRequest } from "../request/service-request.ts"
import { bodilessStatuses, type ServiceResponse } from "../response/service-response.ts"

/** The connection of a client, which a web `Request` does not describe. */
export interface ClientConnection {
  /** The IP address of the client. Rate limits use it, and the control API requires a loopback address. */
  readonly address?: string | undefined
}

/** Converts a request. */
export const fromWeb = (request: Request, { address }: ClientConnection): ServiceRequest => {
  const { host, pathname, protocol, search } = new URL(request.url)
  return {
    method: request.method,
    target: `${pathname}${search}`,
    // The scheme, which URLs of this service need.
    headers: { host, "x-forwarded-proto": protocol.slice(0, -1), ...Object.fromEntries(request.headers) },
    address,
    body: (limit) => readLimited(request.body, limit)
  }
}

const readLimited = (body: Request["body"], limit: number) =>
  Effect.suspend(() => {
    if (body === null) return Effect.succeed(new Uint8Array())
    return Effect.tryPromise({ try: () => readStream(body, limit), catch: () => new BodyIncomplete() }).pipe(
      Effect.flatMap((bytes) => (bytes === null ? new BodyTooLarge({ limit }) : Effect.succeed(bytes)))
    )
  })

/** Converts a response. Throws if its connection is to break. */
export const toWeb = ({ body, breaks, headers, status }: ServiceResponse): Response => {
  if (breaks === "before") throw new Error("The connection breaks before the response: an injected fault.")
  if (breaks === "within") return new Response(brokenStream(body), { status, headers })
  return new Response(bodilessStatuses.has(status) ? null : body, { status, headers })
}

/** A stream with half of a text and then an error. */
const brokenStream = (text: string): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  const halves = [bytes.subarray(0, Math.floor(bytes.length / 2))]
  return new ReadableStream<Uint8Array>(
    {
      // An error drops unread chunks, so it follows the last one.
      pull: (controller) => {
        const half = halves.pop()
        if (half === undefined)
          controller.error(new Error("The connection broke during the response: an injected fault."))
        else controller.enqueue(half)
      }
    },
    { highWaterMark: 0 }
  )
}
