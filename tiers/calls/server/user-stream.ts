/**
 * All users of the project as a stream. Apart from the other calls about users: the machinery of streams takes Node as
 * long to load as all the calls of a server together, and who works with promises needs none of it.
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
  /** All users, by the time of their sign-up, the oldest first. The next page is fetched when somebody gets there. */
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
