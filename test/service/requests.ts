/** Short functions for requests to the API of a service under test. */
import { Effect } from "effect"
import { asAdmin, type Headers, send, signIn, withToken } from "./fixture.ts"

const sendBy = (method: string) => (path: string, headers: Headers, json?: unknown) =>
  send(method, `/api/v1${path}`, { headers, ...(json !== undefined && { json }) })

export const get = sendBy("GET")
export const post = sendBy("POST")
export const patch = sendBy("PATCH")
export const del = sendBy("DELETE")

/** Returns the headers of a signed-in user in the client tier. */
export const asUser = (credential: object) =>
  Effect.map(signIn(credential), ({ access_token }) => withToken(access_token))

/** Changes settings of the project, by default as its administrator. */
export const configure = (config: object, headers: Headers = asAdmin) => patch("/projects/current", headers, { config })
