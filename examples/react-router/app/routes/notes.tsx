/** A page for signed-in users. Its loader requires the user before it reads their data. */
import { useLoaderData } from "react-router"
import { keystile } from "../keystile.server"
import type { Route } from "./+types/notes"

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { primaryEmail } = await keystile.getUser(context, { or: "redirect" })
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
