import { Effect } from "effect"
import { UserNotFound } from "../../../core/errors/user.ts"
import { UserStore } from "./user-store.ts"

/** Fails with `UserNotFound` unless the project has the user. */
export const requireUser = Effect.fnUntraced(function* (projectId: string, userId: string) {
  if (!(yield* (yield* UserStore).exists(projectId, userId))) return yield* new UserNotFound()
})
