/** Sessions: created by the server, refreshed and ended. */
import { Effect } from "effect"
import { newUser, signedIn } from "../../setup/users.ts"
import { withToken } from "../../fixture.ts"
import { setUp } from "../../setup/project.ts"
import { at } from "../scenario.ts"

const forTheUser = Effect.map(newUser, (user) => ({ user, body: { user_id: user.id } }))

export const sessions = [
  at(70, "POST /auth/sessions server 200", forTheUser),
  at(71, "POST /auth/sessions server 200", forTheUser),
  at(72, "POST /auth/sessions server 400 SCHEMA_ERROR", forTheUser),
  at(73, "POST /auth/sessions client 401 INSUFFICIENT_ACCESS_TYPE", forTheUser),
  at(74, "DELETE /auth/sessions/current client 200", signedIn),
  at(75, "DELETE /auth/sessions/current client 401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", signedIn),
  at(76, "POST /auth/sessions/current/refresh client 200", signedIn),
  at(77, "POST /auth/sessions/current/refresh client 400 SCHEMA_ERROR"),
  at(
    78,
    "POST /auth/sessions/current/refresh client 401 REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
    Effect.gen(function* () {
      const user = yield* newUser
      const headers = { ...withToken(user.accessToken), "x-stack-refresh-token": user.refreshToken }
      yield* setUp("DELETE", "/auth/sessions/current", undefined, headers)
      return { user }
    })
  )
]
