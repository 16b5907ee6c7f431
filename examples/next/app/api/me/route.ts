/** A route handler that returns the user as JSON. It sets the cookies of a renewed session in the response. */
import { keystile } from "@/keystile"

export const GET = async () => {
  const user = await keystile.getUser()
  if (user === null) return Response.json({ error: "Sign in first." }, { status: 401 })
  return Response.json({ id: user.id, email: user.primaryEmail }, { headers: { "cache-control": "private, no-store" } })
}
