/** Runs before every page: renews the session, since server components cannot set cookies, and sends the policy. */
import { type NextRequest, NextResponse } from "next/server"
import { keystile } from "@/keystile"
import { contentSecurityPolicy } from "@/policy"

export const proxy = async (request: NextRequest) => {
  const { headers, setCookies } = await keystile.renewSession(request)
  const policy = contentSecurityPolicy()
  headers.set("content-security-policy", policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set("content-security-policy", policy)
  response.headers.set("referrer-policy", "no-referrer")
  for (const line of setCookies) response.headers.append("set-cookie", line)
  // A response with tokens belongs in no shared cache, even if its page is the same for everybody.
  if (setCookies.length > 0) response.headers.set("cache-control", "private, no-store")
  return response
}

export const config = { matcher: ["/((?!api/auth/|_next/static|_next/image|icon.svg).*)"] }
