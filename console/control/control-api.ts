/** The client of the control API, which has the origin of this page. */

/** The service rejected a request. The message is shown to the user. */
export class RequestRejected extends Error {
  override readonly name = "RequestRejected"
  /** The message, and each of its problems. */
  readonly summary: string
  readonly problems: ReadonlyArray<string>
  constructor(summary: string, problems: ReadonlyArray<string> = []) {
    super([summary, ...problems].join(" "))
    this.summary = summary
    this.problems = problems
  }
}

/** The service did not respond: it has stopped, is restarting, or hangs. */
export class ServiceUnreachable extends Error {
  override readonly name = "ServiceUnreachable"
}

export interface ReadResult<A> {
  readonly value: A
  readonly etag: string | null
}

const request = async (path: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(`/_keystile${path}`, { ...init, cache: "no-store", credentials: "omit" })
  } catch (cause) {
    throw init.signal?.aborted ? cause : new ServiceUnreachable("The service does not respond.", { cause })
  }
}

/** Fails with `ServiceUnreachable` after a time limit, too. */
const requestWithin = (millis: number, path: string, init: RequestInit): Promise<Response> => {
  const late = new ServiceUnreachable(`The service has not responded for ${millis / 1000} seconds.`)
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(late), millis)
  return request(path, { ...init, signal: controller.signal }).finally(() => clearTimeout(timer))
}

const refusal = async (response: Response): Promise<RequestRejected> => {
  const text = await response.text()
  if (!response.headers.get("content-type")?.startsWith("application/json")) return new RequestRejected(text)
  const { error, problems = [] }: { readonly error: string; readonly problems?: ReadonlyArray<string> } =
    JSON.parse(text)
  return new RequestRejected(error, problems)
}

/** Reads a resource. Returns `null` if the ETag still matches. */
export const read = async <A>(
  path: string,
  etag: string | null,
  signal: AbortSignal
): Promise<ReadResult<A> | null> => {
  const response = await request(path, { signal, headers: etag === null ? {} : { "if-none-match": etag } })
  if (response.status === 304) return null
  if (!response.ok) throw await refusal(response)
  return { value: await response.json(), etag: response.headers.get("etag") }
}

const listeners = new Set<() => void>()

/** Calls `listener` after each change by this page. Returns a function that removes it. */
export const onChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls the listeners after a change by another API. */
export const announceChange = (): void => {
  for (const listener of listeners) listener()
}

/** The time limit of a request that changes something, in milliseconds. Dialogs stay open until its end. */
const CHANGE_TIMEOUT = 60_000

/** Sends a body, and returns that of the response. For calls that change nothing which a page shows. */
const send = async <A>(method: "POST" | "DELETE", path: string, body: object): Promise<A> => {
  const response = await requestWithin(CHANGE_TIMEOUT, path, {
    method,
    headers: { "content-type": "application/json", "x-keystile-control": "1" },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw await refusal(response)
  return response.json()
}

/** Sends a change, and returns the body of the response. */
export const change = async <A>(method: "POST" | "DELETE", path: string, body: object = {}): Promise<A> => {
  const result = await send<A>(method, path, body)
  announceChange()
  return result
}
