/** What the table of the wire cannot show, each with its reason. An entry that is not true any more fails. */
import { ANY, type Impossible, type Unnamed } from "./coverage.ts"

/** Declared errors that no request provokes. */
export const impossible: ReadonlyArray<Impossible> = [
  {
    endpoint: "POST /auth/oauth/token",
    code: "PROVIDER_REJECTED",
    because: "the embedded service refreshes sessions of its own, and never asks a provider for that; clients are ready for it"
  },
  {
    endpoint: ANY,
    code: "ALL_OVERLOADS_FAILED",
    because: "each tier has one form of a route, so there is one reason to give (test/service/overloads.test.ts)"
  },
  {
    endpoint: ANY,
    code: "PROJECT_NOT_FOUND",
    because: "keys go with their project, so a request for a project that is not there has a wrong key before"
  },
  {
    endpoint: "GET /projects/current",
    code: "PROJECT_NOT_FOUND",
    because: "keys go with their project, so a request for a project that is not there has a wrong key before"
  },
  {
    endpoint: "PATCH /teams/:team_id",
    code: "USER_NOT_FOUND",
    because: "the token of a user who was deleted is nobody's, and nobody has to sign in first"
  },
  {
    endpoint: "DELETE /teams/:team_id",
    code: "USER_NOT_FOUND",
    because: "the token of a user who was deleted is nobody's, and nobody has to sign in first"
  }
]

const reading = (code: string) => `${code} on the wire comes back as it was sent`

/** Codes of the catalogue that no endpoint declares: clients know them, for services that send them all the same. */
export const unnamed: ReadonlyArray<Unnamed> = [
  {
    code: "UNSUPPORTED_ERROR",
    because: "it stands for codes that the receiver does not know",
    test: reading("UNSUPPORTED_ERROR")
  },
  {
    code: "CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED",
    because: "a missing key is reported for its own tier",
    test: reading("CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED")
  },
  {
    code: "CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED",
    because: "a missing key is reported for its own tier",
    test: reading("CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED")
  },
  {
    code: "CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED",
    because: "a missing key is reported for its own tier",
    test: reading("CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED")
  },
  {
    code: "PASSWORD_TOO_LONG",
    because: "a password of more than 70 characters breaks the schema",
    test: reading("PASSWORD_TOO_LONG")
  },
  {
    code: "EMAIL_NOT_ASSOCIATED_WITH_USER",
    because: "routes that would answer it do not exist in this version",
    test: reading("EMAIL_NOT_ASSOCIATED_WITH_USER")
  },
  {
    code: "PASSKEY_WEBAUTHN_ERROR",
    because: "the browser's own failure, which the client raises",
    test: reading("PASSKEY_WEBAUTHN_ERROR")
  },
  {
    code: "EMAIL_TEMPLATE_ALREADY_EXISTS",
    because: "there is one template of each type, which is updated",
    test: reading("EMAIL_TEMPLATE_ALREADY_EXISTS")
  },
  {
    code: "INVALID_STANDARD_OAUTH_PROVIDER_ID",
    because: "an unknown provider breaks the schema of the project",
    test: reading("INVALID_STANDARD_OAUTH_PROVIDER_ID")
  }
]
