/** Reads and parses the body of a request. */
import { Effect } from "effect"
import { BodyParsingError } from "../../core/errors/protocol.ts"
import { type RawResponse, textError } from "../endpoint/raw-response.ts"
import type { ServiceRequest } from "../endpoint/service-request.ts"
import { hasMoreNodes } from "./json-nodes.ts"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const attempt = <A>(read: () => A): Effect.Effect<A, BodyParsingError> =>
  Effect.try({ try: read, catch: () => new BodyParsingError() })

/** What a body may have; a larger one is a 413. */
interface BodyLimits {
  readonly bytes: number
  /** The arrays, objects and members in JSON. Default: any number. */
  readonly nodes?: number
}

/** Endpoints that take forms have a few fields. 1 MB of fields takes 0.3 s to parse. */
const MAX_FORM_FIELDS = 1000

/**
 * Returns the body by its content type: JSON, the fields of a form as a flat object, a text, or bytes. Returns
 * undefined without a content type and for GET.
 */
export const readBody = (
  request: ServiceRequest,
  limits: BodyLimits
): Effect.Effect<unknown, BodyParsingError | RawResponse> => {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  return request.method === "GET" || type === "" ? Effect.undefined : readAs(type, request, limits)
}

const readAs = Effect.fnUntraced(function* (
  type: string,
  request: ServiceRequest,
  { bytes: limit, nodes = Number.POSITIVE_INFINITY }: BodyLimits
) {
  const parse = parsers.get(type)
  if (parse === undefined) return yield* new BodyParsingError()
  const bytes = yield* request.body(limit).pipe(
    Effect.catchTags({
      BodyTooLarge: ({ limit }) => Effect.fail(textError(413, `The body is longer than ${limit} bytes.`)),
      BodyIncomplete: () => Effect.fail(new BodyParsingError())
    })
  )
  if (type === JSON_TYPE && hasMoreNodes(bytes, nodes))
    return yield* textError(413, `The body has more than ${nodes} arrays, objects and members of objects.`)
  if (type === FORM_TYPE && bytes.filter((byte) => byte === AMPERSAND).length >= MAX_FORM_FIELDS)
    return yield* textError(413, `The form has more than ${MAX_FORM_FIELDS} fields.`)
  return yield* attempt(() => parse(bytes))
})

const JSON_TYPE = "application/json"
const FORM_TYPE = "application/x-www-form-urlencoded"

/** Separates the fields of a form. */
const AMPERSAND = 0x26

const text = (bytes: Uint8Array) => decoder.decode(bytes)

const parsers: ReadonlyMap<string, (bytes: Uint8Array) => unknown> = new Map<string, (bytes: Uint8Array) => unknown>([
  [JSON_TYPE, (bytes) => JSON.parse(text(bytes))],
  [FORM_TYPE, (bytes) => Object.fromEntries(new URLSearchParams(text(bytes)))],
  ["text/plain", text],
  ["application/octet-stream", (bytes) => bytes]
])
