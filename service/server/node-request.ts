/** Converts requests and responses of Node's HTTP server. */
import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { BodyIncomplete, BodyTooLarge, type ServiceRequest } from "../request/service-request.ts"
import { bodilessStatuses, type ServiceResponse } from "../response/service-response.ts"

/**
 * Converts a request.
 *
 * @param target path and query, where `url` is not the one of the request line
 */
export const fromNode = (request: IncomingMessage, target = request.url ?? ""): ServiceRequest => ({
  method: request.method ?? "",
  target,
  headers: textHeaders(request),
  repeated: repeatedIn(request),
  address: request.socket.remoteAddress,
  body: (limit) => readLimited(request, limit)
})

type TextHeaders = ServiceRequest["headers"]

/** Excludes `Set-Cookie`, the only header that Node returns as an array. Requests do not have it. */
const areTexts = (headers: object): headers is TextHeaders => !("set-cookie" in headers)

const textHeaders = ({ headers }: IncomingMessage): TextHeaders =>
  areTexts(headers)
    ? headers
    : Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value])
      )

/** Returns the names of repeated headers. `rawHeaders` has names and values in turn. */
const repeatedIn = ({ headers, rawHeaders }: IncomingMessage): ReadonlyArray<string> => {
  if (Object.keys(headers).length * 2 === rawHeaders.length) return none
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? ""
    if (seen.has(name)) repeated.add(name)
    else seen.add(name)
  }
  return repeated.size === 0 ? none : [...repeated]
}

const none: ReadonlyArray<string> = []

const readLimited = (request: IncomingMessage, limit: number) =>
  Effect.callback<Uint8Array, BodyTooLarge | BodyIncomplete>((resume) => {
    // The client disconnected while the request was queued, so no event follows.
    if (request.destroyed) return resume(new BodyIncomplete())
    if (Number(request.headers["content-length"] ?? 0) > limit) return resume(new BodyTooLarge({ limit }))
    const chunks: Array<Buffer> = []
    let length = 0
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) return chunks.push(chunk)
      request.pause()
      return resume(new BodyTooLarge({ limit }))
    })
    request.once("end", () => resume(Effect.succeed(Buffer.concat(chunks))))
    // Also emitted after the end. An error captures a stack trace, which takes longer than reading a short body.
    request.once("close", () => {
      if (!request.readableEnded) resume(new BodyIncomplete())
    })
  })

/** Sends a response whose connection does not break. */
export const sendToNode = (response: ServerResponse, { body, headers, status }: ServiceResponse): void => {
  // Without a length, Node sends the response in chunks. One without a body has none (RFC 9110, section 8.6).
  const length = Buffer.byteLength(body)
  response
    .writeHead(status, bodilessStatuses.has(status) ? headers : { ...headers, "content-length": length })
    .end(body)
}
