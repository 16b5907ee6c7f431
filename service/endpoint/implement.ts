/**
 * The other side of the contract: an endpoint's descriptor and the function that answers it.
 *
 * A handler may fail with the errors that its endpoint declares, with those that any endpoint may answer, and with an
 * `HttpErrorResponse`. Anything else does not compile.
 */
import { Effect } from "effect"
import type { CommonError } from "../../core/errors/common-errors.ts"
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/user.ts"
import { type Endpoint, type EndpointFacts, fullPath } from "../../core/http/endpoint.ts"
import { header } from "../../core/http/headers.ts"
import type { Tier } from "../../core/schema/tier.ts"
import type { PasswordHasherBusy } from "../crypto/work-queue.ts"
import { directDecoderEffect, directEncoder } from "../schema/direct.ts"
import { DEFAULT_BODY, SMALL_BODY } from "./body-limits.ts"
import { Caller } from "./caller.ts"
import { coercionOf } from "./coerce.ts"
import type { HttpErrorResponse } from "./http-error-response.ts"
import { inspect } from "./input-limits.ts"
import type { ReceivedRequest } from "./received-request.ts"
import { linesOf, schemaError } from "./schema-error.ts"

/** What any endpoint may answer; the last one by those that take `me` for a user's id, whatever they declare. */
export type AnyFailure = CommonError | HttpErrorResponse | CannotGetOwnUserWithoutUser | PasswordHasherBusy

export interface Options<Failure, R> {
  /** The longest body, in bytes. */
  readonly bodyLimit?: number
  /** Fields of the body whose length the endpoint limits itself. */
  readonly long?: ReadonlyArray<string>
  /** Fields of the body that take any JSON. */
  readonly json?: ReadonlyArray<string>
  /** Headers of every answer, errors included. */
  readonly headers?: Readonly<Record<string, string>>
  /** Looks at the request before its schema does, and may change it. */
  readonly prepare?: (received: ReceivedRequest) => Effect.Effect<ReceivedRequest, Failure | AnyFailure, R>
}

/** An endpoint with its handler. `R` is what the handler needs. */
export interface Implementation<out R> {
  readonly name: string
  readonly method: string
  /** The whole path with its parameters: `/api/v1/teams/:team_id`. */
  readonly path: string
  /** Who may call it. Empty: everybody. */
  readonly tiers: ReadonlyArray<Tier>
  /** Whether the headers of a project call mean something here. */
  readonly authenticated: boolean
  readonly bodyLimit: number
  readonly headers: Readonly<Record<string, string>>
  /** The status of its success. */
  readonly status: number
  /** What its success is: JSON, a text, or the address of a redirect. */
  readonly form: EndpointFacts["answer"]
  /** Checks the request, handles it, and gives what its success is. */
  readonly answer: (received: ReceivedRequest) => Effect.Effect<unknown, unknown, R>
}

const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** Of a request with more members only the first mistake is reported: describing one takes longer than reading it. */
const MAX_REPORTED_MEMBERS = 1000

const strict = { onExcessProperty: "error", errors: "all" } as const

/** What has to come along besides the parts of a request, and did not: one line for each. */
const missing = (
  requires: EndpointFacts["requires"],
  received: ReceivedRequest,
  caller: Caller["Service"]
): ReadonlyArray<string> =>
  requires.flatMap((required) => {
    if (required === "user") return caller === null || caller.userId === null ? ["auth.user: Missing"] : []
    return received.headers[header.refreshToken] ? [] : [`headers.${header.refreshToken}: Missing`]
  })

/** Answers an endpoint. The request as it came is there for what no schema describes: its headers, above all. */
export const implement = <Input, Success, Failure, R = never, P = never>(
  endpoint: Endpoint<Input, Success, Failure>,
  handle: (
    input: Input,
    received: ReceivedRequest
  ) => Effect.Effect<NoInfer<Success>, NoInfer<Failure> | AnyFailure, R>,
  options: Options<NoInfer<Failure>, P> = {}
): Implementation<R | P | Caller> => {
  const partNames = Object.keys(endpoint.parts)
  const prepare: NonNullable<Options<Failure, P>["prepare"]> = options.prepare ?? Effect.succeed
  const rules = { long: new Set(options.long), json: new Set(options.json) }
  // Queries and paths are texts, and stay texts.
  const { body } = endpoint.parts
  // Made for the first request: a service has many endpoints, and few of them are called while it starts.
  let coerceBody: ((value: unknown) => unknown) | undefined
  const decodeSmall = once(() => directDecoderEffect(endpoint.input, strict))
  const decodeLarge = once(() => directDecoderEffect(endpoint.input, { ...strict, errors: "first" }))
  const encode = directEncoder(endpoint.success)

  const read = Effect.fnUntraced(function* (received: ReceivedRequest) {
    const given: Readonly<Record<string, unknown>> = { ...received }
    const declared = Object.fromEntries(partNames.map((part) => [part, given[part]]))
    const inspected = partNames.map((part) => inspect(part, declared[part], rules))
    const members = inspected.reduce((sum, { members }) => sum + members, 0)
    const violations = inspected.flatMap(({ lines }) => lines)
    const refused = [...missing(endpoint.requires, received, yield* Caller), ...violations]
    if (refused.length > 0) return yield* schemaError(received.title, refused)
    if (body !== undefined) {
      coerceBody ??= coercionOf(body)
      declared["body"] = coerceBody(declared["body"])
    }
    const decode = members > MAX_REPORTED_MEMBERS ? decodeLarge() : decodeSmall()
    return yield* decode(declared).pipe(Effect.mapError(({ issue }) => schemaError(received.title, linesOf(issue))))
  })

  return {
    name: endpoint.name,
    method: endpoint.method,
    // The root of the API is written without the slash at its end.
    path: fullPath(endpoint),
    tiers: endpoint.tiers,
    authenticated: endpoint.prefix !== "",
    bodyLimit: options.bodyLimit ?? (endpoint.tiers.length === 0 ? SMALL_BODY : DEFAULT_BODY),
    headers: options.headers ?? {},
    status: endpoint.status,
    form: endpoint.answer,
    answer: (received) =>
      prepare(received).pipe(
        Effect.flatMap((prepared) => Effect.flatMap(read(prepared), (input) => handle(input, prepared))),
        // What a handler gives is of the endpoint's type: if it cannot be encoded, the service is wrong.
        Effect.map(encode)
      )
  }
}
