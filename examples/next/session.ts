/** The session of a request: read once for all of its server components. */
import { headers } from "next/headers"
import { redirect } from "next/navigation"
import { connection } from "next/server"
import { cache } from "react"
import { keystile } from "@/keystile"

export const takeSnapshot = cache(async () => {
  // Keeps the session out of what Next prerenders and prefetches.
  await connection()
  return keystile.takeSnapshot({ headers: await headers() })
})

/** Returns the signed-in user. Without one, goes to sign-in, which leads back to this page. */
export const requireUser = async () => {
  const { user } = keystile.readSnapshot(await takeSnapshot())
  if (user === undefined) throw new Error("The service did not answer in time.")
  return user ?? redirect(keystile.signInUrl({ headers: await headers() }))
}
