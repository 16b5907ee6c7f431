/** Stores team invitations with their teams and recipients. Their codes are in the table of verification codes. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../../core/schema/fields/millis.ts"
import { wire } from "../../../core/schema/wire.ts"
import type { GrantHolder } from "../permissions/grant-store.ts"
import { inTexts, lowerCase } from "../../sql/dialect.ts"
import { exists, rowsOf, run } from "../../sql/rows.ts"
import { withoutCase } from "../contact-channels/email-address.ts"

/** The most open invitations of a team that its members send, and see in a list. Servers send any number. */
export const MAX_OPEN = 200

/** The most invitations in the list of a user. Anyone who creates a team can send some. */
const MAX_RECEIVED = 200

const fields = {
  id: Schema.String,
  teamId: Schema.String,
  teamDisplayName: Schema.String,
  recipientEmail: Schema.String,
  expiresAt: Millis
}
const InvitationRecord = wire(fields)
const InvitationWithInviter = wire({ ...fields, inviterDisplayName: Schema.NullOr(Schema.String) })
type InvitationRecord = typeof InvitationRecord.Type

interface NewInvitation {
  /** The id of its code. */
  readonly id: string
  readonly projectId: string
  readonly teamId: string
  readonly recipientEmail: string
  /** The user who sent it; `null` if the application's server did. */
  readonly inviterId: string | null
}

export class InvitationStore extends Context.Service<
  InvitationStore,
  {
    readonly insert: (invitation: NewInvitation) => Effect.Effect<void>
    /** The inviter's name is `null` for one without a name, and for invitations by the application's server. */
    readonly find: (
      projectId: string,
      id: string
    ) => Effect.Effect<(InvitationRecord & { readonly inviterDisplayName: string | null }) | null>
    /** Returns whether a team has {@link MAX_OPEN} open invitations. */
    readonly hasMaximum: (projectId: string, teamId: string, now: number) => Effect.Effect<boolean>
    /** Lists the open invitations of a team, the oldest first: all of them, or the newest ones. */
    readonly listOpen: (
      projectId: string,
      teamId: string,
      now: number,
      newest: number | "all"
    ) => Effect.Effect<ReadonlyArray<InvitationRecord>>
    /** Lists the open invitations to any of these addresses, whatever their case: the newest 200, the newest first. */
    readonly listReceived: (
      projectId: string,
      addresses: ReadonlyArray<string>,
      now: number
    ) => Effect.Effect<ReadonlyArray<InvitationRecord>>
    /** Revokes an open invitation. Returns whether the team had it. */
    readonly revoke: (projectId: string, teamId: string, id: string, now: number) => Effect.Effect<boolean>
    /**
     * Revokes the invitations that a user sent for a team, and those that were sent to one of their addresses. Anyone
     * can add the address of another recipient to their account, so the unverified addresses of a member who leaves do
     * not count.
     */
    readonly revokeOfMember: (member: GrantHolder, addresses: "verified" | "all") => Effect.Effect<void>
    /** Revokes the invitations that a user sent for any team. */
    readonly revokeSentBy: (projectId: string, userId: string) => Effect.Effect<void>
    readonly revokeOfTeam: (projectId: string, teamId: string) => Effect.Effect<void>
  }
>()("keystile/service/InvitationStore") {}

const invitations = rowsOf(InvitationRecord)
const invitationsWithInviter = rowsOf(InvitationWithInviter)

export const layer: Layer.Layer<InvitationStore, never, SqlClient.SqlClient> = Layer.effect(
  InvitationStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = sql`
        team_invitations.id, team_invitations.team_id, teams.display_name AS team_display_name,
        team_invitations.recipient_email, verification_codes.expires_at`
    const from = sql`
      FROM team_invitations
      JOIN teams ON teams.id = team_invitations.team_id
      JOIN verification_codes ON verification_codes.id = team_invitations.id`

    const isOpen = (now: number) => sql`verification_codes.used_at IS NULL AND verification_codes.expires_at > ${now}`

    const isOpenIn = (projectId: string, teamId: string, now: number) =>
      sql`team_invitations.project_id = ${projectId} AND team_invitations.team_id = ${teamId} AND ${isOpen(now)}`

    return InvitationStore.of({
      insert: ({ id, inviterId, projectId, recipientEmail, teamId }) =>
        run(sql`
          INSERT INTO team_invitations (id, project_id, team_id, recipient_email, recipient_key, inviter_id)
          VALUES (
            ${id}, ${projectId}, ${teamId}, ${recipientEmail}, ${withoutCase(recipientEmail)}, ${inviterId}
          )`),
      revokeOfMember: ({ projectId, teamId, userId }, addresses) =>
        run(sql`
          DELETE FROM team_invitations
          WHERE project_id = ${projectId} AND team_id = ${teamId} AND (
            inviter_id = ${userId}
            OR ${lowerCase(sql, sql`recipient_email`)} IN (
              SELECT ${lowerCase(sql, sql`value`)} FROM contact_channels WHERE user_id = ${userId} AND type = 'email'
                ${addresses === "verified" ? sql`AND is_verified = 1` : sql``}
            )
          )`),
      revokeSentBy: (projectId, userId) =>
        run(sql`DELETE FROM team_invitations WHERE project_id = ${projectId} AND inviter_id = ${userId}`),
      revokeOfTeam: (projectId, teamId) =>
        run(sql`DELETE FROM team_invitations WHERE project_id = ${projectId} AND team_id = ${teamId}`),
      find: (projectId, id) =>
        invitationsWithInviter.first(sql`
          SELECT ${columns}, users.display_name AS inviter_display_name ${from}
          LEFT JOIN users ON users.id = team_invitations.inviter_id AND users.project_id = team_invitations.project_id
          WHERE team_invitations.project_id = ${projectId} AND team_invitations.id = ${id}`),
      hasMaximum: (projectId, teamId, now) =>
        exists(sql`
          SELECT team_invitations.id
          FROM team_invitations JOIN verification_codes ON verification_codes.id = team_invitations.id
          WHERE ${isOpenIn(projectId, teamId, now)}
          LIMIT 1 OFFSET ${sql.literal(String(MAX_OPEN - 1))}`),
      listOpen: (projectId, teamId, now, newest) =>
        Effect.map(
          invitations.all(sql`
            SELECT ${columns} ${from}
            WHERE ${isOpenIn(projectId, teamId, now)}
            ORDER BY verification_codes.created_at DESC, team_invitations.id DESC
            ${newest === "all" ? sql`` : sql`LIMIT ${newest}`}`),
          (rows) => rows.toReversed()
        ),
      listReceived: (projectId, addresses, now) =>
        invitations.all(sql`
          SELECT ${columns} ${from}
          WHERE team_invitations.project_id = ${projectId}
            AND ${inTexts(sql, sql`team_invitations.recipient_key`, addresses.map(withoutCase))} AND ${isOpen(now)}
          ORDER BY verification_codes.created_at DESC, team_invitations.id
          LIMIT ${MAX_RECEIVED}`),
      revoke: (projectId, teamId, id, now) =>
        exists(sql`
          DELETE FROM team_invitations
          WHERE project_id = ${projectId} AND team_id = ${teamId} AND id = ${id}
            AND EXISTS (
              SELECT 1 FROM verification_codes WHERE verification_codes.id = team_invitations.id AND ${isOpen(now)}
            )
          RETURNING id`)
    })
  })
)
