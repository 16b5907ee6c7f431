/** Handles the endpoints of users: the signed-in one in every tier, and all others in the server and admin tiers. */
import { Effect } from "effect"
import { getMe, getMeAsServer } from "../../../core/api/users/me.ts"
import { removeMe, updateMe, updateMeAsServer } from "../../../core/api/users/update-me.ts"
import * as UsersApi from "../../../core/api/users/users.ts"
import { NotAllowedWhileImpersonating } from "../../../core/errors/impersonation.ts"
import { UserNotFound } from "../../../core/errors/user.ts"
import { CannotGetOwnUserWithoutUser } from "../../../core/errors/own-user.ts"
import type { ServerUserUpdate } from "../../../core/schema/server-user.ts"
import type { UserUpdate } from "../../../core/schema/user-update.ts"
import { caller } from "../../request/caller.ts"
import { checkClientImage } from "../../validation/client-image.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { largeBody, largeClientBody } from "../../validation/body-limits.ts"
import { idOf, ownUserId, userIdOf } from "../../request/references.ts"
import { cursorOfPage, pageStart } from "../../request/page-cursor.ts"
import { choosePrimaryEmail } from "../contact-channels/choose-primary-email.ts"
import { updatePrimaryEmail } from "../contact-channels/update-primary-email.ts"
import { createAsServer } from "./create-as-server.ts"
import { serializeServerUser, serializeUser } from "./serialize-user.ts"
import { updateUser } from "./update-user.ts"
import { UserStore } from "./user-store.ts"

const find = Effect.fnUntraced(function* (userId: string) {
  const { project } = yield* caller
  return yield* (yield* UserStore).find(project.id, userId)
})

const changeAsServer = Effect.fnUntraced(function* (userId: string, update: ServerUserUpdate) {
  const { project } = yield* caller
  return yield* updateUser(project, userId, update, updatePrimaryEmail)
})

const remove = Effect.fnUntraced(function* (userId: string) {
  const { project } = yield* caller
  return yield* (yield* UserStore).remove(project.id, userId)
})

/** Returns the user of the access token, which was read with the caller. */
const me = Effect.flatMap(caller, ({ user }) =>
  user === null ? Effect.fail(new CannotGetOwnUserWithoutUser()) : Effect.succeed(user)
)

const changeMeAsServer = Effect.fnUntraced(function* (update: ServerUserUpdate) {
  const user = yield* changeAsServer(yield* ownUserId, update)
  return user ?? (yield* new CannotGetOwnUserWithoutUser())
})

/** Updates the signed-in user in the client tier. Its updates have no password. */
const changeMe = Effect.fnUntraced(
  function* (update: UserUpdate) {
    const { project } = yield* caller
    const user = yield* updateUser(project, yield* ownUserId, update, choosePrimaryEmail)
    return user ?? (yield* new CannotGetOwnUserWithoutUser())
  },
  Effect.catchTag(["PasswordTooShort", "PasswordBreached"], Effect.die)
)

/** The fields that an owner who is signed in as the user may change: none that decides how the user signs in. */
const profileFields: ReadonlySet<string> = new Set([
  "clientMetadata",
  "clientReadOnlyMetadata",
  "displayName",
  "profileImageUrl",
  "selectedTeamId",
  "serverMetadata"
] satisfies ReadonlyArray<keyof ServerUserUpdate>)

const requireProfileOnly = Effect.fnUntraced(function* (update: ServerUserUpdate) {
  const { impersonatorId } = yield* caller
  if (impersonatorId !== null && Object.keys(update).some((name) => !profileFields.has(name))) {
    return yield* new NotAllowedWhileImpersonating()
  }
})

const success = { success: true as const }

/** The most users of a page. Larger pages would delay other requests. */
const MAX_PAGE = 1000

