/** The middleware of every request: the session, and the headers of every page. */
import { defineMiddleware, sequence } from "astro:middleware"
import { keystile, settings } from "./keystile.ts"

const headers = defineMiddleware(async (_, next) => {
  const response = await next()
  // The policy of astro.config.ts, which has the hashes. The URL of the service is known when the server runs.
  const policy = response.headers.get("content-security-policy")
  if (policy !== null) {
    const service = settings.baseUrl ?? "https://api.stack-auth.com"
    response.headers.set("content-security-policy", `${policy} connect-src 'self' ${service};`)
  }
  response.headers.set("referrer-policy", "no-referrer")
  response.headers.set("cache-control", "private, no-store")
  return response
})

export const onRequest = sequence(headers, keystile.middleware())
