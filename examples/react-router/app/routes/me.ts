/** A resource route that returns the user as JSON. */
import { keystile } from "../keystile.server"
import type { Route } from "./+types/me"

export const loader = async ({ context }: Route.LoaderArgs) => {
  const user = await keystile.getUser(context)
  if (user === null) return Response.json({ error: "Sign in first." }, { status: 401 })
  return Response.json({ id: user.id, email: user.primaryEmail }, { headers: { "cache-control": "private, no-store" } })
}
