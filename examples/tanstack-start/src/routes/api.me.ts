/** A server route that returns the user as JSON. */
import { createFileRoute } from "@tanstack/react-router"
import { keystile } from "../keystile.server.ts"

export const Route = createFileRoute("/api/me")({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const user = await keystile.getUser(request)
        if (user === null) return Response.json({ error: "Sign in first." }, { status: 401 })
        return Response.json({ id: user.id, email: user.primaryEmail })
      }
    }
  }
})
