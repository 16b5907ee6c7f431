/**
 * Responses that no schema of an endpoint describes: a handler fails with one to end the request.
 *
 * These are errors without a class in `core/errors` (plain texts, and the JSON errors of other standards), pages,
 * files, and successes in another form than that of the endpoint.
 */
import { Data } from "effect"
import type { ServiceResponse } from "./service-response.ts"

export class RawResponse extends Data.TaggedError("RawResponse")<{ readonly response: ServiceResponse }> {}

/** Returns a response with a status and a plain text. */
export const textError = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): RawResponse =>
  new RawResponse({
    response: { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body: text }
  })

/** Returns a response with a status and JSON, such as an error of OAuth. */
export const rawJson = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): RawResponse =>
  new RawResponse({
    response: {
      status,
      headers: { "content-type": "application/json; charset=utf-8", ...headers },
      body: JSON.stringify(body)
    }
  })
