/**
 * Binds a flow to the browser that started it (RFC 9700, section 4.7), with the `state` parameter and a cookie that has
 * the state in its name.
 */
import { Effect } from "effect"
import { setHeader } from "../../response/response-headers.ts"
import { cookiesOf, setCookieHeader } from "../../request/cookies.ts"
import type { ReceivedRequest } from "../../request/received-request.ts"
import { randomBytes } from "node:crypto"

/** The lifetime of a flow, in seconds. */
export const FLOW_SECONDS = 600

/** Returns a random text of 256 bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url")

const isHttps = (origin: string) => origin.startsWith("https:")

/** Over https, uses the prefix `__Host-`, so that no other host can set the cookie (RFC 6265bis, section 4.1.3.2). */
const cookieName = (state: string, origin: string) => `${isHttps(origin) ? "__Host-" : ""}stack-oauth-inner-${state}`

/** Returns whether a text has the form of a state. Other texts are never written into a header. */
const isState = (text: string): boolean => /^[\w-]{43}$/.test(text)

/**
 * Returns whether the browser of this request started the flow.
 *
 * @param origin the origin of this service in the browser
 */
export const isOwnFlow = ({ headers }: Pick<ReceivedRequest, "headers">, state: string, origin: string): boolean =>
  isState(state) && cookiesOf(headers["cookie"]).get(cookieName(state, origin)) === "true"

/** @param byForm true if the provider responds with a POST: from another site, it has only `SameSite=None` cookies */
export const setStateCookie = (state: string, origin: string, byForm: boolean) => {
  const isSecure = isHttps(origin)
  const sameSite = byForm ? (isSecure ? "None" : null) : "Lax"
  return setHeader(
    "set-cookie",
    setCookieHeader({ name: cookieName(state, origin), value: "true", maxAge: FLOW_SECONDS, isSecure, sameSite })
  )
}

/** @param origin the origin of this service in the browser */
export const dropStateCookie = (state: string, origin: string) => {
  if (!isState(state)) return Effect.void
  const name = cookieName(state, origin)
  return setHeader(
    "set-cookie",
    setCookieHeader({ name, value: "", maxAge: 0, isSecure: isHttps(origin), sameSite: null })
  )
}
