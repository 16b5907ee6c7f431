/** Handles the endpoints of team invitations. */
import { Clock, Effect, Redacted } from "effect"
import * as Api from "../../../core/api/team-invitations.ts"
import { TeamNotFound } from "../../../core/errors/team.ts"
import { CannotGetOwnUserWithoutUser } from "../../../core/errors/own-user.ts"
import { UserAuthenticationRequired } from "../../../core/errors/user.ts"
import { VerificationCodeNotFound } from "../../../core/errors/verification-code.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { caller } from "../../request/caller.ts"
import { limitReached } from "../../validation/check-limit.ts"
import { textError } from "../../response/raw-response.ts"
import { implement } from "../../endpoint/implement.ts"
import { idOf } from "../../request/references.ts"
import { schemaError } from "../../validation/schema-error.ts"
import { ChannelStore } from "../contact-channels/channel-store.ts"
import { Mailer } from "../emails/mailer.ts"
import type { SystemPermissionId } from "../permissions/new-project-permissions.ts"
import { requireTrustedRedirect } from "../projects/trusted-redirect.ts"
import { inTransaction } from "../../sql/rows.ts"
import { inSessionTransaction } from "../sessions/in-session-transaction.ts"
import { joinTeam } from "../teams/join-team.ts"
import { requirePermissions } from "../teams/require-permissions.ts"
import { TeamStore } from "../teams/team-store.ts"
import type { VerificationCode } from "../verification-codes/verification-code-store.ts"
import { issueCode, lookAtCode, spendCode } from "../verification-codes/verification-codes.ts"
import { withCode } from "../verification-codes/mail-code.ts"
import { requireUnrestricted } from "./require-unrestricted.ts"
import { InvitationStore, MAX_OPEN } from "./invitation-store.ts"
import { listReceived, receivedHandlers } from "./received-handlers.ts"

/** Returns the invitation of a code. Fails as for an unknown code if it was revoked or its team was deleted. */
const invitationOf = Effect.fnUntraced(function* (code: VerificationCode) {
  const { project } = yield* caller
  const found = yield* (yield* InvitationStore).find(project.id, code.id)
  return found ?? (yield* new VerificationCodeNotFound())
})

/** Returns the team of the query, if the caller may see or change its invitations. */
const teamFor = Effect.fnUntraced(function* (uuid: string, ...permissionIds: ReadonlyArray<SystemPermissionId>) {
  const { project, tier, userId } = yield* caller
  const teamId = idOf(uuid)
  if (tier === "client") {
    if (userId === null) return yield* new CannotGetOwnUserWithoutUser()
    yield* requirePermissions({ projectId: project.id, teamId, userId }, ...permissionIds)
  }
  const team = yield* (yield* TeamStore).find(project.id, teamId)
  return team ?? (yield* new TeamNotFound({ teamId }))
})

export { layer } from "./invitation-store.ts"

