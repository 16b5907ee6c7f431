/**
 * Responses without a known error: a handler fails with one to end the request.
 *
 * Known errors have classes in `core/errors`. These are plain texts, the JSON errors of other standards, and pages.
 */
import { Data } from "effect"
import type { ServiceResponse } from "./service-request.ts"

export class HttpErrorResponse extends Data.TaggedError("HttpErrorResponse")<{ readonly response: ServiceResponse }> {}

/** Returns a response with a status and a plain text. */
export const textError = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {}
): HttpErrorResponse =>
  new HttpErrorResponse({
    response: { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body: text }
  })

/** Returns a successful response with JSON, for an endpoint whose success has another form. */
export const jsonAnswer = (body: object): HttpErrorResponse => jsonError(200, body)

/** Returns a response with a status and JSON of another standard, such as OAuth. */
export const jsonError = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {}
): HttpErrorResponse =>
  new HttpErrorResponse({
    response: {
      status,
      headers: { "content-type": "application/json; charset=utf-8", ...headers },
      body: JSON.stringify(body)
    }
  })
