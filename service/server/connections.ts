/**
 * Limits the open connections of a server, in all and per address.
 *
 * At a limit a new connection replaces the one that has been idle the longest. A connection is idle until a request has
 * arrived completely. So neither idle nor slow connections lock out new ones. A new connection gets 503
 * only while the service handles a request on every connection.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { networkOf } from "../http/client-ip-address.ts"

export interface MaxConnections {
  readonly total: number
  /** Of one address, or `null` for no limit. */
  readonly perAddress: (address: string) => number | null
}

export interface Connections {
  /** Counts a new connection, or closes it if there is no room. */
  readonly open: (socket: Socket) => void
  /** Notes that a request has begun on its connection. */
  readonly begin: (request: IncomingMessage, response: ServerResponse) => void
}

interface OpenSocket {
  readonly socket: Socket
  readonly network: string
  /** The request that is being handled. */
  request: IncomingMessage | null
}

export const trackConnections = ({ perAddress, total }: MaxConnections): Connections => {
  // Ordered by the time since which they are idle.
  const connections = new Map<Socket, OpenSocket>()
  const counts = new Map<string, number>()

  const remove = (socket: Socket) => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connections.delete(socket)
    const count = (counts.get(connection.network) ?? 0) - 1
    if (count > 0) counts.set(connection.network, count)
    else counts.delete(connection.network)
  }

  /** Closes the connection that was idle the longest, of one network or of any. Returns whether there was one. */
  const closeWaiting = (network: string | null): boolean => {
    for (const connection of connections.values()) {
      if (network !== null && connection.network !== network) continue
      if (connection.request !== null && connection.request.complete) continue
      remove(connection.socket)
      connection.socket.destroy()
      return true
    }
    return false
  }

  const busiest = (): string | null => {
    let [found, most]: [string | null, number] = [null, 0]
    for (const [network, count] of counts) if (count > most) [found, most] = [network, count]
    return found
  }

  return {
    open: (socket) => {
      const network = networkOf(socket.remoteAddress ?? "")
      const limit = perAddress(socket.remoteAddress ?? "")
      const isFull = limit !== null && (counts.get(network) ?? 0) >= limit
      const hasRoom =
        (!isFull || closeWaiting(network)) &&
        (connections.size < total || closeWaiting(busiest()) || closeWaiting(null))
      if (!hasRoom) {
        socket.end(OVERLOADED)
        return socket.destroySoon()
      }
      connections.set(socket, { socket, network, request: null })
      counts.set(network, (counts.get(network) ?? 0) + 1)
      socket.once("close", () => remove(socket))
    },
    begin: (request, response) => {
      const connection = connections.get(request.socket)
      if (connection === undefined) return
      connection.request = request
      response.once("close", () => {
        // A pipelined request may have begun meanwhile.
        if (connection.request !== request) return
        connection.request = null
        if (connections.delete(connection.socket)) connections.set(connection.socket, connection)
      })
    }
  }
}

const OVERLOADED =
  "HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
