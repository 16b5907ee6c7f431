/** Declared errors that no request provokes, each with the reason. An entry that does occur fails the check. */
import { ANY, type ImpossibleError } from "./coverage.ts"

/** The errors that only services since Stack Auth 2.8 send, by endpoint (docs/wire/versions.md). */
const ofNewerServices: ReadonlyArray<readonly [endpoint: string, ...codes: ReadonlyArray<string>]> = [
  ["GET /auth/oauth/callback/:provider_id", "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE", "SIGN_UP_REJECTED"],
  ["POST /auth/oauth/callback/:provider_id", "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE", "SIGN_UP_REJECTED"],
  ["POST /auth/otp/send-sign-in-code", "SIGN_UP_REJECTED"],
  ["POST /auth/otp/sign-in", "SIGN_UP_REJECTED"],
  ["POST /auth/password/sign-up", "SIGN_UP_REJECTED"],
  ["POST /team-invitations/accept", "TEAM_INVITATION_EMAIL_MISMATCH"],
  ["POST /team-invitations/accept/details", "TEAM_INVITATION_EMAIL_MISMATCH"],
  [ANY, "CURRENT_PROJECT_NOT_FOUND"]
]

export const impossible: ReadonlyArray<ImpossibleError> = [
  ...ofNewerServices.flatMap(([endpoint, ...codes]) =>
    codes.map((code) => ({ endpoint, code, because: "clients handle the error of services since Stack Auth 2.8" }))
  ),
  ...["GET", "POST"].map((method) => ({
    endpoint: `${method} /auth/oauth/callback/:provider_id`,
    code: "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION",
    because: "a user can connect several accounts of a provider; clients handle the error of services before 2.8.39"
  })),
  {
    endpoint: "POST /auth/oauth/token",
    code: "PROVIDER_REJECTED",
    because: "the service refreshes sessions without the provider; clients handle the error of other services"
  },
  {
    endpoint: ANY,
    code: "ALL_OVERLOADS_FAILED",
    because:
      "each tier has one form of a route, so there is one reason to report (test/service/endpoint/overloads.test.ts)"
  },
  {
    endpoint: "GET /projects/current",
    code: "PROJECT_NOT_FOUND",
    because: "keys are deleted with their project, so a request for an unknown project is rejected for its key before"
  },
  {
    endpoint: "PATCH /teams/:team_id",
    code: "USER_NOT_FOUND",
    because: "the token of a deleted user is rejected, and a request without a user is rejected before"
  },
  {
    endpoint: "DELETE /teams/:team_id",
    code: "USER_NOT_FOUND",
    because: "the token of a deleted user is rejected, and a request without a user is rejected before"
  }
]
