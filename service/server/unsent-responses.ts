/**
 * Bounds the memory of responses that their clients do not read, across all connections.
 *
 * The operating system takes most responses whole. The rest of a longer one stays in memory until the client reads it
 * or `responseTimeout` has passed. Any user can store an image and metadata of some megabytes, and request them on many
 * connections.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { networkOf } from "../http/client-ip-address.ts"

/** Bytes that all responses together may hold. */
const CAPACITY = 128_000_000

interface UnsentBytes {
  readonly length: number
  readonly network: string
  readonly socket: Socket
}

/**
 * Returns a function that counts a response until its connection has taken it. Beyond the capacity it closes
 * connections: of the network that holds the most, the one that has been unread the longest.
 */
export const trackUnsentResponses = (capacity = CAPACITY) => {
  // Ordered by the time since which they are unread.
  const unsent = new Map<ServerResponse, UnsentBytes>()
  const lengths = new Map<string, number>()
  let total = 0

  const add = (network: string, change: number) => {
    total += change
    const length = (lengths.get(network) ?? 0) + change
    if (length > 0) lengths.set(network, length)
    else lengths.delete(network)
  }
  const remove = (response: ServerResponse) => {
    const entry = unsent.get(response)
    if (entry === undefined) return
    unsent.delete(response)
    add(entry.network, -entry.length)
  }
  // A single response may exceed the capacity.
  const isFull = () => total > capacity && unsent.size > 1
  const largest = (): string | undefined => {
    let [found, most]: [string | undefined, number] = [undefined, 0]
    for (const [network, length] of lengths) if (length > most) [found, most] = [network, length]
    return found
  }
  const closeOne = () => {
    const network = largest()
    for (const [response, entry] of unsent) {
      if (entry.network !== network) continue
      remove(response)
      return entry.socket.destroy()
    }
  }

  // A response to a pipelined request has no socket until the one before it is sent.
  return ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const { writableLength: length } = response
    const network = networkOf(socket.remoteAddress ?? "")
    unsent.set(response, { length, network, socket })
    add(network, length)
    response.once("close", () => remove(response))
    while (isFull()) closeOne()
  }
}
