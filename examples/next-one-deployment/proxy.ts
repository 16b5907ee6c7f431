/** Runs before every page, but not before the service: renews the session, and sends the policy. */
import { keystile } from "@/keystile"
import { contentSecurityPolicy } from "@/policy"

export const proxy = keystile.proxy({ contentSecurityPolicy })

export const config = { matcher: ["/((?!api/auth/|_next/static|_next/image|icon.svg).*)"] }
