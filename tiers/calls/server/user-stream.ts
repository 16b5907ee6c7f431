/**
 * All users of the project as a stream. In a module of its own, because Node takes as long to load Effect's streams as
 * all calls of the server tier, and the promise apps need none.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { RequestError } from "../../../core/errors/request-error.ts"
import type { ServerUser } from "../../../core/schema/server-user.ts"
import type { CallDependencies } from "../call-dependencies.ts"
import { pageAfter, type PagedUserCalls, pagedUserCalls, type UserStreamOptions } from "./all-users.ts"

/** Any user of the project. */
export interface AllUserCalls extends PagedUserCalls {
  /**
   * All users by sign-up time, the oldest first. The next page is fetched when the consumer reaches it.
   *
   * @param options Filter, order and size of the pages.
   */
  readonly list: (options?: UserStreamOptions) => Stream.Stream<ServerUser, RequestError>
}

export const allUserCalls = (dependencies: CallDependencies): AllUserCalls => {
  const users = pagedUserCalls(dependencies)
  return {
    ...users,
    list: (options = {}) =>
      Stream.paginate<string | undefined, ServerUser, RequestError>(undefined, (cursor) =>
        Effect.map(
          pageAfter(users, options, cursor),
          ({ items, nextCursor }) => [items, Option.fromNullishOr(nextCursor)] as const
        )
      )
  }
}