export const handlers = [
  ...receivedHandlers,

  implement(
    Api.sendCode,
    Effect.fnUntraced(function* ({ body: { callbackUrl, email, teamId: uuid } }) {
      const { project, tier, userId } = yield* caller
      const projectId = project.id
      const teamId = idOf(uuid)
      if (tier === "client") {
        if (userId === null) return yield* new UserAuthenticationRequired()
        yield* requirePermissions({ projectId, teamId, userId }, "$invite_members")
      }
      yield* requireTrustedRedirect(project, callbackUrl)
      const team = yield* (yield* TeamStore).find(projectId, teamId)
      if (team === null) return yield* textError(404, `There is no team with the id "${teamId}".`)
      const invitations = yield* InvitationStore
      const now = yield* Clock.currentTimeMillis
      if (tier === "client" && (yield* invitations.hasMaximum(projectId, teamId, now))) {
        return yield* limitReached({
          maximum: MAX_OPEN,
          of: "open invitations of a team",
          advice: "Revoke one first, or wait until one expires."
        })
      }
      const { code, expiresAt, id } = yield* issueCode({
        projectId,
        kind: "team_invitation",
        callbackUrl,
        data: {}
      })
      yield* invitations.insert({ id, projectId, teamId, recipientEmail: email, inviterId: userId })
      const recipient = yield* (yield* ChannelStore).findResetTarget(projectId, email)
      yield* (yield* Mailer).send({
        projectId,
        type: "team_invitation",
        to: email,
        language: recipient === null ? null : recipient.language,
        expiresAt,
        variables: {
          teamDisplayName: team.displayName,
          teamInvitationLink: withCode(callbackUrl, Redacted.value(code))
        }
      })
      return { success: true as const, id }
    }, inSessionTransaction)
  ),

  implement(
    Api.accept,
    Effect.fnUntraced(function* ({ body: { code: given } }) {
      const { project, userId } = yield* caller
      // Before the code is used up: the user can sign up and use it then.
      if (userId !== null) yield* requireUnrestricted(project.id, userId)
      const code = yield* spendCode(project.id, "team_invitation", given, (code) => Effect.asVoid(invitationOf(code)))
      // Checked after the code is used up: the protocol does so for callers without a user as well.
      if (userId === null) return yield* new UserAuthenticationRequired()
      yield* inTransaction(
        Effect.gen(function* () {
          const { teamId } = yield* invitationOf(code)
          yield* noteTargets({ team_id: teamId })
          yield* joinTeam({ projectId: project.id, teamId, userId }, "member")
        })
      ).pipe(
        // A user who is a member already keeps their permissions.
        Effect.catchTag("UniqueViolation", () => Effect.void),
        Effect.catchTag("UserNotFound", () => Effect.fail(new UserAuthenticationRequired()))
      )
      return {}
    })
  ),

  implement(
    Api.checkCode,
    Effect.fnUntraced(function* ({ body: { code: given } }) {
      const { project } = yield* caller
      const { inviterDisplayName, recipientEmail, teamDisplayName } = yield* invitationOf(
        yield* lookAtCode(project.id, "team_invitation", given)
      )
      return { isCodeValid: true as const, teamDisplayName, inviterDisplayName, recipientEmail }
    })
  ),

  implement(
    Api.details,
    Effect.fnUntraced(function* ({ body: { code: given } }) {
      const { project, userId } = yield* caller
      const { inviterDisplayName, teamDisplayName, teamId } = yield* invitationOf(
        yield* lookAtCode(project.id, "team_invitation", given)
      )
      if (userId === null) return yield* new UserAuthenticationRequired()
      yield* requireUnrestricted(project.id, userId)
      return { teamId, teamDisplayName, inviterDisplayName }
    })
  ),

  implement(
    Api.list,
    Effect.fnUntraced(function* ({ query: { teamId, userId } = {} }, { title }) {
      if (userId !== undefined && teamId === undefined) {
        return { items: yield* listReceived(userId), isPaginated: false }
      }
      if (teamId === undefined || userId !== undefined) {
        return yield* schemaError(title, ["query: Expected exactly one of team_id and user_id"])
      }
      const { id, projectId } = yield* teamFor(teamId, "$read_members", "$invite_members")
      const newest = (yield* caller).tier === "client" ? MAX_OPEN : "all"
      const items = yield* (yield* InvitationStore).listOpen(projectId, id, yield* Clock.currentTimeMillis, newest)
      return { items, isPaginated: false }
    })
  ),

  implement(
    Api.revoke,
    Effect.fnUntraced(function* ({ params, query }) {
      const { id, projectId } = yield* teamFor(query.teamId, "$remove_members")
      const revoked = yield* (yield* InvitationStore).revoke(
        projectId,
        id,
        idOf(params.id),
        yield* Clock.currentTimeMillis
      )
      return revoked ? { success: true as const } : yield* textError(404, "The team has no such open invitation.")
    }, inTransaction)
  )
]
