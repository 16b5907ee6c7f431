/** Sets headers of a response of Node's HTTP servers after all others. */
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from "node:http"
import type { ResponseHeaders } from "./store-session.ts"

type Pair = [name: string, value: OutgoingHttpHeader]

/**
 * The headers among the arguments of `writeHead`: an object, or an array with names and values in turn or with pairs.
 */
type GivenHeaders = OutgoingHttpHeaders | Array<OutgoingHttpHeader> | Array<Pair> | undefined

/** A response of `node:http` or `node:http2`. */
export interface NodeResponse {
  /** Returns the value of a header that is set. */
  getHeader(name: string): OutgoingHttpHeader | undefined
  /** Returns true if a header is set. */
  hasHeader(name: string): boolean
  /** Removes a header. */
  removeHeader(name: string): unknown
  /** Sets a header. */
  setHeader(name: string, value: OutgoingHttpHeader): unknown
  /** Sends status and headers. */
  writeHead(status: number, reason?: string): unknown
}

/**
 * Calls a function once, just before the head of a response is sent, explicitly or by its first bytes. The function
 * sees all headers of the handler, also those that it passes to `writeHead`, and can replace them.
 */
export const callBeforeHead = (response: NodeResponse, setHeaders: (headers: ResponseHeaders) => void): void => {
  const writeHead = response.writeHead.bind(response)
  let isCalled = false
  response.writeHead = (status: number, reason?: string | GivenHeaders, headers?: GivenHeaders) => {
    setGivenHeaders(response, typeof reason === "string" ? headers : (headers ?? reason))
    if (!isCalled) {
      isCalled = true
      setHeaders({
        append: (name, value) => append(response, name, value),
        has: (name) => response.hasHeader(name),
        set: (name, value) => void response.setHeader(name, value)
      })
    }
    return writeHead(status, typeof reason === "string" ? reason : undefined)
  }
}

/**
 * Adds values to a header. `appendHeader` of Node adds them to the array that the application passed to `setHeader`,
 * which other responses may share.
 */
const append = (response: NodeResponse, name: string, value: OutgoingHttpHeader): void => {
  const current = response.getHeader(name)
  response.setHeader(name, current === undefined ? copyOf(value) : [current, value].flat().map(String))
}

const copyOf = (value: OutgoingHttpHeader): OutgoingHttpHeader => (Array.isArray(value) ? [...value] : value)

const setGivenHeaders = (response: NodeResponse, given: GivenHeaders): void => {
  if (!Array.isArray(given)) {
    for (const [name, value] of Object.entries(given ?? {})) {
      if (value !== undefined) response.setHeader(name, copyOf(value))
    }
    return
  }
  const list = isOfPairs(given) ? given.flat() : given
  const names = list.filter((_, index) => index % 2 === 0).map(String)
  for (const name of names) response.removeHeader(name)
  for (const [index, name] of names.entries()) {
    const value = list[index * 2 + 1]
    if (value !== undefined) append(response, name, value)
  }
}

const isOfPairs = (list: Array<OutgoingHttpHeader> | Array<Pair>): list is Array<Pair> => Array.isArray(list[0])
