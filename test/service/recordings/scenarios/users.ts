/** The current user, and users in the server tier. */
import { Effect } from "effect"
import { newApiKeys } from "../../setup/owned-projects.ts"
import { teamCreator, newUser, signedIn } from "../../setup/users.ts"
import { setUp } from "../../setup/project.ts"
import { readId } from "../../responses.ts"
import { configure } from "../../requests.ts"
import { at } from "../scenario.ts"

/** Creates a user without a name in the server tier. */
const made = Effect.flatMap(setUp("POST", "/users", { primary_email: "test@example.com" }), readId)
const onTheMade = Effect.map(made, (id) => ({ ids: [id] }))

const others = [
  at(208, "GET /users server 200", signedIn),
  at(209, "GET /users admin 200"),
  at(210, "GET /users anonymous 400 ACCESS_TYPE_REQUIRED"),
  at(211, "GET /users client 401 INSUFFICIENT_ACCESS_TYPE"),
  at(
    212,
    "GET /users admin 401 INVALID_SUPER_SECRET_ADMIN_KEY",
    Effect.gen(function* () {
      const { id, superSecretAdminKey } = yield* newApiKeys
      yield* setUp("PATCH", `/internal/api-keys/${id}`, { revoked: true })
      return { headers: { "x-stack-super-secret-admin-key": superSecretAdminKey } }
    })
  ),
  at(213, "POST /users server 201"),
  at(214, "POST /users server 201"),
  at(215, "POST /users server 201"),
  at(216, "POST /users server 201"),
  at(217, "POST /users server 201"),
  at(218, "POST /users server 201"),
  at(219, "POST /users server 201"),
  at(220, "POST /users server 400"),
  at(221, "POST /users client 401 INSUFFICIENT_ACCESS_TYPE"),
  at(
    222,
    "POST /users server 409 USER_EMAIL_ALREADY_EXISTS",
    Effect.map(newUser, ({ email }) => ({ body: { primary_email: email } }))
  ),
  at(223, "GET /users/123 client 401 INSUFFICIENT_ACCESS_TYPE"),
  at(224, "PATCH /users/* server 200", onTheMade),
  at(225, "PATCH /users/* server 200", onTheMade),
  at(226, "GET /users/* server 200", onTheMade),
  at(227, "DELETE /users/* server 200", onTheMade),
  at(
    228,
    "GET /users/* server 404 USER_NOT_FOUND",
    Effect.tap(onTheMade, ({ ids: [id] }) => setUp("DELETE", `/users/${id}`))
  )
]

const me = [
  at(229, "DELETE /users/me client 200", signedIn),
  at(230, "DELETE /users/me server 200", signedIn),
  at(231, "DELETE /users/me client 400", Effect.tap(signedIn, configure({ client_user_deletion_enabled: false }))),
  at(232, "GET /users/me client 200", signedIn),
  at(233, "GET /users/me server 200", signedIn),
  at(234, "GET /users/me anonymous 400 ACCESS_TYPE_REQUIRED", signedIn),
  at(235, "GET /users/me client 400 CANNOT_GET_OWN_USER_WITHOUT_USER"),
  at(236, "GET /users/me client 401 UNPARSABLE_ACCESS_TOKEN"),
  at(237, "PATCH /users/me client 200", signedIn),
  at(
    238,
    "PATCH /users/me client 200",
    Effect.tap(signedIn, ({ user }) => setUp("PATCH", `/users/${user.id}`, { display_name: "John Doe" }))
  ),
  at(239, "PATCH /users/me client 200", signedIn),
  at(240, "PATCH /users/me client 200", signedIn),
  at(
    241,
    "PATCH /users/me client 200",
    Effect.map(teamCreator, ({ team, user }) => ({ user, body: { selected_team_id: team } }))
  ),
  at(242, "PATCH /users/me server 200", signedIn),
  at(243, "PATCH /users/me server 200", signedIn),
  at(244, "PATCH /users/me server 200", signedIn),
  at(245, "PATCH /users/me server 200", signedIn),
  at(246, "PATCH /users/me server 200", signedIn),
  at(247, "PATCH /users/me server 200", signedIn),
  at(248, "PATCH /users/me client 400 SCHEMA_ERROR", signedIn),
  at(249, "PATCH /users/me client 400", signedIn),
  at(250, "PATCH /users/me server 400 SCHEMA_ERROR", signedIn),
  at(
    251,
    "PATCH /users/me server 409 USER_EMAIL_ALREADY_EXISTS",
    Effect.gen(function* () {
      const { email } = yield* newUser
      return { user: yield* newUser, body: { primary_email: email } }
    })
  )
]

export const users = [...others, ...me]
