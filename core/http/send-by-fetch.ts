/** Sends one request by `fetch` and reads its response. */
import { readStream } from "./read-stream.ts"
import type { TransportRequest, TransportResponse } from "./transport.ts"

// Only Cloudflare Workers have this global.
export const isWorkers = "WebSocketPair" in globalThis

// Cloudflare Workers reject both options.
export const fetchOptions: RequestInit = isWorkers ? {} : { cache: "no-store", credentials: "omit" }

/** The body is larger than the limit of the request. */
export class ResponseBodyTooLarge extends Error {}

/** Reads the body of a response as text. */
const readText = async (response: Response, limitBytes: number): Promise<string> => {
  // React Native has no response streams.
  if (!response.body) return response.text()
  const bytes = await readStream(response.body, limitBytes)
  if (bytes === null) throw new ResponseBodyTooLarge()
  return new TextDecoder().decode(bytes)
}

/** Rejects with `ResponseBodyTooLarge`, or with the error of `fetch`. Does not follow redirects. */
export const sendByFetch = async (
  fetch: typeof globalThis.fetch,
  { body, headers, maxResponseBytes, method, url }: TransportRequest,
  signal?: AbortSignal
): Promise<TransportResponse> => {
  const response = await fetch(url, {
    ...fetchOptions,
    method,
    headers,
    redirect: "manual",
    ...(signal && { signal }),
    ...(body !== undefined && { body })
  })
  return {
    status: response.status,
    header: (name: string) => response.headers.get(name) ?? undefined,
    body: await readText(response, maxResponseBytes)
  }
}
