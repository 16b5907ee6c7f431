/** Known error about the OAuth client of a request: the project with its publishable client key. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** No project has this OAuth client id and key. `clientId` is `null` if the request has none. */
export class InvalidOAuthClientIdOrSecret extends knownError("InvalidOAuthClientIdOrSecret", {
  code: "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
  setting: "publishableClientKey",
  status: 400,
  details: { clientId: Schema.NullOr(Schema.String) },
  message: ({ clientId }) => `The OAuth client id${clientId === null ? "" : ` "${clientId}"`} or secret is wrong.`
}) {}
