/** Declared errors that no request provokes, each with the reason. An entry that does occur fails the check. */
import { ANY, type Impossible } from "./coverage.ts"

export const impossible: ReadonlyArray<Impossible> = [
  {
    endpoint: "POST /auth/oauth/token",
    code: "PROVIDER_REJECTED",
    because: "the embedded service refreshes sessions by itself, without asking a provider; clients are ready for it"
  },
  {
    endpoint: ANY,
    code: "ALL_OVERLOADS_FAILED",
    because:
      "each tier has one form of a route, so there is one reason to give (test/service/endpoint/overloads.test.ts)"
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
