/** A page for signed-in users: its loader knows who they are before it reads anything of theirs. */
import { useLoaderData } from "react-router"
import { requireUser } from "../session.server.ts"
import type { Route } from "./+types/notes"

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { primaryEmail } = await requireUser(context, request)
  return { primaryEmail }
}

export default function Notes() {
  const { primaryEmail } = useLoaderData<typeof loader>()
  return (
    <main className="page ks">
      <h1>Notes</h1>
      <p>Only {primaryEmail} sees this page.</p>
    </main>
  )
}
