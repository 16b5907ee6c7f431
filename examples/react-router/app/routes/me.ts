/** A resource route that returns the user as JSON. */
import { userOf } from "../session.server.ts"
import type { Route } from "./+types/me"

export const loader = async ({ context }: Route.LoaderArgs) => {
  const user = await userOf(context)
  if (user === undefined) return Response.json({ error: "The service did not answer in time." }, { status: 503 })
  if (user === null) return Response.json({ error: "Sign in first." }, { status: 401 })
  return Response.json({ id: user.id, email: user.primaryEmail }, { headers: { "cache-control": "private, no-store" } })
}
