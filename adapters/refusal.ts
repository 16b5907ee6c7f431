/** Responses to requests whose session does not suffice. */
import type { RequestSession } from "../tiers/verify/session-reader.ts"
import type { ReadSession, RequestSessions } from "./request-sessions.ts"
import { NO_STORE } from "./store-session.ts"

/** The options of `requireSession`. */
export interface RequireSessionOptions {
  /**
   * The response to a request without a session. `"unauthorized"`: 401. `"redirect"`: a redirect to the sign-in page,
   * which leads back; requests with other methods than GET and HEAD get a 401. Default `"unauthorized"`.
   */
  readonly or?: "unauthorized" | "redirect" | undefined
}

/** An HTTP response whose body, if any, is JSON. */
export interface Refusal {
  readonly status: 302 | 401 | 503
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly error: string } | null
}

const noStore = { "cache-control": NO_STORE }

// RFC 9110, section 11.6.1: a 401 response names a scheme.
const unauthorizedRefusal: Refusal = {
  status: 401,
  headers: { ...noStore, "www-authenticate": "Bearer" },
  body: { error: "Sign in first." }
}

const unavailable: Refusal = {
  status: 503,
  headers: { ...noStore, "retry-after": "5" },
  body: { error: "Signing in cannot be checked now. Try again later." }
}

/** Returns the session of a request, or the response that refuses it. */
export const requireSession = (
  { signInUrl }: RequestSessions,
  method: string,
  { headers, session }: ReadSession,
  { or = "unauthorized" }: RequireSessionOptions = {}
): { readonly session: RequestSession } | { readonly refusal: Refusal } => {
  if (session) return { session }
  if (session === undefined) return { refusal: unavailable }
  // A sign-in leads back by GET, so it cannot repeat another request.
  if (or === "unauthorized" || (method !== "GET" && method !== "HEAD")) return { refusal: unauthorizedRefusal }
  return { refusal: { status: 302, headers: { ...noStore, location: signInUrl({ headers }) }, body: null } }
}
