/** Runs before every page: renews the session, since server components cannot set cookies, and sends the policy. */
import { keystile } from "@/keystile"
import { contentSecurityPolicy } from "@/policy"

export const proxy = keystile.proxy({ contentSecurityPolicy })

export const config = { matcher: ["/((?!_next/static|_next/image|icon.svg).*)"] }
