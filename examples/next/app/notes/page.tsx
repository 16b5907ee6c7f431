/** A page for signed-in users: a server component that reads the session before it reads any data. */
import { Button, Field } from "keystile/react"
import { keystile } from "@/keystile"
import { notesOf } from "@/notes"
import { add } from "./actions"

/** Navigations to this page wait for the user, instead of showing a part of it at once. */
export const instant = false

export default async function Notes() {
  const user = await keystile.getUser({ or: "redirect" })
  return (
    <main className="page ks">
      <h1>Notes</h1>
      <p>Only {user.primaryEmail} sees this page.</p>
      <ul>
        {notesOf(user.id).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <form className="ks-form" action={add}>
        <Field label="Note" name="note" />
        <Button type="submit">Add</Button>
      </form>
    </main>
  )
}