export const handlers = [
  implement(getMe, () => Effect.map(me, serializeUser), { readsUser: true }),
  implement(getMeAsServer, () => Effect.map(me, serializeServerUser), { readsUser: true }),
  implement(
    updateMe,
    Effect.fnUntraced(function* ({ body }) {
      yield* requireProfileOnly(body)
      yield* checkClientImage(body)
      return serializeUser(yield* changeMe(body))
    }),
    largeClientBody
  ),
  implement(
    updateMeAsServer,
    Effect.fnUntraced(function* ({ body }) {
      yield* requireProfileOnly(body)
      return serializeServerUser(yield* changeMeAsServer(body))
    }),
    largeBody
  ),

  implement(
    removeMe,
    Effect.fnUntraced(function* () {
      const { project, tier } = yield* caller
      const userId = yield* ownUserId
      if (tier === "client" && !project.clientUserDeletionEnabled) {
        return yield* textError(400, "The project does not let its users delete themselves.")
      }
      return (yield* remove(userId)) ? success : yield* new CannotGetOwnUserWithoutUser()
    })
  ),

  implement(
    UsersApi.list,
    Effect.fnUntraced(function* ({ query = {} }) {
      const { project } = yield* caller
      const isAnonymousIncluded = query.includeAnonymous === "true"
      const isAnonymousOnly = query.onlyAnonymous === "true"
      if (isAnonymousOnly && !isAnonymousIncluded) {
        return yield* textError(400, "only_anonymous needs include_anonymous.")
      }
      const isRestrictedOnly = query.onlyRestricted === "true"
      // Clients of version 2.7 do not send it, and take users that are not listed for deleted ones.
      const isRestrictedLeftOut = query.includeRestricted === "false" && !isAnonymousIncluded
      if (isRestrictedOnly && isRestrictedLeftOut) {
        return yield* textError(400, "only_restricted contradicts include_restricted.")
      }
      const isRestricted = isRestrictedOnly ? true : isRestrictedLeftOut ? false : undefined
      // Not refused: Stack Auth has no maximum. The cursor leads to the others.
      const limit = Math.min(query.limit ?? MAX_PAGE, MAX_PAGE)
      const store = yield* UserStore
      const { next, users } = yield* store.page(project.id, {
        teamId: query.teamId === undefined ? null : idOf(query.teamId),
        ...(isRestricted !== undefined && {
          restricted: { isRestricted, requireEmailVerification: project.requireEmailVerification }
        }),
        ...(isAnonymousIncluded && { anonymous: isAnonymousOnly ? "only" : "all" }),
        text: query.query || null,
        from: yield* pageStart(query.cursor, (id) => store.positionOf(project.id, id, query.orderBy)),
        ...(query.orderBy !== undefined && { orderBy: query.orderBy }),
        newestFirst: query.desc === "true",
        filter: {
          ...(query.primaryEmailVerified !== undefined && {
            primaryEmailVerified: query.primaryEmailVerified === "true"
          }),
          ...(query.signInMethod !== undefined && { signInMethod: query.signInMethod }),
          ...(query.activeSince !== undefined && { activeSince: query.activeSince }),
          ...(query.activeUntil !== undefined && { activeUntil: query.activeUntil })
        },
        limit
      })
      return {
        items: users.map(serializeServerUser),
        isPaginated: true,
        pagination: { nextCursor: cursorOfPage(next) }
      }
    }),
    { isReadFromReplica: true }
  ),

  implement(
    UsersApi.create,
    Effect.fnUntraced(function* ({ body }) {
      const { project } = yield* caller
      return serializeServerUser(yield* createAsServer(project, body))
    }),
    largeBody
  ),

  implement(
    UsersApi.get,
    Effect.fnUntraced(function* ({ params }) {
      const user = yield* find(yield* userIdOf(params.user_id))
      return user === null ? yield* new UserNotFound() : serializeServerUser(user)
    })
  ),

  implement(
    UsersApi.update,
    Effect.fnUntraced(function* ({ body, params }) {
      const user = yield* changeAsServer(yield* userIdOf(params.user_id), body)
      return user === null ? yield* new UserNotFound() : serializeServerUser(user)
    }),
    largeBody
  ),

  implement(
    UsersApi.remove,
    Effect.fnUntraced(function* ({ params }) {
      return (yield* remove(yield* userIdOf(params.user_id))) ? success : yield* new UserNotFound()
    })
  )
]
