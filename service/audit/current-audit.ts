/** Lets handlers and stores say what a change is about, where the request does not. */
import { Context, Effect } from "effect"

/** The fields of an audited change that are known so far. */
export interface CurrentAudit {
  /** The project; `null` until the request has found it. */
  projectId: string | null
  /** The actor, if the request began without a user and signed one in. */
  signedInUserId: string | null
  /** The owner who acts as the user; `null` without one. */
  impersonatorId: string | null
  /** Ids by their kind: `user_id`, `team_id`. */
  readonly targets: Record<string, string>
  /** Why the actor made the change, in their own words; `null` for most changes. */
  reason: string | null
  /** True if the request is refused although its transaction is committed. */
  isRefused: boolean
}

/** `null` outside of audited requests and commands. */
export const CurrentAudit = Context.Reference<CurrentAudit | null>("keystile/service/CurrentAudit", {
  defaultValue: () => null
})

const note = (change: (audit: CurrentAudit) => void) =>
  Effect.map(CurrentAudit, (audit) => {
    if (audit !== null) change(audit)
  })

/** Adds ids of what is changed. */
export const noteTargets = (targets: Readonly<Record<string, string>>): Effect.Effect<void> =>
  note((audit) => Object.assign(audit.targets, targets))

/** Says which owner signs in as the user. */
export const noteImpersonator = (ownerId: string): Effect.Effect<void> =>
  note((audit) => {
    audit.impersonatorId = ownerId
  })

/** Says why the actor makes the change, in their own words. */
export const noteReason = (reason: string): Effect.Effect<void> =>
  note((audit) => {
    audit.reason = reason
  })

/** Says who signed in, and where. */
export const noteSignIn = (projectId: string, userId: string): Effect.Effect<void> =>
  note((audit) => {
    audit.projectId = projectId
    audit.signedInUserId = userId
    audit.targets["user_id"] = userId
  })

/** Says whether the request is refused although its transaction is committed. Such a transaction records no success. */
export const noteRefused = (isRefused: boolean): Effect.Effect<void> =>
  note((audit) => {
    audit.isRefused = isRefused
  })

/** Names the project of a request that has no headers of one. */
export const noteProject = (projectId: string): Effect.Effect<void> =>
  note((audit) => {
    audit.projectId = projectId
  })
