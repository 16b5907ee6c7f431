/** Reads and parses the body of a request. */
import { Effect } from "effect"
import { BodyParsingError } from "../../core/errors/protocol.ts"
import { type HttpErrorResponse, textError } from "../endpoint/http-error-response.ts"
import type { ServiceRequest } from "../endpoint/service-request.ts"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const attempt = <A>(read: () => A): Effect.Effect<A, BodyParsingError> =>
  Effect.try({ try: read, catch: () => new BodyParsingError() })

/**
 * Returns the body by its content type: JSON, the fields of a form as a flat object, a text, or bytes. Returns
 * undefined without a content type and for GET.
 */
export const readBody = (
  request: ServiceRequest,
  limit: number
): Effect.Effect<unknown, BodyParsingError | HttpErrorResponse> => {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  return request.method === "GET" || type === "" ? Effect.undefined : readAs(type, request, limit)
}

const readAs = Effect.fnUntraced(function* (type: string, request: ServiceRequest, limit: number) {
  const parse = parsers.get(type)
  if (parse === undefined) return yield* new BodyParsingError()
  const bytes = yield* request.body(limit).pipe(
    Effect.catchTags({
      BodyTooLarge: ({ limit }) => Effect.fail(textError(413, `The body is longer than ${limit} bytes.`)),
      BodyIncomplete: () => Effect.fail(new BodyParsingError())
    })
  )
  return yield* attempt(() => parse(bytes))
})

const text = (bytes: Uint8Array) => decoder.decode(bytes)

const parsers: ReadonlyMap<string, (bytes: Uint8Array) => unknown> = new Map<string, (bytes: Uint8Array) => unknown>([
  ["application/json", (bytes) => JSON.parse(text(bytes))],
  ["application/x-www-form-urlencoded", (bytes) => Object.fromEntries(new URLSearchParams(text(bytes)))],
  ["text/plain", text],
  ["application/octet-stream", (bytes) => bytes]
])
