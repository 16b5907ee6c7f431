"use server"
/** A server action is a public endpoint, so it checks the session itself. It can set cookies of a renewed session. */
import { refresh } from "next/cache"
import { cookies, headers } from "next/headers"
import { redirect } from "next/navigation"
import { keystile } from "@/keystile"
import { addNote } from "@/notes"

export const add = async (form: FormData) => {
  const request = { headers: await headers(), setCookie: await cookies() }
  const { user } = keystile.readSnapshot(await keystile.takeSnapshot(request))
  if (user === undefined) throw new Error("The service did not answer in time.")
  if (user === null) redirect(keystile.signInUrl(request))
  const note = form.get("note")
  if (typeof note === "string" && note !== "") addNote(user.id, note)
  refresh()
}
