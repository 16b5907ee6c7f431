/**
 * Handles the endpoints of notification preferences. All mails of this service belong to a request of their receiver or
 * of a member of a team, so there is one category, which cannot be turned off.
 */
import { Effect } from "effect"
import { list, update } from "../../../core/api/notification-preferences.ts"
import { UserNotFound } from "../../../core/errors/user.ts"
import type { NotificationPreference } from "../../../core/schema/notification-preference.ts"
import { caller } from "../../request/caller.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { requireAllowedUserId, idOf } from "../../request/references.ts"
import { UserStore } from "../users/user-store.ts"

/** The category with the id that it has in Stack Auth. */
const transactional: NotificationPreference = {
  notificationCategoryId: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef",
  notificationCategoryName: "Transactional",
  enabled: true,
  canDisable: false
}

/** Fails for a user who does not exist, and in the client tier for other users than the caller. */
const requireUser = Effect.fnUntraced(function* (reference: string) {
  const { project } = yield* caller
  const userId = yield* requireAllowedUserId(
    reference,
    textError(403, "Users have access to their own preferences only.")
  )
  if (!(yield* (yield* UserStore).exists(project.id, userId))) return yield* new UserNotFound()
})

export const notificationPreferenceHandlers = [
  implement(list, ({ params }) =>
    Effect.as(requireUser(params.user_id), { items: [transactional], isPaginated: false })
  ),

  implement(
    update,
    Effect.fnUntraced(function* ({ body, params }) {
      yield* requireUser(params.user_id)
      if (idOf(params.notification_category_id) !== transactional.notificationCategoryId) {
        return yield* textError(404, "There is no such category of mails.")
      }
      return body.enabled
        ? transactional
        : yield* textError(
            400,
            "Transactional mails cannot be turned off: the user, or a member of a team, asks for each."
          )
    })
  )
]
