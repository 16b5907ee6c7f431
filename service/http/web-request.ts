/** Converts web `Request`s and `Response`s. */
import { Effect } from "effect"
import { BodyIncomplete, BodyTooLarge, type ServiceRequest, type ServiceResponse } from "../endpoint/service-request.ts"

/** Data that a web `Request` does not have. */
export interface Origin {
  /** The IP address of the client. Rate limits use it, and the control API requires a loopback address. */
  readonly address?: string | undefined
}

/** Converts a request. */
export const fromWeb = (request: Request, { address }: Origin): ServiceRequest => {
  const { host, pathname, protocol, search } = new URL(request.url)
  return {
    method: request.method,
    target: `${pathname}${search}`,
    // The scheme, which URLs of this service need.
    headers: { host, "x-forwarded-proto": protocol.slice(0, -1), ...Object.fromEntries(request.headers) },
    address,
    body: (limit) =>
      Effect.tryPromise({
        try: () => readLimited(request, limit),
        catch: (cause) => (cause instanceof BodyTooLarge ? cause : new BodyIncomplete())
      })
  }
}

/** Stops reading at the limit. */
const readLimited = async (request: Request, limit: number): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > limit) throw new BodyTooLarge({ limit })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** These have no body, not even an empty one (RFC 9110, sections 15.3.5 and 15.4.5). */
const withoutBody = new Set([204, 304])

/** Converts a response. Throws if its connection is to break. */
export const toWeb = ({ body, breaks, headers, status }: ServiceResponse): Response => {
  if (breaks === "before") throw new Error("The connection breaks before the response: an injected fault.")
  if (breaks === "within") return new Response(endingWithin(body), { status, headers })
  return new Response(withoutBody.has(status) ? null : body, { status, headers })
}

/** A stream with half of a text and then an error. */
const endingWithin = (text: string): ReadableStream<Uint8Array> => {
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
