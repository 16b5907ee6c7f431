import { Effect } from "effect"
import { caller } from "../../request/caller.ts"
import { idOf, userIdOf } from "../../request/references.ts"
import type { GrantHolder } from "../permissions/grant-store.ts"

/** Returns the member that the path parameters of a request name, without checking that it exists. */
export const memberOf = Effect.fnUntraced(function* (params: { readonly team_id: string; readonly user_id: string }) {
  const { project } = yield* caller
  const userId = yield* userIdOf(params.user_id)
  return { projectId: project.id, teamId: idOf(params.team_id), userId } satisfies GrantHolder
})
