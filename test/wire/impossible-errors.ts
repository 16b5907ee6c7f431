/** Declared errors that no request provokes, each with the reason. An entry that does occur fails the check. */
import { ANY, type Impossible } from "./coverage.ts"

export const impossible: ReadonlyArray<Impossible> = [
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
    endpoint: ANY,
    code: "PROJECT_NOT_FOUND",
    because: "keys are deleted with their project, so a request for an unknown project is rejected for its key before"
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
