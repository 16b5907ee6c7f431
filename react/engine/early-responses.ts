/**
 * Requests that a page sends before the engine is loaded. The first call that sends the same request takes the
 * response instead, so that there is one request in all.
 */
import { sendByFetch } from "../../core/http/send-by-fetch.ts"
import { header } from "../../core/http/headers.ts"
import type { TransportRequest, TransportResponse } from "../../core/http/transport.ts"

/** Time after which a response that no call has taken is dropped, in milliseconds. */
const RESPONSE_LIFE = 10_000

const responses = new Map<string, Promise<TransportResponse>>()

/** Identifies a request by all that the service reads of it. The nonce differs in each request. */
const keyOf = ({ headers, method, url }: TransportRequest) =>
  JSON.stringify([
    method,
    url,
    Object.entries(headers)
      .filter(([name]) => name !== header.randomNonce)
      .sort()
  ])

/**
 * Sends a request without a body by the page's `fetch`, unless the same one has been sent. Rejects as `sendByFetch`
 * does.
 */
export const requestEarly = (request: TransportRequest): Promise<TransportResponse> => {
  const key = keyOf(request)
  const known = responses.get(key)
  if (known !== undefined) return known
  const response = sendByFetch((input, init) => globalThis.fetch(input, init), request)
  responses.set(key, response)
  const expire = () =>
    setTimeout(() => {
      if (responses.get(key) === response) responses.delete(key)
    }, RESPONSE_LIFE)
  response.then(expire, expire)
  return response
}

/** Returns the response of an early request, once. */
export const takeEarlyResponse = (request: TransportRequest): Promise<TransportResponse> | undefined => {
  if (responses.size === 0) return undefined
  const key = keyOf(request)
  const response = responses.get(key)
  responses.delete(key)
  return response
}
