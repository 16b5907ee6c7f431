/** Known error about the OAuth client of a request: the project with its publishable client key. */
import * as Schema from "effect/Schema"
import { knownError } from "./known-error.ts"

/** The OAuth client is no project with a matching key; `clientId` is null when the request did not tell it. */
export class InvalidOAuthClientIdOrSecret extends knownError<InvalidOAuthClientIdOrSecret>()(
  "InvalidOAuthClientIdOrSecret",
  {
    code: "INVALID_OAUTH_CLIENT_ID_OR_SECRET",
    setting: "publishableClientKey",
    status: 400,
    details: { clientId: Schema.NullOr(Schema.String) },
    message: ({ clientId }) => `The OAuth client id${clientId === null ? "" : ` "${clientId}"`} or secret is wrong.`
  }
) {}
