/** A page for signed-in users, with notes of the application's API. Others are redirected to sign-in, and return. */
import { useEffect, useState } from "react"
import { Button, Field, useCurrentUser } from "keystile/react"
import { addNote, listNotes } from "../notes.ts"

export const Notes = () => {
  const user = useCurrentUser({ or: "redirect" })
  const [notes, setNotes] = useState<ReadonlyArray<string>>([])
  const [problem, setProblem] = useState<string | null>(null)

  const [change, setChange] = useState(0)

  useEffect(() => {
    listNotes(user).then(setNotes, (error: unknown) => setProblem(String(error)))
  }, [user, change])

  const add = (form: FormData) => {
    const text = form.get("note")
    if (typeof text !== "string" || text === "") return
    setProblem(null)
    return addNote(user, text).then(
      () => setChange((count) => count + 1),
      (error: unknown) => setProblem(String(error))
    )
  }
  return (
    <>
      <h1>Notes</h1>
      <p>Only {user.primaryEmail} sees this page.</p>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {problem !== null && <p role="alert">{problem}</p>}
      <form className="ks-form" action={add}>
        <Field label="Note" name="note" />
        <Button type="submit">Add</Button>
      </form>
    </>
  )
}
