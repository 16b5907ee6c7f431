/** Handles the endpoints of the projects that a user of the internal project owns. */
import { Clock, Effect } from "effect"
import { createOwned, listOwned } from "../../../core/api/projects/owned.ts"
import { ExpectedInternalProject } from "../../../core/errors/project-authentication.ts"
import { RestrictedUserNotAllowed } from "../../../core/errors/restricted-user.ts"
import { UserAuthenticationRequired } from "../../../core/errors/user.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { checkLimit } from "../../validation/check-limit.ts"
import { ignoreFields } from "../../endpoint/ignored-fields.ts"
import { implement } from "../../endpoint/implement.ts"
import { INTERNAL_PROJECT_ID, type ProjectRecord } from "../../sql/records/project-record.ts"
import { inTransaction } from "../../sql/rows.ts"
import { restrictedReasonOf } from "../users/restricted-reason.ts"
import { addProject, blankProject, DefaultProjectSettings } from "./new-project.ts"
import { hideSecrets } from "./project-secrets.ts"
import { addOwner, ownedIn, ownedProjectIds } from "./project-owners.ts"
import { ProjectStore } from "./project-store.ts"
import { serializeAdminProject } from "./serialize-project.ts"
import { writeSettings } from "./update-settings.ts"
import { dropIgnored } from "./drop-ignored.ts"
import { randomUUID } from "node:crypto"

const ownerTeam: ReadonlySet<string> = new Set(["owner_team_id", "is_development_environment"])

/** Returns a project as the caller may read it. */
const serializeForCaller = Effect.fnUntraced(function* (project: ProjectRecord) {
  return hideSecrets(yield* serializeAdminProject(project), yield* caller)
})

/** Returns the signed-in owner. A restricted one is refused, also with the headers that allow restricted users. */
const owner = Effect.gen(function* () {
  const { project, user } = yield* caller
  if (user === null) return yield* new UserAuthenticationRequired()
  if (project.id !== INTERNAL_PROJECT_ID) return yield* new ExpectedInternalProject()
  const type = restrictedReasonOf(user)
  if (type !== null) return yield* new RestrictedUserNotAllowed({ restrictedReason: { type } })
  return user
})

/** An owner of this number of projects cannot create another one. Servers and the command create any number. */
export const MAX_OWNED = 200

export const ownedProjectHandlers = [
  implement(
    listOwned,
    Effect.fnUntraced(function* () {
      const { serverMetadata } = yield* owner
      const owned = yield* (yield* ProjectStore).listByIds(ownedIn(serverMetadata))
      const items = yield* Effect.forEach(owned, serializeForCaller)
      return { items, isPaginated: false }
    }),
    { readsUser: true }
  ),

  implement(
    createOwned,
    Effect.fnUntraced(function* ({ body: { config = {}, ...project } }) {
      const { id: ownerId } = yield* owner
      // The default permissions of a new project cannot be set by its creator.
      const {
        teamCreatorDefaultPermissions: _,
        teamMemberDefaultPermissions: __,
        userDefaultPermissions: ___,
        ...settings
      } = config
      const blank = blankProject(randomUUID(), yield* Clock.currentTimeMillis)
      return yield* inTransaction(
        Effect.gen(function* () {
          if ((yield* caller).tier === "client") {
            yield* checkLimit((yield* ownedProjectIds(ownerId)).length, {
              maximum: MAX_OWNED,
              of: "projects of an owner",
              advice: "Delete one first, or ask the operator of the service."
            })
          }
          yield* noteTargets({ project_id: blank.id })
          yield* addProject(blank, (yield* DefaultProjectSettings).current)
          const created = yield* writeSettings(blank, { ...project, config: settings })
          yield* addOwner(ownerId, blank.id)
          return yield* serializeForCaller(created)
        })
      )
    }),
    // Clients since Stack Auth 2.8 send the team of the owners. Here a project is owned by users.
    { readsUser: true, prepare: (received) => Effect.flatMap(ignoreFields(ownerTeam)(received), dropIgnored) }
  )
]
