/** A page for signed-in users. Its server function requires the user before it reads their data. */
import { createFileRoute } from "@tanstack/react-router"
import { readNotes } from "../session.ts"

export const Route = createFileRoute("/notes")({
  loader: ({ location }) => readNotes({ data: location.href }),
  component: Notes
})

function Notes() {
  const { primaryEmail } = Route.useLoaderData()
  return (
    <main className="page ks">
      <h1>Notes</h1>
      <p>Only {primaryEmail} sees this page.</p>
    </main>
  )
}
