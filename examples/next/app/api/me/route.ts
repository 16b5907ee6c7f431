/** A route handler that returns the user as JSON. It sets the cookies of a renewed session in the response. */
import { cookies } from "next/headers"
import { keystile } from "@/keystile"

export const GET = async (request: Request) => {
  const { user } = keystile.readSnapshot(await keystile.takeSnapshot({ request, setCookie: await cookies() }))
  if (user === undefined) return Response.json({ error: "The service did not answer in time." }, { status: 503 })
  if (user === null) return Response.json({ error: "Sign in first." }, { status: 401 })
  return Response.json({ id: user.id, email: user.primaryEmail }, { headers: { "cache-control": "private, no-store" } })
}
