/** The notes of the user, from the application's API. Its endpoints are declared in `server/api.ts`. */
import { Schema } from "effect"
import type { CurrentUser } from "keystile/promise"

const decodeNotes = Schema.decodeUnknownPromise(Schema.Array(Schema.String))

/** Sends a request as the user: its header has an access token, which is refreshed if it has expired. */
const request = async (user: CurrentUser, init: RequestInit = {}) => {
  const headers = { ...(await user.getAuthHeaders()), "content-type": "application/json" }
  const response = await fetch("/api/notes", { ...init, headers })
  if (!response.ok) throw new Error(`The notes cannot be reached (status ${response.status}). Try again later.`)
  return response
}

export const listNotes = async (user: CurrentUser): Promise<ReadonlyArray<string>> =>
  decodeNotes(await (await request(user)).json())

export const addNote = async (user: CurrentUser, text: string): Promise<void> =>
  void (await request(user, { method: "POST", body: JSON.stringify({ text }) }))
