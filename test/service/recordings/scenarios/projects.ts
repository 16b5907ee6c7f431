/** Projects, API keys, email templates and metrics, as the dashboard requests them. */
import { Effect } from "effect"
import { send } from "../../fixture.ts"
import { smtpServer } from "../../smtp-servers.ts"
import { signedIn } from "../../setup/users.ts"
import { userWithoutProjects, newApiKeys, newProject, asOwnerOf, createApiKeys } from "../../setup/owned-projects.ts"
import { setUp } from "../../setup/project.ts"
import { at, liveAt } from "../scenario.ts"

const forANewProject = Effect.map(newProject, (id) => ({ headers: { "x-stack-project-id": id } }))

/** Creates a project with one key. */
const withAdminKey = Effect.gen(function* () {
  const id = yield* newProject
  const { superSecretAdminKey } = yield* createApiKeys(
    { has_publishable_client_key: false, has_secret_server_key: false },
    yield* asOwnerOf(id)
  )
  return { headers: { "x-stack-project-id": id, "x-stack-super-secret-admin-key": superSecretAdminKey } }
})

const withKeys = Effect.map(newApiKeys, ({ id }) => ({ ids: [id] }))

const google = { id: "google", enabled: true, type: "shared" }

const templates = [
  at(105, "GET /email-templates admin 200", Effect.succeed({ own: ["content"] })),
  at(106, "PATCH /email-templates/not_a_template admin 400 SCHEMA_ERROR"),
  at(
    107,
    "DELETE /email-templates/password_reset admin 200",
    Effect.as(
      setUp("PATCH", "/email-templates/password_reset", {
        subject: "Custom",
        content: { root: { type: "EmailLayout", data: {} } }
      }),
      {}
    )
  ),
  at(108, "DELETE /email-templates/password_reset admin 404"),
  at(109, "PATCH /email-templates/password_reset admin 200")
]

const apiKeys = [
  at(111, "GET /internal/api-keys admin 200", withAdminKey),
  at(112, "GET /internal/api-keys client 400 ACCESS_TYPE_WITHOUT_PROJECT_ID"),
  at(113, "GET /internal/api-keys server 401 INSUFFICIENT_ACCESS_TYPE"),
  at(114, "POST /internal/api-keys admin 200"),
  at(115, "POST /internal/api-keys admin 401 UNPARSABLE_ADMIN_ACCESS_TOKEN"),
  at(116, "GET /internal/api-keys/* admin 404 API_KEY_NOT_FOUND"),
  at(117, "PATCH /internal/api-keys/* admin 200", withKeys),
  at(118, "PATCH /internal/api-keys/* admin 200", withKeys),
  at(119, "GET /internal/api-keys/* admin 200", withKeys)
]

const internal = [
  at(120, "GET /internal/metrics admin 200"),
  at(121, "GET /internal/metrics server 401 INSUFFICIENT_ACCESS_TYPE", signedIn),
  at(122, "GET /internal/projects client 200", userWithoutProjects),
  at(123, "GET /internal/projects client 400 ACCESS_TYPE_WITHOUT_PROJECT_ID"),
  at(124, "GET /internal/projects client 401 USER_AUTHENTICATION_REQUIRED", Effect.succeed({ project: "internal" })),
  at(125, "POST /internal/projects client 201", userWithoutProjects),
  at(126, "POST /internal/projects client 201", userWithoutProjects),
  at(127, "POST /internal/projects client 201", userWithoutProjects),
  liveAt(
    128,
    "POST /internal/send-test-email admin 200",
    Effect.map(smtpServer(), ({ settings }) => ({ body: { email_config: settings } }))
  ),
  at(252, "POST /webhooks/svix-token admin 201")
]

const current = [
  at(129, "DELETE /projects/current admin 200"),
  at(130, "DELETE /projects/current server 401 INSUFFICIENT_ACCESS_TYPE"),
  at(131, "GET /projects/current client 200"),
  at(132, "GET /projects/current admin 200"),
  at(133, "GET /projects/current client 400 ACCESS_TYPE_WITHOUT_PROJECT_ID"),
  at(134, "PATCH /projects/current admin 200", forANewProject),
  at(135, "PATCH /projects/current admin 200", forANewProject),
  at(
    136,
    "PATCH /projects/current admin 200",
    Effect.gen(function* () {
      const id = yield* newProject
      yield* setUp("PATCH", "/projects/current", { config: { oauth_providers: [google] } }, yield* asOwnerOf(id))
      return { headers: { "x-stack-project-id": id } }
    })
  ),
  at(137, "PATCH /projects/current admin 400"),
  at(138, "PATCH /projects/current admin 400 SCHEMA_ERROR"),
  at(
    139,
    "GET /projects/internal/.well-known/jwks.json anonymous 200",
    // The response is cached, so the second request has to return the same.
    Effect.as(send("GET", "/api/v1/projects/internal/.well-known/jwks.json"), {})
  )
]

export const projects = [...templates, ...apiKeys, ...internal, ...current]
