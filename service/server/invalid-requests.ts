/** Responds to requests that are not valid HTTP or do not arrive in time. */
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"

const statuses: ReadonlyMap<string | undefined, string> = new Map([
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"]
])

/** Connections that received their last response. Node reports an error for all further data. */
const rejectedSockets = new WeakSet<Socket>()

/** Connections with a response to their last request, which may still be arriving. */
const respondedSockets = new WeakSet<Socket>()

/** Notes that a request has begun on its connection. */
export const noteRequest = ({ socket }: IncomingMessage): void => void respondedSockets.delete(socket)

/** Notes that the request on a connection has its response. */
export const noteResponse = ({ socket }: IncomingMessage): void => void respondedSockets.add(socket)

/** Responds to an invalid request and closes its connection, at the latest after `linger` milliseconds. */
export const rejectInvalidRequest =
  (linger: number) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (rejectedSockets.has(socket)) return
    rejectedSockets.add(socket)
    if (!socket.writable || respondedSockets.has(socket)) return void socket.destroy()
    const status = statuses.get(error.code) ?? "400 Bad Request"
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    const timer = setTimeout(() => socket.destroy(), linger).unref()
    socket.once("close", () => clearTimeout(timer))
  }
