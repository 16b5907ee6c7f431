/** Builds responses from the results of handlers. */
import { Effect, Schema } from "effect"
import { errorBody } from "../../core/errors/known-error.ts"
import { knownErrorByCode } from "../../core/errors/known-errors.ts"
import { header } from "../../core/http/headers.ts"
import { statusText } from "../../core/http/status.ts"
import { randomText } from "../../core/session/random.ts"
import { PasswordHashUnsupported } from "../crypto/password-hasher.ts"
import { PasswordHasherBusy } from "../crypto/work-queue.ts"
import { RawResponse } from "../response/raw-response.ts"
import type { Implementation, EncodedSuccess } from "../endpoint/implement.ts"
import { retryAfter } from "../response/response-headers.ts"
import type { ServiceRequest } from "../request/service-request.ts"
import type { ServiceResponse } from "../response/service-response.ts"

/** Longer JSON is not indented: with deep metadata its indented form is up to 100 times as long. */
const MAX_INDENTED = 20_000

/** Serializes a value, indented for browsers if it is short. */
const jsonOf = (request: ServiceRequest, value: unknown): string => {
  const text = JSON.stringify(value)
  const isIndented = text.length <= MAX_INDENTED && request.headers["accept"]?.includes("text/html") === true
  return isIndented ? JSON.stringify(value, null, 2) : text
}

/** Builds a JSON response. */
const jsonResponse = (
  request: ServiceRequest,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): ServiceResponse => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: jsonOf(request, body)
})

/** Builds a response in the form that the endpoint declares. */
export const successResponse = (
  request: ServiceRequest,
  { responseFormat }: Pick<Implementation<unknown>, "responseFormat">,
  { status, success }: EncodedSuccess
): ServiceResponse => {
  if (responseFormat === "text") return textResponse(status, String(success))
  if (responseFormat === "redirect") return { status, headers: { location: String(success) }, body: "" }
  return jsonResponse(request, status, success)
}

export const textResponse = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {}
): ServiceResponse => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", ...headers },
  body: text
})

/** Builds the response of a failure. Any failure except known errors of the contract is a defect. */
export const errorResponse = (request: ServiceRequest, error: unknown): Effect.Effect<ServiceResponse> => {
  if (error instanceof RawResponse) return Effect.succeed(error.response)
  if (error instanceof PasswordHasherBusy) return Effect.succeed(textResponse(503, error.message, retryAfter(5)))
  if (error instanceof PasswordHashUnsupported)
    return Effect.succeed(
      // Another process of the service may be able to check it.
      textResponse(
        503,
        "This password cannot be checked at the moment. The service's log has the reason.",
        retryAfter(5)
      )
    )
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""
  const known = knownErrorByCode(code)
  if (known === undefined) return Effect.die(error)
  return Schema.encodeUnknownEffect(errorBody(known))(error).pipe(
    Effect.orDie,
    Effect.map((body) => jsonResponse(request, known.status, body, { [header.knownError]: code }))
  )
}

/** The response of a defect. The log has the details. */
export const internalErrorResponse = textResponse(500, `${statusText[500]}: see the service's log.`)

/** The response while the database is unavailable. The log has the reason. */
export const unavailableText = `${statusText[503]}: the database refuses statements at the moment.`
export const retrySoon = retryAfter(1)
export const unavailableResponse = textResponse(503, unavailableText, retrySoon)

export const newRequestId = (): string => randomText(16)

/** Adds the headers of every response. Moves an error status to a header if a header of the request demands it. */
export const complete = (
  request: ServiceRequest,
  { headers, status, ...response }: ServiceResponse,
  requestId: string
): ServiceResponse => {
  const hidden = status >= 400 && status <= 599 && request.headers[header.overrideErrorStatus] !== undefined
  return {
    ...response,
    status: hidden ? 200 : status,
    headers: {
      "cache-control": "no-store, max-age=0",
      "x-content-type-options": "nosniff",
      ...headers,
      ...(hidden && { [header.actualStatus]: String(status) }),
      [header.requestId]: requestId
    }
  }
}
