/**
 * Answers that are no known error: a handler fails with one to end the request with it.
 *
 * Known errors have classes of their own in `core/errors`; these are the plain texts of the wire (section 3), and the
 * JSON of other standards.
 */
import { Data } from "effect"
import type { ServiceResponse } from "./service-request.ts"

export class HttpErrorResponse extends Data.TaggedError("HttpErrorResponse")<{ readonly response: ServiceResponse }> {}

/** A status and a text for people. */
export const textError = (
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {}
): HttpErrorResponse =>
  new HttpErrorResponse({
    response: { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body: text }
  })

/** A status and JSON that follows another standard than the wire's own. */
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
