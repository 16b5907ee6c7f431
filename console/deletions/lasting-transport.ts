/** A transport whose deletions outlive the page: the browser sends them also when the page is closed meanwhile. */
import { sendByFetch } from "../../core/http/send-by-fetch.ts"
import { sendRequest } from "../../core/http/transport-fetch.ts"
import type { Transport } from "../../core/http/transport.ts"

const keepAliveFetch: typeof fetch = (input, init) => fetch(input, { ...init, keepalive: true })

export const lastingTransport = (transport: Transport["Service"]): Transport["Service"] => ({
  send: (request) =>
    request.method === "DELETE"
      ? sendRequest(request, (signal) => sendByFetch(keepAliveFetch, request, signal))
      : transport.send(request)
})
