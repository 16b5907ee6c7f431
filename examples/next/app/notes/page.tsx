/** A page for signed-in users: a server component, which knows who they are before it reads anything of theirs. */
import { requireUser } from "@/session"

export default async function Notes() {
  const user = await requireUser()
  return (
    <main className="page ks">
      <h1>Notes</h1>
      <p>Only {user.primaryEmail} sees this page.</p>
    </main>
  )
}
