/** Asking the service, which is where this page comes from. */

/** Why something was not done, in words for people. */
export class Refused extends Error {
  override readonly name = "Refused"
}

/** Nobody answered: the service was stopped, or it is just starting again. */
export class Unreachable extends Error {
  override readonly name = "Unreachable"
}

export interface Answer<A> {
  readonly value: A
  readonly etag: string | null
}

const ask = async (path: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(`/_keystile${path}`, { ...init, cache: "no-store", credentials: "omit" })
  } catch (cause) {
    throw init.signal?.aborted ? cause : new Unreachable("The service does not answer.", { cause })
  }
}

const refusal = async (response: Response): Promise<Refused> => {
  const text = await response.text()
  if (!response.headers.get("content-type")?.startsWith("application/json")) return new Refused(text)
  const { error, problems = [] }: { readonly error: string; readonly problems?: ReadonlyArray<string> } =
    JSON.parse(text)
  return new Refused([error, ...problems].join(" "))
}

/** Reads; `null` if it is still what the caller has. */
export const read = async <A>(path: string, etag: string | null, signal: AbortSignal): Promise<Answer<A> | null> => {
  const response = await ask(path, { signal, headers: etag === null ? {} : { "if-none-match": etag } })
  if (response.status === 304) return null
  if (!response.ok) throw await refusal(response)
  return { value: await response.json(), etag: response.headers.get("etag") }
}

const listeners = new Set<() => void>()

/** Calls back after each change that this page has made. */
export const onChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes something. */
export const change = async <A>(method: "POST" | "DELETE", path: string, body?: object): Promise<A> => {
  const response = await ask(path, {
    method,
    headers: { "content-type": "application/json", "x-keystile-control": "1" },
    body: JSON.stringify(body ?? {})
  })
  if (!response.ok) throw await refusal(response)
  const answer = await response.json()
  for (const listener of listeners) listener()
  return answer
}

/** What to tell about a failure. */
export const reasonOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))
