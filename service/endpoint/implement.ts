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
import type { Tier } from "../../core/schema/tier.ts"
import type { PasswordHashUnsupported } from "../crypto/password-hasher.ts"
import type { PasswordHasherBusy } from "../crypto/work-queue.ts"
import { directEncoder } from "../schema/direct.ts"
import { ReadReplica } from "../sql/replica/read-replica.ts"
import { DEFAULT_BODY, SMALL_BODY } from "../validation/body-limits.ts"
import { type BodyFields, makeInputReader } from "./read-input.ts"
import type { Caller } from "../request/caller.ts"
import type { RawResponse } from "../response/raw-response.ts"
import type { ReceivedRequest } from "../request/received-request.ts"

/** Errors that every handler may fail with. */
type AnyFailure = CommonError | RawResponse | CannotGetOwnUserWithoutUser | PasswordHasherBusy | PasswordHashUnsupported

interface Options<Success, Failure, R> extends BodyFields {
  /** The status of a success, for an endpoint with several. Default: that of the endpoint. */
  readonly statusOf?: (success: Success) => number
  /** The limit of the body, in bytes. */
  readonly bodyLimit?: number
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

/** Joins an endpoint to its handler, which also gets the request itself for headers that no schema describes. */
export const implement = <Input, Success, Failure, R = never, P = never>(
  endpoint: Endpoint<Input, Success, Failure>,
  handle: (
    input: Input,
    received: ReceivedRequest
  ) => Effect.Effect<NoInfer<Success>, NoInfer<Failure> | AnyFailure, R>,
  options: Options<NoInfer<Success>, NoInfer<Failure>, P> = {}
): Implementation<R | P | Caller> => {
  const prepare: NonNullable<Options<Success, Failure, P>["prepare"]> = options.prepare ?? Effect.succeed
  const read = makeInputReader(endpoint, options)
  // Validating large metadata again would block the event loop for up to a second.
  const encode = directEncoder(endpoint.success, { isJsonValid: true })
  const handleOnServer: typeof handle =
    options.isReadFromReplica === true
      ? (input, received) => ReadReplica.use(({ read }) => read(handle(input, received)))
      : handle

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
