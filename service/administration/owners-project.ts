/**
 * The internal project, whose users are the owners of projects. Owners sign in on the pages of
 * `service/pages/owner-pages.ts`, and call the admin API of their projects with the access tokens of their sessions
 * (docs/wire/tokens.md).
 */
import { Clock, Effect, Redacted } from "effect"
import { ServerSecret } from "../crypto/secrets/installation-secret.ts"
import { Deployment } from "../deployment/deployment.ts"
import { ApiKeyStore } from "../resources/api-keys/api-key-store.ts"
import { HUNDRED_YEARS_MILLIS } from "../resources/api-keys/new-api-key.ts"
import { addProject, blankProject } from "../resources/projects/new-project.ts"
import { ProjectStore } from "../resources/projects/project-store.ts"
import { INTERNAL_PROJECT_ID, type ProjectRecord } from "../sql/records/project-record.ts"
import { inTransaction } from "../sql/rows.ts"
import { createHmac, randomUUID } from "node:crypto"

/** The path of the pages on which owners sign in. */
export const OWNER_PATH = "/owner"

/** The path of the screens on these pages. */
export const OWNER_HANDLER_PATH = `${OWNER_PATH}/handler`

/** Owners are created by the operator, and have a password, passkeys and a second factor. */
const settings = {
  displayName: "Keystile",
  signUpEnabled: false,
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: true,
  clientTeamCreationEnabled: false,
  clientUserDeletionEnabled: false,
  allowUserApiKeys: false,
  allowTeamApiKeys: false,
  createTeamOnSignUp: false,
  allowLocalhost: false,
  clientKeyRequired: true,
  allowImpersonation: false
} satisfies Partial<ProjectRecord>

/**
 * Returns the publishable client key of the pages. It derives from the secret of the installation, so it is not stored.
 */
export const ownerPagesKey = Effect.map(ServerSecret, (secret) => {
  const mac = createHmac("sha256", Redacted.value(secret)).update("publishable client key of the owners' pages")
  return `pck_${mac.digest("base64url")}`
})

/** Returns the URL of the screens of owners. Only services with a public URL have them. */
export const ownerHandlerUrl = Effect.flatMap(Deployment, ({ publicUrl }) =>
  publicUrl === null
    ? Effect.die("The service has no public URL")
    : Effect.succeed(new URL(`${publicUrl}${OWNER_HANDLER_PATH}`))
)

const save = Effect.fnUntraced(function* (known: ProjectRecord | null) {
  const now = yield* Clock.currentTimeMillis
  const projects = yield* ProjectStore
  const keys = yield* ApiKeyStore
  const key = yield* ownerPagesKey
  const project = { ...(known ?? blankProject(INTERNAL_PROJECT_ID, now)), ...settings }
  if (known === null) yield* addProject(project, {})
  else yield* projects.update(project)
  const { origin, pathname } = yield* ownerHandlerUrl
  yield* projects.setDomains(INTERNAL_PROJECT_ID, [{ domain: origin, handlerPath: pathname }])
  if (yield* keys.isValid(INTERNAL_PROJECT_ID, "publishable_client_key", key, now)) return project
  yield* keys.insert({
    id: randomUUID(),
    projectId: INTERNAL_PROJECT_ID,
    description: "The pages of owners",
    keys: { publishable_client_key: key },
    createdAt: now,
    expiresAt: now + HUNDRED_YEARS_MILLIS
  })
  return project
})

/** Creates the project, or sets its settings and the domain of the public URL. Returns it. */
export const saveOwnersProject = inTransaction(
  Effect.flatMap(ProjectStore, (projects) => Effect.flatMap(projects.find(INTERNAL_PROJECT_ID), save))
)

/** Sets its settings and domain, if the project exists. */
export const updateOwnersProject = inTransaction(
  Effect.gen(function* () {
    const known = yield* (yield* ProjectStore).find(INTERNAL_PROJECT_ID)
    if (known !== null) yield* save(known)
  })
)
