/**
 * `keystile/next`: the session of a request for the proxy, server components, route handlers and server actions of Next
 * 16 (App Router), with `cacheComponents` on or off.
 *
 * @example
 * // keystile.ts
 * export const keystile = createKeystile()
 *
 * // proxy.ts
 * export const proxy = keystile.proxy()
 * export const config = { matcher: ["/((?!_next/static|_next/image|icon.svg).*)"] }
 *
 * // app/layout.tsx
 * <KeystileProvider snapshot={await keystile.takeSnapshot()}>{children}</KeystileProvider>
 *
 * // app/notes/page.tsx
 * const user = await keystile.getUser({ or: "redirect" })
 */
import { cookies, headers } from "next/headers"
import { redirect } from "next/navigation"
import { connection, NextResponse } from "next/server"
import { cache } from "react"
import type { User } from "../core/schema/user.ts"
import type { CookieOptions } from "../core/session/request-like.ts"
import { createServerRendering, type ServerRenderingOptions } from "../tiers/snapshot/create.ts"
import type { WebRequest } from "../tiers/snapshot/renew.ts"
import type { Snapshot } from "../tiers/snapshot/snapshot.ts"
import { type GetUserOptions, type GetUserOrRedirectOptions, pageUserOf } from "./page-user.ts"
import { storeSession } from "./store-session.ts"

export type { GetUserOptions, GetUserOrRedirectOptions }

/** The options of `createKeystile`. */
export interface KeystileOptions extends ServerRenderingOptions, CookieOptions {}

/** The options of `proxy`. */
export interface ProxyOptions {
  /**
   * Returns the content security policy of a request. It is set on the response, and on the request, where Next reads
   * the nonce for its own scripts.
   */
  readonly contentSecurityPolicy?: (() => string) | undefined
}

/** The session in Next: proxy, server components, route handlers and server actions. */
export interface Keystile {
  /**
   * Returns the function for `proxy.ts`: it refreshes the session before a page is rendered, since server components
   * cannot set cookies.
   */
  readonly proxy: (options?: ProxyOptions) => (request: WebRequest) => Promise<Response>
  /**
   * Takes the snapshot of session, user and project for `<KeystileProvider snapshot={…}>`, once per request. What reads
   * it is rendered per request: with `cacheComponents` it needs `<Suspense>` around it, or `instant = false` in its
   * layout.
   */
  readonly takeSnapshot: () => Promise<Snapshot>
  /**
   * Returns the signed-in user in a server component, a route handler or a server action; `null` without one, or with
   * `or: "redirect"` goes to sign-in, which leads back to the page. A restricted or anonymous user is not signed in,
   * unless the options include it. In route handlers and server actions the cookies of a refreshed session are set.
   * Rejects if the service did not respond in time.
   */
  readonly getUser: {
    (options: GetUserOrRedirectOptions): Promise<User>
    (options?: GetUserOptions): Promise<User | null>
  }
  /** Returns the URL of the sign-in page, with the current page as the return URL. */
  readonly signInUrl: () => Promise<string>
}

/** The service did not respond in time, so that it is unknown who is calling. */
export class SessionUnknown extends Error {
  /** The name of the error. */
  override readonly name = "SessionUnknown"
}

/**
 * Creates the functions. Create them once, in a module: requests of one session share a refresh. Throws
 * `ConfigurationError` when an option is missing or invalid. Options win over environment variables.
 */
export const createKeystile = ({ embedded, httpOnly, ...options }: KeystileOptions = {}): Keystile => {
  const rendering = createServerRendering(options)
  const attributes = { embedded, httpOnly }

  const takeSnapshot = cache(async () => {
    // Keeps the session out of what Next prerenders and prefetches.
    await connection()
    return rendering.takeSnapshot({ ...attributes, headers: await headers(), setCookie: await cookies() })
  })

  async function getUser(options: GetUserOrRedirectOptions): Promise<User>
  async function getUser(options?: GetUserOptions): Promise<User | null>
  async function getUser(options: GetUserOptions = {}) {
    const found = pageUserOf(rendering, await takeSnapshot(), options)
    if (found === undefined) throw new SessionUnknown("The service did not respond in time.")
    return "redirectTo" in found ? redirect(rendering[found.redirectTo]({ headers: await headers() })) : found.user
  }

  return {
    takeSnapshot,
    getUser,
    signInUrl: async () => rendering.signInUrl({ headers: await headers() }),
    proxy:
      ({ contentSecurityPolicy } = {}) =>
      async (request) => {
        const { headers, setCookies } = await rendering.renewSession(request, attributes)
        const policy = contentSecurityPolicy?.()
        if (policy !== undefined) headers.set(POLICY, policy)
        const response = NextResponse.next({ request: { headers } })
        if (policy !== undefined) response.headers.set(POLICY, policy)
        // Next itself sets `Cache-Control` on pages that read the session.
        storeSession(response.headers, { setCookies, isPersonal: false })
        return response
      }
  }
}

const POLICY = "content-security-policy"
