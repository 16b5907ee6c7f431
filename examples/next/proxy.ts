/**
 * Comes before every page: renews the session, since server components cannot set cookies; keeps strangers out; and
 * sends the content security policy, whose nonce Next puts on its own scripts.
 */
import { type NextRequest, NextResponse } from "next/server"
import { keystile } from "@/keystile"

const service = process.env.NEXT_PUBLIC_STACK_API_URL ?? "https://api.stack-auth.com"

// `next dev` evaluates text, and puts styles into the page.
const inDevelopment = (text: string) => process.env.NODE_ENV === "development" ? ` ${text}` : ""

const policyWith = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${inDevelopment("'unsafe-eval'")}`,
    `style-src 'self'${inDevelopment("'unsafe-inline'")}`,
    "img-src 'self' data: https:",
    `connect-src 'self' ${service}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'"
  ].join("; ")

export const proxy = async (request: NextRequest) => {
  const { headers, setCookies, signedIn } = await keystile.renewSession(request)
  const policy = policyWith(btoa(crypto.randomUUID()))
  headers.set("content-security-policy", policy)
  const isStranger = !signedIn && request.nextUrl.pathname.startsWith("/notes")
  const response = isStranger
    ? NextResponse.redirect(keystile.signInUrl(request))
    : NextResponse.next({ request: { headers } })
  response.headers.set("content-security-policy", policy)
  response.headers.set("referrer-policy", "no-referrer")
  for (const line of setCookies) response.headers.append("set-cookie", line)
  // What holds somebody's tokens lies in nobody's cache, also where the page itself is everybody's.
  if (setCookies.length > 0) response.headers.set("cache-control", "private, no-store")
  return response
}

export const config = { matcher: ["/((?!_next/static|_next/image|icon.svg).*)"] }
