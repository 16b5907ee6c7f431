/** Who is asking: taken once for all server components of a request. */
import { headers } from "next/headers"
import { redirect } from "next/navigation"
import { cache } from "react"
import { keystile } from "@/keystile"

export const takeSnapshot = cache(async () => keystile.takeSnapshot({ headers: await headers() }))

/** The signed-in user; whoever is none goes to sign-in. */
export const requireUser = async () => {
  const { user } = keystile.readSnapshot(await takeSnapshot())
  if (user === undefined) throw new Error("The service did not answer in time.")
  return user ?? redirect("/handler/sign-in")
}
