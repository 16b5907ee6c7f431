/** Sends responses with Node's HTTP server, and closes connections that cannot or may not be kept. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { ServiceResponse } from "../response/service-response.ts"
import type { Limits } from "./connection-limits.ts"
import { noteResponse } from "./invalid-requests.ts"
import { sendToNode } from "./node-request.ts"
import { trackUnsentResponses } from "./unsent-responses.ts"

/** Returns the function that sends a response. `isClosing` returns whether its connection is then closed. */
export const makeSendResponse = ({ responseTimeout }: Pick<Limits, "responseTimeout">, isClosing: () => boolean) => {
  const countUnsent = trackUnsentResponses()
  return (request: IncomingMessage, response: ServerResponse, sent: ServiceResponse): void => {
    if (sent.breaks !== undefined) return breakOff(response, sent)
    noteResponse(request)
    if (isClosing() || !canDiscardBody(request)) response.setHeader("connection", "close")
    sendToNode(response, sent)
    if (isTaken(response)) return
    destroyAfter(responseTimeout, request, response)
    countUnsent(request, response)
  }
}

/** Closes the connection before the response or within its body, as an injected fault. */
const breakOff = (response: ServerResponse, { body, breaks, headers, status }: ServiceResponse): void => {
  const { socket } = response
  const bytes = Buffer.from(body)
  if (socket === null || breaks === "before") return void socket?.destroy()
  response.writeHead(status, { ...headers, "content-length": bytes.length, connection: "close" })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy())
}

/** The maximum length of an unread body that is discarded after the response, to keep the connection. In bytes. */
const MAX_DISCARDED = 2_500_000

/** Returns whether Node can keep the connection, for which it must read the rest of the body. */
const canDiscardBody = ({ complete, headers }: IncomingMessage): boolean =>
  complete || (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= MAX_DISCARDED)

/** Returns whether the operating system has the whole response, as it has most of them at once. */
const isTaken = (response: ServerResponse): boolean => response.writableEnded && response.writableLength === 0

/** Ends the connection of a client that does not read its response. */
const destroyAfter = (millis: number, request: IncomingMessage, response: ServerResponse): void => {
  const timer = setTimeout(() => request.socket.destroy(), millis)
  response.once("close", () => clearTimeout(timer))
}
