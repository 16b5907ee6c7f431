/** The owner by whom the console calls the admin API: a user of the internal project without a method of signing in. */
import { Clock, Effect } from "effect"
import { addOwner, ownedProjectIds } from "../../resources/projects/project-owners.ts"
import { blankUser, createUser } from "../../resources/users/create-user.ts"
import { UserStore } from "../../resources/users/user-store.ts"
import { INTERNAL_PROJECT_ID } from "../../sql/records/project-record.ts"
import { inTransaction } from "../../sql/rows.ts"

/** The id of that owner, the same in all databases. */
export const CONSOLE_OWNER_ID = "c0501e00-0000-4000-8000-000000000001"

/** Creates the owner if there is none, and makes them an owner of the project. */
export const saveConsoleOwner = (projectId: string) =>
  inTransaction(
    Effect.gen(function* () {
      if (!(yield* (yield* UserStore).exists(INTERNAL_PROJECT_ID, CONSOLE_OWNER_ID))) {
        const user = blankUser(INTERNAL_PROJECT_ID, CONSOLE_OWNER_ID, yield* Clock.currentTimeMillis)
        yield* createUser({
          user: { ...user, displayName: "Keystile console" },
          primaryEmail: null,
          passwordHash: null
        }).pipe(Effect.catchTag("UserEmailAlreadyExists", Effect.die))
      }
      if (!(yield* ownedProjectIds(CONSOLE_OWNER_ID)).includes(projectId)) yield* addOwner(CONSOLE_OWNER_ID, projectId)
    })
  )
