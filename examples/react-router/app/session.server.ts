/**
 * Comes before every loader: renews the session once a request, and takes the snapshot that all of them share. The
 * cookies of a renewed session go into the answer, whatever that is.
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
  // What holds somebody's tokens lies in nobody's cache.
  if (setCookies.length > 0) response.headers.set("cache-control", "private, no-store")
  return response
}

export const takeSnapshot = (context: Context) => context.get(snapshotContext)()

/** The signed-in user, `null`, or nothing when the service did not answer in time. */
export const userOf = async (context: Context) => keystile.readSnapshot(await takeSnapshot(context)).user

/** The signed-in user; whoever is none goes to sign-in, and comes back. */
export const requireUser = async (context: Context, request: Request) => {
  const user = await userOf(context)
  if (user === undefined) throw new Response("The service did not answer in time.", { status: 503 })
  if (user === null) throw redirect(keystile.signInUrl(request))
  return user
}
