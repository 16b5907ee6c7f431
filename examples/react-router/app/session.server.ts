/**
 * Middleware of every route: renews the session once per request, and takes the snapshot that all loaders share. Sets
 * the cookies of a renewed session in every response.
 */
import { createContext, type MiddlewareFunction, redirect, type RouterContextProvider } from "react-router"
import type { Snapshot } from "keystile/react/server"
import { keystile } from "./keystile.server.ts"

type Context = Readonly<RouterContextProvider>

const snapshotContext = createContext<() => Promise<Snapshot>>()

export const nonceContext = createContext<string>()

export const withSession: MiddlewareFunction<Response> = async ({ context, request }, next) => {
  const { headers, setCookies } = await keystile.renewSession(request)
  let taken: Promise<Snapshot> | undefined
  context.set(snapshotContext, () => (taken ??= keystile.takeSnapshot({ headers })))
  context.set(nonceContext, btoa(crypto.randomUUID()))
  const response = await next()
  for (const line of setCookies) response.headers.append("set-cookie", line)
  // A response with tokens must not be stored in a shared cache.
  if (setCookies.length > 0) response.headers.set("cache-control", "private, no-store")
  return response
}

export const takeSnapshot = (context: Context) => context.get(snapshotContext)()

/** Returns the signed-in user, or `null`, or `undefined` if the service did not respond in time. */
export const userOf = async (context: Context) => keystile.readSnapshot(await takeSnapshot(context)).user

/** Returns the signed-in user. Otherwise redirects to sign-in, which returns to this page. */
export const requireUser = async (context: Context, request: Request) => {
  const user = await userOf(context)
  if (user === undefined) throw new Response("The service did not answer in time.", { status: 503 })
  if (user === null) throw redirect(keystile.signInUrl(request))
  return user
}
