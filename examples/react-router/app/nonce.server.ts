/** Middleware that makes the nonce of a page's content security policy. */
import { createContext, type MiddlewareFunction } from "react-router"

export const nonceContext = createContext<string>()

export const withNonce: MiddlewareFunction<Response> = ({ context }, next) => {
  context.set(nonceContext, btoa(crypto.randomUUID()))
  return next()
}
