/** Reads the response of one attempt: actual status, known error or success. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import type { ApiConfigValues } from "../config/api-config.ts"
import { type AnyKnownError, errorBody } from "../errors/known-error.ts"
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

const staleCodes = new Set(["UNPARSABLE_ACCESS_TOKEN", "ACCESS_TOKEN_EXPIRED", "INVALID_PROJECT_FOR_ACCESS_TOKEN"])

/** What reading a response requires of its call. */
export interface ResponseContext {
  readonly config: ApiConfigValues
  readonly session: Session["Service"]
  /** The tokens that were sent. */
  readonly tokens: Tokens
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
  context: ResponseContext
): Effect.Effect<Success, Failure | StaleToken | FailedAttempt | RequestError> => {
  const status = actualStatus(response)
  if (status === null) {
    return context.toRequestError(new BrokenProtocol({ explanation: "its actual-status header is no HTTP status" }))
  }
  const code = response.header(header.knownError)
  if (code !== undefined) return readKnownError(endpoint, response, { code, status }, context)
  return status >= 200 && status < 300
    ? readSuccess(endpoint, response, context)
    : readUnexpectedStatus(endpoint, response, status, context)
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

const readSuccess = <Success>(
  endpoint: EndpointFacts<Success>,
  response: TransportResponse,
  { toRequestError }: ResponseContext
): Effect.Effect<Success, RequestError> => {
  const body = endpoint.responseFormat === "text" ? response.body : parse(response.body)
  if (body === undefined) return toRequestError(new UnexpectedBody({ issue: null }))
  return Effect.mapError(SchemaParser.decodeUnknownEffect(endpoint.success)(body), (issue) =>
    toRequestError(new UnexpectedBody({ issue }))
  )
}

const readKnownError = <Failure>(
  endpoint: EndpointFacts<unknown, Failure>,
  response: TransportResponse,
  { code, status }: { readonly code: string; readonly status: number },
  context: ResponseContext
): Effect.Effect<never, Failure | StaleToken | RequestError> => {
  const { config, session, tokens, toRequestError } = context
  const body = parse(response.body)
  // Fields of any JSON but `null` can be read.
  if ((body as { readonly code?: unknown } | null | undefined)?.code !== code) {
    return toRequestError(new BrokenProtocol({ explanation: "header and body name different errors" }))
  }
  if (staleCodes.has(code) && tokens.accessToken !== null) {
    return Effect.andThen(session.markRefused(tokens.accessToken), new StaleToken({ code }))
  }
  const declared = endpoint.errors.find((known) => known.code === code)
  if (declared !== undefined) return decodeError(declared, body, context, (error) => error)
  return Effect.flatMap(config.commonErrors, (errors) => {
    const common = errors.find((known) => known.code === code)
    if (common !== undefined) {
      return decodeError(common, body, context, (error) => toRequestError(new Refused({ error })))
    }
    // The body has a `code`, so it is an object.
    const { error: text } = body as { readonly error?: unknown }
    return toRequestError(
      new UnknownErrorCode({
        code: code.slice(0, 100),
        status,
        text: Redacted.make(typeof text === "string" ? text.slice(0, 500) : "")
      })
    )
  })
}

const decodeError = <Self, E>(
  known: AnyKnownError<Self>,
  body: unknown,
  { toRequestError }: ResponseContext,
  as: (error: Self) => E
) =>
  SchemaParser.decodeUnknownEffect(errorBody(known))(body).pipe(
    Effect.mapError((issue: SchemaIssue.Issue) => toRequestError(new UnexpectedBody({ issue }))),
    Effect.flatMap((error) => Effect.fail(as(error)))
  )

/** Reads an error response without the code of a known error. */
const readUnexpectedStatus = (
  endpoint: EndpointFacts,
  response: TransportResponse,
  status: number,
  { config, toRequestError }: ResponseContext
): Effect.Effect<never, FailedAttempt | RequestError> => {
  if (status === 405 || (status === 404 && endpoint.missingFrom !== null)) {
    const services = endpoint.missingFrom ?? "this service"
    return toRequestError(new NotAvailable({ cause: "server", explanation: `${services} does not have this call` }))
  }
  return Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<never, FailedAttempt | RequestError> => {
    const wait = retryAfterMillis(response.header("retry-after"), now)
    const retryAt = wait === null ? null : new Date(Math.min(now + wait, 8.64e15))
    const error = toRequestError(
      status === 429
        ? new RateLimited({ retryAt })
        : new UnexpectedStatus({ status, body: Redacted.make(response.body.slice(0, 2000)), retryAt })
    )
    const isRetryable =
      status === 429 ||
      (status === 508 && response.body.includes("INFINITE_LOOP_DETECTED")) ||
      (status === 503 && endpoint.idempotent)
    const retryAfter = wait ?? 0
    return isRetryable && retryAfter <= config.maxRetryAfterMillis
      ? new FailedAttempt({ error, retryAfterMillis: retryAfter })
      : error
  })
}
