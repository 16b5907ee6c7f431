/** Replaces the platform's `fetch` by one with scripted responses that records its requests. */
import { vi } from "vitest"
import { project, session, user } from "../../react/scripted-service.ts"

export interface FetchCall {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
}

/** A response, by default with 200 and no headers, or none at all. */
type FetchResult =
  { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown } | "never"
type FetchScript = (request: FetchCall, index: number) => FetchResult

/** The responses of a service to the calls by which the rules are tested. */
export const standard: FetchScript = ({ method, url }) =>
  url.pathname.endsWith("/projects/current")
    ? { body: project() }
    : url.pathname.endsWith("/sign-in")
      ? { body: session({ forever: true }) }
      : url.pathname.endsWith("/oauth/token")
        ? { body: { access_token: session({ forever: true }).access_token, token_type: "Bearer" } }
        : method === "DELETE"
          ? { body: { success: true } }
          : { body: { ...user(), ...serverUser } }

const serverUser = { last_active_at_millis: 0, server_metadata: null, primary_email_auth_enabled: true }

/** Replaces `fetch` until `vi.unstubAllGlobals`. */
export const fetchScripted = (script: FetchScript = standard): ReadonlyArray<FetchCall> => {
  const requests: Array<FetchCall> = []
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const request: FetchCall = {
      method: init.method ?? "GET",
      url: new URL(url),
      headers: { ...(init.headers as Record<string, string>) },
      signal: init.signal ?? undefined
    }
    requests.push(request)
    const response = script(request, requests.length - 1)
    if (response !== "never") {
      const { body = null, headers = {}, status = 200 } = response
      return Promise.resolve(new Response(JSON.stringify(body), { status, headers }))
    }
    return new Promise((_, reject) =>
      request.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")))
    )
  })
  return requests
}

/** A pair of tokens that lasts, as a token store to start with. */
export const someTokens = () => {
  const { access_token: accessToken, refresh_token: refreshToken } = session({ forever: true })
  return { accessToken, refreshToken }
}
