/** The middleware of every request: the session, and the headers of every page. */
import { createMiddleware, createStart } from "@tanstack/react-start"
import { keystile, settings } from "./keystile.server.ts"

const session = createMiddleware().server(keystile.middleware())

const policyWith = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // The development server puts styles into the page.
    `style-src 'self'${import.meta.env.DEV ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data: https:",
    `connect-src 'self' ${settings.baseUrl ?? "https://api.stack-auth.com"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'"
  ].join("; ")

/** Passes the nonce of the policy to the router, which puts it on the scripts with the data of the page. */
const headers = createMiddleware().server(async ({ next }) => {
  const nonce = btoa(crypto.randomUUID())
  const result = await next({ context: { nonce } })
  result.response.headers.set("content-security-policy", policyWith(nonce))
  result.response.headers.set("referrer-policy", "same-origin")
  result.response.headers.set("cache-control", "private, no-store")
  return result
})

export const startInstance = createStart(() => ({ requestMiddleware: [headers, session] }))
