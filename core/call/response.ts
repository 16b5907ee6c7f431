/** Reads the response of one attempt: actual status, known error or success. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import * as SchemaParser from "effect/SchemaParser"
import type { ApiConfigValues } from "../config/api-config.ts"
import { errorBody } from "../errors/known-error.ts"
import {
  BrokenProtocol,
  NotAvailable,
  RateLimited,
  Refused,
  type RequestError,
  type RequestErrorReason,
  UnexpectedBody,
  UnexpectedStatus,
  UnknownErrorCode
} from "../errors/request-error.ts"
import type { EndpointFacts } from "../http/endpoint.ts"
import { header } from "../http/headers.ts"
import { FailedAttempt } from "../http/retry.ts"
import { retryAfterMillis } from "../http/retry-after.ts"
import type { TransportResponse } from "../http/transport.ts"
import type { Session } from "../session/session.ts"
import type { Tokens } from "../session/tokens.ts"

/** The service refused the access token. The call may be repeated once with a fresh one. */
export class StaleToken extends Data.TaggedError("StaleToken")<{ readonly code: string }> {}

const staleCodes = ["UNPARSABLE_ACCESS_TOKEN", "ACCESS_TOKEN_EXPIRED", "INVALID_PROJECT_FOR_ACCESS_TOKEN"]

/** The body of a response with a known error, before it is decoded. */
interface ErrorResponseBody {
  readonly code: string
  readonly error?: unknown
}

/** What reading a response requires of its call. */
export interface ResponseContext {
  readonly config: ApiConfigValues
  readonly session: Session["Service"]
  /** Makes the `RequestError` of the call for a reason. */
  readonly toRequestError: (reason: RequestErrorReason) => RequestError
}

/**
 * Decodes a response. Fails with
 *
 * - the known errors that the endpoint declares,
 * - `StaleToken` if the service refused the access token,
 * - `FailedAttempt` if the retry schedule may repeat the call,
 * - `RequestError` for everything else.
 */
export const readResponse = <Success, Failure>(
  endpoint: EndpointFacts<Success, Failure>,
  response: TransportResponse,
  { accessToken }: Tokens,
  context: ResponseContext
): Effect.Effect<Success, Failure | StaleToken | FailedAttempt | RequestError> => {
  const status = actualStatus(response)
  if (status === null) {
    return context.toRequestError(new BrokenProtocol({ explanation: "its actual-status header is no HTTP status" }))
  }
  const code = response.header(header.knownError)
  if (code === undefined) {
    return status >= 200 && status < 300
      ? readSuccess(endpoint, response, context)
      : readUnexpectedStatus(endpoint, response, status, context)
  }
  // Fields of any JSON but `null` can be read.
  const body = parse(response.body) as ErrorResponseBody | null | undefined
  if (body?.code !== code) {
    return context.toRequestError(new BrokenProtocol({ explanation: "header and body name different errors" }))
  }
  return staleCodes.includes(code) && accessToken !== null
    ? Effect.andThen(context.session.markRefused(accessToken), new StaleToken({ code }))
    : readKnownError(endpoint, body, status, context)
}

/** The status that the service means: a header holds it where the HTTP status is 200 for proxies and browsers. */
const actualStatus = (response: TransportResponse): number | null => {
  const given = response.header(header.actualStatus)
  if (given === undefined) return response.status
  return /^[1-5]\d\d$/.test(given) ? Number(given) : null
}

/** Parses JSON; `undefined` if the text is none. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const decode = <A>(
  schema: Schema.Codec<A, unknown>,
  body: unknown,
  context: ResponseContext
): Effect.Effect<A, RequestError> =>
  Effect.mapError(SchemaParser.decodeUnknownEffect(schema)(body), (issue) =>
    context.toRequestError(new UnexpectedBody({ issue }))
  )

const readSuccess = <Success>(
  endpoint: EndpointFacts<Success>,
  { body: text }: TransportResponse,
  context: ResponseContext
): Effect.Effect<Success, RequestError> => {
  const body = endpoint.responseFormat === "text" ? text : parse(text)
  return body === undefined
    ? context.toRequestError(new UnexpectedBody({ issue: null }))
    : decode(endpoint.success, body, context)
}

const readKnownError = <Failure>(
  endpoint: EndpointFacts<unknown, Failure>,
  body: ErrorResponseBody,
  status: number,
  context: ResponseContext
): Effect.Effect<never, Failure | RequestError> => {
  const { code, error: text } = body
  const declared = endpoint.errors.find((known) => known.code === code)
  if (declared !== undefined) return Effect.flatMap(decode(errorBody(declared), body, context), Effect.fail)
  return Effect.flatMap(context.config.commonErrors, (errors) => {
    const common = errors.find((known) => known.code === code)
    return common !== undefined
      ? Effect.flatMap(decode(errorBody(common), body, context), (error) =>
          context.toRequestError(new Refused({ error }))
        )
      : context.toRequestError(
          new UnknownErrorCode({
            code: code.slice(0, 100),
            status,
            text: Redacted.make(typeof text === "string" ? text.slice(0, 500) : "")
          })
        )
  })
}

/** Reads an error response without the code of a known error. */
const readUnexpectedStatus = (
  endpoint: EndpointFacts,
  response: TransportResponse,
  status: number,
  context: ResponseContext
): Effect.Effect<never, FailedAttempt | RequestError> => {
  if (status === 405 || (status === 404 && endpoint.missingFrom !== null)) {
    const services = endpoint.missingFrom ?? "this service"
    return context.toRequestError(
      new NotAvailable({ cause: "server", explanation: `${services} does not have this call` })
    )
  }
  return Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<never, FailedAttempt | RequestError> => {
    const wait = retryAfterMillis(response.header("retry-after"), now)
    const retryAt = wait === null ? null : new Date(Math.min(now + wait, 8.64e15))
    const error = context.toRequestError(
      status === 429
        ? new RateLimited({ retryAt })
        : new UnexpectedStatus({ status, body: Redacted.make(response.body.slice(0, 2000)), retryAt })
    )
    const isRetryable =
      status === 429 ||
      (status === 508 && response.body.includes("INFINITE_LOOP_DETECTED")) ||
      (status === 503 && endpoint.idempotent)
    const retryAfter = wait ?? 0
    return isRetryable && retryAfter <= context.config.maxRetryAfterMillis
      ? new FailedAttempt({ error, retryAfterMillis: retryAfter })
      : error
  })
}
