"use server"
/** A server action is a public endpoint, so it checks the session itself. It can set cookies of a renewed session. */
import { refresh } from "next/cache"
import { keystile } from "@/keystile"
import { addNote } from "@/notes"

export const add = async (form: FormData) => {
  const user = await keystile.getUser({ or: "redirect" })
  const note = form.get("note")
  if (typeof note === "string" && note !== "") addNote(user.id, note)
  refresh()
}
