/**
 * Requests that a page sends before its runtime is loaded. The first call that sends the same request takes the answer
 * instead, so that there is one request in all.
 */
import { exchange } from "../../core/http/exchange.ts"
import { header } from "../../core/http/headers.ts"
import type { TransportRequest, TransportResponse } from "../../core/http/transport.ts"

/** Time after which an answer that no call has taken is dropped, in milliseconds. */
const ANSWER_LIFE = 10_000

const answers = new Map<string, Promise<TransportResponse>>()

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
 * Sends a request without a body by the page's `fetch`, unless the same one has been sent. Rejects as `exchange` does.
 */
export const requestEarly = (request: TransportRequest): Promise<TransportResponse> => {
  const key = keyOf(request)
  const known = answers.get(key)
  if (known !== undefined) return known
  const answer = exchange((input, init) => globalThis.fetch(input, init), request)
  answers.set(key, answer)
  const expire = () =>
    setTimeout(() => {
      if (answers.get(key) === answer) answers.delete(key)
    }, ANSWER_LIFE)
  answer.then(expire, expire)
  return answer
}

/** Returns the answer of an early request, once. */
export const takeEarlyAnswer = (request: TransportRequest): Promise<TransportResponse> | undefined => {
  if (answers.size === 0) return undefined
  const key = keyOf(request)
  const answer = answers.get(key)
  answers.delete(key)
  return answer
}
