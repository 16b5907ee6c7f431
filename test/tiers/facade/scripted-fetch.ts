/** Replaces the platform's `fetch` by one with scripted responses that records its requests. */
import { vi } from "vitest"
import { project, session, user } from "../../react/scripted-service.ts"

export interface Fetched {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
}

/** An answer with 200 and no headers unless it says otherwise; or there comes none. */
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown } | "never"
type Script = (request: Fetched, index: number) => Answer

/** The responses of a service to the calls by which the rules are tested. */
export const standard: Script = ({ method, url }) =>
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
export const fetchScripted = (script: Script = standard): ReadonlyArray<Fetched> => {
  const requests: Array<Fetched> = []
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const request: Fetched = {
      method: init.method ?? "GET",
      url: new URL(url),
      headers: { ...(init.headers as Record<string, string>) },
      signal: init.signal ?? undefined
    }
    requests.push(request)
    const answer = script(request, requests.length - 1)
    if (answer !== "never") {
      const { body = null, headers = {}, status = 200 } = answer
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
