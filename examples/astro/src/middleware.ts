/** The middleware of every request: the session, and the headers of every page. */
import { defineMiddleware, sequence } from "astro:middleware"
import { keystile, settings } from "./keystile.ts"

const policy = [
  "default-src 'self'",
  // Astro writes the loader of its islands into inline scripts and styles.
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  `connect-src 'self' ${settings.baseUrl ?? "https://api.stack-auth.com"}`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
].join("; ")

const headers = defineMiddleware(async (_, next) => {
  const response = await next()
  response.headers.set("content-security-policy", policy)
  response.headers.set("referrer-policy", "no-referrer")
  response.headers.set("cache-control", "private, no-store")
  return response
})

export const onRequest = sequence(headers, keystile.middleware())
