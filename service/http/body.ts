/** Reads and parses the body of a request. */
import { Effect } from "effect"
import { BodyParsingError } from "../../core/errors/protocol.ts"
import { SMALL_BODY } from "../validation/body-limits.ts"
import { type RawResponse, textError } from "../response/raw-response.ts"
import type { ServiceRequest } from "../request/service-request.ts"
import { hasMoreValues } from "./json-values.ts"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const attempt = <A>(read: () => A): Effect.Effect<A, BodyParsingError> =>
  Effect.try({ try: read, catch: () => new BodyParsingError() })

/** What a body may have; a larger one is a 413. */
interface BodyLimits {
  readonly bytes: number
  /** The values in JSON, those inside of others included. Default: any number. */
  readonly values?: number
}

/**
 * Clients send forms of a few fields. 1 MB of fields takes 0.3 s to parse, and 2.5 MB of `+` 0.4 s, so a form has at
 * most {@link SMALL_BODY} bytes, too.
 */
const MAX_FORM_FIELDS = 1000

/**
 * Returns the body by its content type: JSON, the fields of a form as a flat object, or a text. Returns undefined
 * without a content type, for GET, and for bytes: no endpoint takes them, and as an object they have a member for each
 * byte.
 */
export const readBody = (
  request: ServiceRequest,
  limits: BodyLimits
): Effect.Effect<unknown, BodyParsingError | RawResponse> => {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? ""
  const isIgnored = request.method === "GET" || type === "" || type === BYTES_TYPE
  return isIgnored ? Effect.undefined : readAs(type, request, limits)
}

const readAs = Effect.fnUntraced(function* (
  type: string,
  request: ServiceRequest,
  { bytes: maxBytes, values: maxValues = Number.POSITIVE_INFINITY }: BodyLimits
) {
  const parse = parsers.get(type)
  if (parse === undefined) return yield* new BodyParsingError()
  const bytes = yield* request.body(type === FORM_TYPE ? Math.min(maxBytes, SMALL_BODY) : maxBytes).pipe(
    Effect.catchTags({
      BodyTooLarge: ({ limit }) => Effect.fail(textError(413, `The body is longer than ${limit} bytes.`)),
      BodyIncomplete: () => Effect.fail(new BodyParsingError())
    })
  )
  if (type === JSON_TYPE && hasMoreValues(bytes, maxValues))
    return yield* textError(413, `The body has more than ${maxValues} JSON values.`)
  if (type === FORM_TYPE && bytes.filter((byte) => byte === AMPERSAND).length >= MAX_FORM_FIELDS)
    return yield* textError(413, `The form has more than ${MAX_FORM_FIELDS} fields.`)
  return yield* attempt(() => parse(bytes))
})

const JSON_TYPE = "application/json"
const FORM_TYPE = "application/x-www-form-urlencoded"
const BYTES_TYPE = "application/octet-stream"

/** Separates the fields of a form. */
const AMPERSAND = 0x26

const text = (bytes: Uint8Array) => decoder.decode(bytes)

const parsers: ReadonlyMap<string, (bytes: Uint8Array) => unknown> = new Map<string, (bytes: Uint8Array) => unknown>([
  [JSON_TYPE, (bytes) => JSON.parse(text(bytes))],
  [FORM_TYPE, (bytes) => Object.fromEntries(new URLSearchParams(text(bytes)))],
  ["text/plain", text]
])
