/** Requests of the console. */
import { Schema } from "effect"
import { type Headers, PROJECT_ID, send, type TestRequest, USER_ID } from "../../fixture.ts"

export const controlHeaders: Headers = { "content-type": "application/json", "x-keystile-control": "1" }
export const get = (path: string, sent: TestRequest = {}) => send("GET", `/_keystile${path}`, sent)

export const post = (path: string, json: unknown = {}) =>
  send("POST", `/_keystile${path}`, { headers: controlHeaders, body: JSON.stringify(json) })

export const del = (path: string) => send("DELETE", `/_keystile${path}`, { headers: controlHeaders })
export const users = `/projects/${PROJECT_ID}/users`
export const adaPath = `${users}/${USER_ID}`
export const callback_url = "http://localhost:5173/handler/magic-link-callback"

export const Listed = Schema.Struct({
  users: Schema.Array(Schema.Struct({ id: Schema.String, primary_email: Schema.NullOr(Schema.String) })),
  total: Schema.Int,
  next_cursor: Schema.NullOr(Schema.String)
})

export const readListed = Schema.decodeUnknownEffect(Listed)
