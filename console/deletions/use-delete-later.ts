/** Deletes users or teams of the project after the time in which that can be undone. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { useDashboard } from "../../react/dashboard/dashboard-provider.tsx"
import { makeProjectAdmin, type ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { type CallFailure, textOf } from "../components/problem-text.ts"
import { forgetDraftsOf } from "../components/draft-store.ts"
import type { DeletionKind } from "./deletion-queue.ts"
import { useDeletionQueue } from "./deletions.tsx"
import { lastingSession } from "./lasting-session.ts"

interface Entry {
  readonly id: string
  readonly name: string
}

const removals: Readonly<
  Record<DeletionKind, (admin: ProjectAdminCalls, id: string) => Effect.Effect<unknown, CallFailure>>
> = {
  user: ({ users }, id) => users.remove(id),
  team: ({ allTeams }, id) => allTeams.remove(id)
}

/** The minimum remaining lifetime of the owner's access token when the time begins, in milliseconds. */
const TOKEN_LIFE = 59_999

/**
 * Returns a function that begins the time. The requests act by the session of the owner who is signed in now, also
 * after another one has signed in.
 */
export const useDeleteLater = (kind: DeletionKind): ((entries: ReadonlyArray<Entry>) => void) => {
  const { admin, owner, projectId, refresh } = useDashboard()
  const queue = useDeletionQueue()
  const send = async (calls: ProjectAdminCalls, id: string): Promise<string | null> => {
    const exit = await Effect.runPromiseExit(removals[kind](calls, id))
    if (Exit.isSuccess(exit)) {
      forgetDraftsOf(id)
      return null
    }
    const error = Exit.findErrorOption(exit)
    return Option.isSome(error) ? textOf(error.value) : "The deletion failed."
  }
  return (entries) => {
    const session = lastingSession(owner.session)
    const calls = Effect.runSync(makeProjectAdmin({ ...owner, session }, projectId))
    queue.add({
      kind,
      project: admin,
      deletions: entries.map(({ id, name }) => ({ id, name, send: () => send(calls, id) })),
      // A failure is reported by the deletion, which refreshes again.
      ensureToken: () => void Effect.runPromiseExit(session.tokensLasting(TOKEN_LIFE)),
      readLists: refresh
    })
  }
}
