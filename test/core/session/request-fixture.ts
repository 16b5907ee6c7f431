/** A request with cookies of a session. */
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { RequestLike } from "../../../core/session/request-like.ts"
import { make } from "../../../core/session/token-store-request.ts"
import type { Tokens } from "../../../core/session/tokens.ts"

export const ID = "11111111-1111-4111-8111-111111111111"
export const REFRESH = `stack-refresh-${ID}`
export const GUARD = `__Host-stack-guard-${ID}`
export const PAIR = "[%22r%22%2C%22a%22]"
export const COOKIES = `${REFRESH}=r; stack-access=${PAIR}`
export const signedOut = [null, null]

export const plain = ({ accessToken, refreshToken }: Tokens) => [
  refreshToken && Redacted.value(refreshToken),
  accessToken && Redacted.value(accessToken)
]
export const tokens = (refreshToken: string | null, accessToken: string | null): Tokens => ({
  refreshToken: refreshToken === null ? null : Redacted.make(refreshToken),
  accessToken: accessToken === null ? null : Redacted.make(accessToken)
})
export const read = (request: RequestLike, id = ID) =>
  Effect.map(
    Effect.suspend(() => make(request, id).get),
    plain
  )
export const withCookies = (cookie: string) => read({ headers: { cookie } })

export const requestWith = (headers: Readonly<Record<string, string>>) => {
  const message = new IncomingMessage(new Socket())
  Object.assign(message.headers, headers)
  return message
}
/** Next's `cookies()` and `headers()`, awaited. */
export const jar = (values: Readonly<Record<string, string>>) => ({
  get: (name: string) => (name in values ? { name, value: values[name] } : undefined),
  getAll: () => Object.entries(values).map(([name, value]) => ({ name, value }))
})
export const values = { [REFRESH]: "r", "stack-access": '["r","a"]' }
export const refuses = (): never => {
  throw new Error("`cookies` was called outside a request scope")
}
