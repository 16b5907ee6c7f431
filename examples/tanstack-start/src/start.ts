/** The middleware of every request: the session, and the headers of every page. */
import { createMiddleware, createStart } from "@tanstack/react-start"
import { keystile, settings } from "./keystile.server.ts"

const session = createMiddleware().server(keystile.middleware())

const policy = [
  "default-src 'self'",
  // TanStack Start writes the data of a page into inline scripts.
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  `connect-src 'self' ${settings.baseUrl ?? "https://api.stack-auth.com"}`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
].join("; ")

const headers = createMiddleware().server(async ({ next }) => {
  const result = await next()
  result.response.headers.set("content-security-policy", policy)
  result.response.headers.set("referrer-policy", "same-origin")
  result.response.headers.set("cache-control", "private, no-store")
  return result
})

export const startInstance = createStart(() => ({ requestMiddleware: [headers, session] }))
