/**
 * Implements an endpoint of the contract.
 *
 * A handler may fail with the errors that its endpoint declares, with the common errors and with a `RawResponse`. Any
 * other error does not compile.
 */
import { Effect } from "effect"
import type { CommonError } from "../../core/errors/common-errors.ts"
import type { CannotGetOwnUserWithoutUser } from "../../core/errors/own-user.ts"
import type { Endpoint, EndpointFacts } from "../../core/http/endpoint.ts"
import { fullPath } from "../../core/http/path.ts"
import { header } from "../../core/http/headers.ts"
import type { Tier } from "../../core/schema/tier.ts"
import type { PasswordHashUnsupported } from "../crypto/password-hasher.ts"
import type { PasswordHasherBusy } from "../crypto/work-queue.ts"
import { directDecoderEffect, directEncoder } from "../schema/direct.ts"
import { ReadReplica } from "../sql/replica/read-replica.ts"
import { DEFAULT_BODY, SMALL_BODY } from "./body-limits.ts"
import { Caller } from "./caller.ts"
import { coercionOf } from "./coerce.ts"
import type { RawResponse } from "./raw-response.ts"
import { inspect } from "./input-limits.ts"
import type { ReceivedRequest } from "./received-request.ts"
import { linesOf, schemaError } from "./schema-error.ts"

/** Errors that every handler may fail with. */
type AnyFailure = CommonError | RawResponse | CannotGetOwnUserWithoutUser | PasswordHasherBusy | PasswordHashUnsupported

interface Options<Success, Failure, R> {
  /** The status of a success, for an endpoint with several. Default: that of the endpoint. */
  readonly statusOf?: (success: Success) => number
  /** The limit of the body, in bytes. */
  readonly bodyLimit?: number
  /** Fields of the body whose length the schema limits. */
  readonly long?: ReadonlyArray<string>
  /** Fields of the body that accept any JSON. */
  readonly json?: ReadonlyArray<string>
  /** Fields of the body with names that clients set. */
  readonly names?: ReadonlyArray<string>
  /** Headers of every response, errors included. */
  readonly headers?: Readonly<Record<string, string>>
  /** Reads from the read replica, if there is one. The handler must not write. Default: false. */
  readonly isReadFromReplica?: boolean
  /** Reads the caller's user with the caller, by one statement (`user` of `Caller`). Default: false. */
  readonly readsUser?: boolean
  /** Runs before the schema, and may change the request. */
  readonly prepare?: (received: ReceivedRequest) => Effect.Effect<ReceivedRequest, Failure | AnyFailure, R>
}

/** The status of a success, and its encoded value. */
export interface EncodedSuccess {
  readonly status: number
  readonly success: unknown
}

/** An endpoint with its handler. `R` is what the handler needs. */
export interface Implementation<out R> {
  readonly name: string
  readonly method: string
  /** The whole path with its parameters: `/api/v1/teams/:team_id`. */
  readonly path: string
  /** The tiers that may call it. Empty: no credentials are needed. */
  readonly tiers: ReadonlyArray<Tier>
  /** True if the headers of a project are read. */
  readonly hasCaller: boolean
  /** True if it acts as the user of the access token. */
  readonly usesSession: boolean
  /** True if the record of the caller's user is read with the caller. */
  readonly readsUser: boolean
  readonly bodyLimit: number
  readonly headers: Readonly<Record<string, string>>
  /** The form of the success: JSON, a text, or the URL of a redirect. */
  readonly responseFormat: EndpointFacts["responseFormat"]
  /** Validates and handles the request. */
  readonly handle: (received: ReceivedRequest) => Effect.Effect<EncodedSuccess, unknown, R>
}

const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** Requests with more members get only their first issue reported: formatting issues takes longer than decoding. */
const MAX_REPORTED_MEMBERS = 1000

const strict = { onExcessProperty: "error", errors: "all" } as const

/** Returns a line for each requirement of the endpoint that the request does not meet. */
const findMissing = (
  requires: EndpointFacts["requires"],
  received: ReceivedRequest,
  caller: Caller["Service"]
): ReadonlyArray<string> =>
  requires.flatMap((required) => {
    if (required === "user") return caller === null || caller.userId === null ? ["auth.user: Missing"] : []
    return received.headers[header.refreshToken] ? [] : [`headers.${header.refreshToken}: Missing`]
  })

/** Joins an endpoint to its handler, which also gets the request itself for headers that no schema describes. */
export const implement = <Input, Success, Failure, R = never, P = never>(
  endpoint: Endpoint<Input, Success, Failure>,
  handle: (
    input: Input,
    received: ReceivedRequest
  ) => Effect.Effect<NoInfer<Success>, NoInfer<Failure> | AnyFailure, R>,
  options: Options<NoInfer<Success>, NoInfer<Failure>, P> = {}
): Implementation<R | P | Caller> => {
  const partNames = Object.keys(endpoint.schemas)
  const prepare: NonNullable<Options<Success, Failure, P>["prepare"]> = options.prepare ?? Effect.succeed
  const rules = { long: new Set(options.long), json: new Set(options.json), names: new Set(options.names) }
  // Only bodies are coerced: queries and paths are strings.
  const { body } = endpoint.schemas
  // Created by the first request, so that the service starts faster.
  let coerceBody: ((value: unknown) => unknown) | undefined
  const decodeSmall = once(() => directDecoderEffect(endpoint.input, strict))
  const decodeLarge = once(() => directDecoderEffect(endpoint.input, { ...strict, errors: "first" }))
  // Validating large metadata again would block the event loop for up to a second.
  const encode = directEncoder(endpoint.success, { isJsonValid: true })
  const handleOnServer: typeof handle =
    options.isReadFromReplica === true
      ? (input, received) => ReadReplica.use(({ read }) => read(handle(input, received)))
      : handle

  const read = Effect.fnUntraced(function* (received: ReceivedRequest) {
    const absent = findMissing(endpoint.requires, received, yield* Caller)
    // Before the inspection, which takes long for a large body.
    if (absent.length > 0) return yield* schemaError(received.title, absent)
    const given: Readonly<Record<string, unknown>> = { ...received }
    const declared = Object.fromEntries(partNames.map((part) => [part, given[part]]))
    const inspected = partNames.map((part) => inspect(part, declared[part], rules))
    const members = inspected.reduce((sum, { members }) => sum + members, 0)
    const violations = inspected.flatMap(({ lines }) => lines)
    if (violations.length > 0) return yield* schemaError(received.title, violations)
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
    path: fullPath(endpoint),
    tiers: endpoint.tiers,
    hasCaller: endpoint.prefix !== "",
    usesSession: endpoint.session === "current",
    readsUser: options.readsUser ?? false,
    bodyLimit: options.bodyLimit ?? (endpoint.tiers.length === 0 ? SMALL_BODY : DEFAULT_BODY),
    headers: options.headers ?? {},
    responseFormat: endpoint.responseFormat,
    handle: (received) =>
      prepare(received).pipe(
        Effect.flatMap((prepared) => Effect.flatMap(read(prepared), (input) => handleOnServer(input, prepared))),
        // A result that cannot be encoded is a defect.
        Effect.map((success) => ({ status: options.statusOf?.(success) ?? endpoint.status, success: encode(success) }))
      )
  }
}
