/** The signed-in user, as each tier reads and changes them. */
import { Effect } from "effect"
import { getMe, getMeAsServer, removeMe, updateMe, updateMeAsServer } from "../../core/api/users.ts"
import { CannotGetOwnUserWithoutUser } from "../../core/errors/user.ts"
import type { ServerUserUpdate } from "../../core/schema/user.ts"
import { caller } from "../endpoint/caller.ts"
import { plain } from "../endpoint/early-answer.ts"
import { implement } from "../endpoint/implement.ts"
import { ownUserId } from "../endpoint/references.ts"
import { representServerUser, representUser } from "./represent.ts"
import { checkClientImage, updateUser } from "./update-user.ts"
import { UserStore } from "./user-store.ts"

/** Room for an image of 1,000,000 characters and for metadata beside it. */
const large = {
  bodyLimit: 2_500_000,
  long: ["profile_image_url", "client_metadata", "client_read_only_metadata", "server_metadata"]
}

const me = Effect.gen(function*() {
  const { project, userId } = yield* caller
  const user = userId === null ? null : yield* (yield* UserStore).find(project.id, userId)
  return user ?? (yield* new CannotGetOwnUserWithoutUser())
})

const change = Effect.fnUntraced(function*(update: ServerUserUpdate) {
  const { project, userId } = yield* caller
  const user = userId === null ? null : yield* updateUser(project, userId, update)
  return user ?? (yield* new CannotGetOwnUserWithoutUser())
})

/** The errors of an update that names none of the server's fields. */
const changeAsClient = (update: ServerUserUpdate) =>
  change(update).pipe(Effect.catchTag("UserEmailAlreadyExists", Effect.die))

export const handlers = [
  implement(getMe, () => Effect.map(me, representUser)),
  implement(getMeAsServer, () => Effect.map(me, representServerUser)),
  implement(
    updateMe,
    Effect.fnUntraced(function*({ body }) {
      yield* checkClientImage(body)
      return representUser(yield* changeAsClient(body))
    }),
    large
  ),
  implement(updateMeAsServer, ({ body }) => Effect.map(change(body), representServerUser), large),
  implement(
    removeMe,
    Effect.fnUntraced(function*() {
      const { project, tier } = yield* caller
      const userId = yield* ownUserId
      if (tier === "client" && !project.clientUserDeletionEnabled) {
        return yield* plain(400, "The project does not let its users delete themselves.")
      }
      yield* (yield* UserStore).remove(project.id, userId)
      return { success: true as const }
    })
  )
]
