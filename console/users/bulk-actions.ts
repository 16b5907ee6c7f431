/** The changes of several users at once, besides the deletion. */
import type * as Effect from "effect/Effect"
import type { ServerUser } from "../../core/schema/server-user.ts"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import type { CallFailure } from "../components/problem-text.ts"

export interface BulkAction {
  readonly word: string
  /** The question with the number of users. */
  readonly title: (users: string) => string
  readonly text: string
  /** The result, after the number of users and “is” or “are”. */
  readonly done: string
  readonly isDangerous: boolean
  readonly change: (admin: ProjectAdminCalls, user: ServerUser) => Effect.Effect<unknown, CallFailure>
}

export const bulkActions: ReadonlyArray<BulkAction> = [
  {
    word: "Verify address",
    title: (users) => `Mark the primary address of ${users} as verified?`,
    text: "Do so only if you know that the addresses belong to them.",
    done: "marked as verified",
    isDangerous: false,
    change: ({ users }, { id }) => users.update(id, { primaryEmailVerified: true })
  },
  {
    word: "Sign out everywhere",
    title: (users) => `Sign out ${users} everywhere?`,
    text: "All their sessions end at once.",
    done: "signed out",
    isDangerous: true,
    change: ({ ofUser }, { id }) => ofUser(id).sessions.revokeOthers()
  },
  {
    word: "Restrict",
    title: (users) => `Restrict ${users}?`,
    text: "They can sign in, and cannot use the application. Enter a reason on the page of each user.",
    done: "restricted",
    isDangerous: true,
    change: ({ users }, { id }) => users.update(id, { restrictedByAdmin: true })
  },
  {
    word: "Lift restriction",
    title: (users) => `Lift the restriction of ${users}?`,
    text: "Those whom an owner or the server restricted can use the application again.",
    done: "not restricted by an owner",
    isDangerous: false,
    change: ({ users }, { id }) => users.update(id, { restrictedByAdmin: false })
  }
]
