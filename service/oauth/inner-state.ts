/**
 * What ties a flow to the browser that began it (RFC 9700, section 4.7): a state that goes to the provider and back,
 * and a cookie with the state in its name.
 */
import { Effect } from "effect"
import { setHeader } from "../endpoint/answer-headers.ts"
import { cookiesOf, setCookie } from "../endpoint/cookies.ts"
import type { Received } from "../endpoint/received.ts"
import { randomBytes } from "node:crypto"

/** How long a flow may take, in seconds (wire, section 5). */
export const FLOW_SECONDS = 600

/** 256 bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url")

const cookieName = (state: string) => `stack-oauth-inner-${state}`

/** Whether a text has the form of a state. Others go into no header. */
const isState = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Whether the browser of this request began the flow. */
export const isOwnFlow = ({ headers }: Pick<Received, "headers">, state: string): boolean =>
  isState(state) && cookiesOf(headers["cookie"]).get(cookieName(state)) === "true"

/** @param byForm whether the provider posts its answer: such a request from another site carries `None` cookies only */
export const setStateCookie = (state: string, origin: string, byForm: boolean) => {
  const isSecure = origin.startsWith("https:")
  const sameSite = byForm ? (isSecure ? "None" : null) : "Lax"
  return setHeader(
    "set-cookie",
    setCookie({ name: cookieName(state), value: "true", maxAge: FLOW_SECONDS, isSecure, sameSite })
  )
}

/** @param origin of this service, as the browser knows it */
export const dropStateCookie = (state: string, origin: string) => {
  const isSecure = origin.startsWith("https:")
  return isState(state)
    ? setHeader("set-cookie", setCookie({ name: cookieName(state), value: "", maxAge: 0, isSecure, sameSite: null }))
    : Effect.void
}
