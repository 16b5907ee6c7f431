/** An endpoint that returns the user as JSON. */
import type { APIRoute } from "astro"
import { keystile } from "../../keystile.ts"

export const GET: APIRoute = async (context) => {
  const user = await keystile.getUser(context)
  if (user === null) return Response.json({ error: "Sign in first." }, { status: 401 })
  return Response.json({ id: user.id, email: user.primaryEmail })
}
