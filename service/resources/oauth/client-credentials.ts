/** Reads the credentials of an OAuth client from the body or from HTTP Basic (RFC 6749, section 2.3.1). */
import { Effect } from "effect"
import { rawJson } from "../../response/raw-response.ts"
import type { ReceivedRequest } from "../../request/received-request.ts"

export interface ClientCredentials {
  /** The project's id; `null` if it is missing in the request. */
  readonly clientId: string | null
  /** A publishable client key. */
  readonly clientSecret: string | null
}

/** Returns the error `invalid_request` (RFC 6749, section 5.2). */
export const invalidRequest = (description: string) =>
  rawJson(400, { error: "invalid_request", error_description: description })

export type Fields = Readonly<Record<string, unknown>>

/** Returns a field of the body if it is a non-empty string; else `null`. */
export const textOf = (fields: Fields, name: string): string | null => {
  const value = fields[name]
  return typeof value === "string" && value !== "" ? value : null
}

/** Returns the credentials of a request. Fails if both the body and HTTP Basic have some (RFC 6749, section 2.3). */
export const readCredentials = Effect.fnUntraced(function* (headers: ReceivedRequest["headers"], fields: Fields) {
  const inBody = {
    clientId: projectOrNull(textOf(fields, "client_id")),
    clientSecret: textOf(fields, "client_secret")
  }
  const header = headers["authorization"]
  if (header === undefined) return inBody
  if (inBody.clientSecret !== null) {
    return yield* invalidRequest("Send the client's credentials either in the body or in the header, not in both.")
  }
  const basic = parseBasic(header)
  if (basic === null) {
    return yield* invalidRequest("The Authorization header has to be Basic, with the client's id and secret in base64.")
  }
  if (inBody.clientId !== null && inBody.clientId !== basic.clientId) {
    return yield* invalidRequest("The client id of the body is not the one of the header.")
  }
  return basic
})

const projectOrNull = (clientId: string | null) => (clientId === null ? null : projectOfClient(clientId))

/** Parses HTTP Basic credentials (RFC 7617). Both parts are form-encoded (RFC 6749, section 2.3.1). */
const parseBasic = (header: string): ClientCredentials | null => {
  const [, encoded] = /^Basic +([A-Za-z\d+/]+={0,2})$/i.exec(header) ?? []
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, "base64").toString()
  const colon = text.indexOf(":")
  if (colon < 1 || colon === text.length - 1) return null
  const clientId = formDecode(text.slice(0, colon))
  const clientSecret = formDecode(text.slice(colon + 1))
  return clientId === null || clientSecret === null ? null : { clientId: projectOfClient(clientId), clientSecret }
}

const formDecode = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return null
  }
}

/** Returns the project's id in a client id. Clients since Stack Auth 2.8 may add the branch, which is always `main`. */
export const projectOfClient = (clientId: string): string => clientId.replace(/#main$/, "")
