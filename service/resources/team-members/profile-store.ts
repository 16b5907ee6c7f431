/** Reads the profiles of team members. `MembershipStore` writes them. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import type { Holder } from "../permissions/grant-store.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { rowsOf } from "../../sql/rows.ts"
import { userColumns, userJoins, users } from "../users/user-columns.ts"

const ProfileRow = wire({
  memberTeamId: Schema.String,
  /** `null` if the team shows the display name of the user. */
  memberDisplayName: Schema.NullOr(Schema.String),
  memberProfileImageUrl: Schema.NullOr(Schema.String)
})

export interface Profile {
  readonly teamId: string
  readonly displayName: string | null
  readonly profileImageUrl: string | null
  readonly user: UserRecord
}

export interface ProfileFilter {
  readonly teamId: string | null
  readonly userId: string | null
}

export class ProfileStore extends Context.Service<
  ProfileStore,
  {
    /** Lists profiles, the oldest membership first. */
    readonly list: (projectId: string, filter: ProfileFilter) => Effect.Effect<ReadonlyArray<Profile>>
    /** Returns the profile; `null` if the user is not in the team. */
    readonly find: (member: Holder) => Effect.Effect<Profile | null>
  }
>()("keystile/service/ProfileStore") {}

const profiles = rowsOf(ProfileRow)

export const layer: Layer.Layer<ProfileStore, never, SqlClient.SqlClient> = Layer.effect(
  ProfileStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const list = Effect.fnUntraced(function* (projectId: string, { teamId, userId }: ProfileFilter) {
      const rows = yield* Effect.orDie(sql`
        SELECT
          membership.team_id AS member_team_id,
          membership.display_name AS member_display_name,
          membership.profile_image_url AS member_profile_image_url,
          ${userColumns(sql)}
        FROM team_memberships AS membership
        JOIN users ON users.id = membership.user_id
        ${userJoins(sql)}
        WHERE ${sql.and([
          sql`membership.project_id = ${projectId}`,
          ...(teamId === null ? [] : [sql`membership.team_id = ${teamId}`]),
          ...(userId === null ? [] : [sql`membership.user_id = ${userId}`])
        ])}
        ORDER BY membership.created_at, membership.team_id, membership.user_id`)
      const own = yield* profiles.all(Effect.succeed(rows))
      const members = yield* users.all(Effect.succeed(rows))
      return own.flatMap(({ memberDisplayName, memberProfileImageUrl, memberTeamId }, index) => {
        const user = members[index]
        return user === undefined
          ? []
          : [{ teamId: memberTeamId, displayName: memberDisplayName, profileImageUrl: memberProfileImageUrl, user }]
      })
    })

    return ProfileStore.of({
      list,
      find: ({ projectId, teamId, userId }) =>
        Effect.map(list(projectId, { teamId, userId }), ([profile]) => profile ?? null)
    })
  })
)
