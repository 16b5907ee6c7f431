/** Middleware that makes the nonce of a page's content security policy. */
import { createContext, type MiddlewareFunction } from "react-router"

/** The nonce. Empty for a URL without a route, for which no middleware runs. */
export const nonceContext = createContext("")

export const withNonce: MiddlewareFunction<Response> = ({ context }, next) => {
  context.set(nonceContext, btoa(crypto.randomUUID()))
  return next()
}
