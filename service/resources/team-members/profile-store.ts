/** Reads the profiles of team members. `MembershipStore` writes them. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlConnection, type Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import type { GrantHolder } from "../permissions/grant-store.ts"
import type { UserRecord } from "../../sql/records/user-record.ts"
import { inTexts } from "../../sql/dialect.ts"
import { LONGEST_OF_LIST, readList, shortValue, totalBytes } from "../../sql/long-values.ts"
import { Flag, rowsOf } from "../../sql/rows.ts"
import { longUserColumns, shortUserColumns, userBytes, userColumns, userJoins, users } from "../users/user-columns.ts"

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

interface ProfileFilter {
  readonly teamId: string | null
  readonly userId: string | null
}

/** A member with the name and the image that the team shows. */
const Member = wire({
  teamId: Schema.String,
  userId: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  profileImageUrl: Schema.NullOr(Schema.String),
  primaryEmail: Schema.NullOr(Schema.String),
  primaryEmailVerified: Flag
})
export type Member = typeof Member.Type

interface MemberFilter {
  readonly teamId: string
  /** `null` for all members. */
  readonly userId: string | null
}

/** The most bytes of images in a list of members. By default clients read responses of up to 8 MB. */
export const MAX_IMAGE_BYTES = 6_000_000

export class ProfileStore extends Context.Service<
  ProfileStore,
  {
    /**
     * Lists profiles with their users, the oldest membership first. Returns `null` if their images and metadata have
     * more than `MAX_LIST_BYTES`.
     */
    readonly list: (projectId: string, filter: ProfileFilter) => Effect.Effect<ReadonlyArray<Profile> | null>
    /**
     * Lists members of a team, the oldest membership first. If their images have more than `MAX_IMAGE_BYTES`, the
     * largest ones are left out.
     */
    readonly listMembers: (projectId: string, filter: MemberFilter) => Effect.Effect<ReadonlyArray<Member>>
    /** Returns the profile; `null` if the user is not in the team. */
    readonly find: (member: GrantHolder) => Effect.Effect<Profile | null>
  }
>()("keystile/service/ProfileStore") {}

const profiles = rowsOf(ProfileRow)
const members = rowsOf(Member)
const sizes = rowsOf(wire({ userId: Schema.String, bytes: Schema.Number }))
const images = rowsOf(wire({ userId: Schema.String, profileImageUrl: Schema.NullOr(Schema.String) }))
const totals = rowsOf(wire({ bytes: Schema.Number }))

type Rows = ReadonlyArray<SqlConnection.Row>

export const layer: Layer.Layer<ProfileStore, never, SqlClient.SqlClient> = Layer.effect(
  ProfileStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const selected = (projectId: string, { teamId, userId }: ProfileFilter) =>
      sql.and([
        sql`membership.project_id = ${projectId}`,
        ...(teamId === null ? [] : [sql`membership.team_id = ${teamId}`]),
        ...(userId === null ? [] : [sql`membership.user_id = ${userId}`])
      ])
    const order = sql`ORDER BY membership.created_at, membership.team_id, membership.user_id`
    const source = sql`FROM team_memberships AS membership JOIN users ON users.id = membership.user_id`

    const ownImage = "membership.profile_image_url"
    const read = (
      projectId: string,
      filter: ProfileFilter,
      image: string,
      columns: Statement.Fragment
    ): Effect.Effect<Rows> =>
      Effect.orDie(sql`
        SELECT
          membership.team_id AS member_team_id,
          membership.display_name AS member_display_name,
          ${sql.literal(image)} AS member_profile_image_url,
          ${columns}
        ${source} ${userJoins(sql)} WHERE ${selected(projectId, filter)} ${order}`)
    const readWhole = (projectId: string, filter: ProfileFilter) => read(projectId, filter, ownImage, userColumns(sql))
    const measure = (projectId: string, filter: ProfileFilter) =>
      Effect.map(
        totals.first(sql`
          SELECT coalesce(sum(${sql.literal(`${totalBytes([ownImage])} + ${userBytes}`)}), 0) AS bytes
          ${source} ${userJoins(sql)} WHERE ${selected(projectId, filter)}`),
        (total) => total?.bytes ?? 0
      )
    const listColumns = shortUserColumns(sql, LONGEST_OF_LIST)

    const decode = Effect.fnUntraced(function* (rows: Rows) {
      const own = yield* profiles.all(Effect.succeed(rows))
      const found = yield* users.all(Effect.succeed(rows))
      return own.flatMap(({ memberDisplayName, memberProfileImageUrl, memberTeamId }, index) => {
        const user = found[index]
        return user === undefined
          ? []
          : [{ teamId: memberTeamId, displayName: memberDisplayName, profileImageUrl: memberProfileImageUrl, user }]
      })
    })

    const image = `coalesce(${ownImage}, users.profile_image_url)`
    const imageLength = `coalesce(octet_length(${ownImage}), octet_length(users.profile_image_url))`

    /** Returns the images of these members, the smallest first, up to so many bytes. */
    const readImages = Effect.fnUntraced(function* (
      projectId: string,
      teamId: string,
      userIds: ReadonlyArray<string>,
      most: number
    ) {
      const isAmong = (ids: ReadonlyArray<string>) =>
        sql`${selected(projectId, { teamId, userId: null })} AND ${inTexts(sql, sql`membership.user_id`, ids)}`
      const measured = yield* sizes.all(sql`
        SELECT membership.user_id, coalesce(${sql.literal(imageLength)}, 0) AS bytes ${source} WHERE ${isAmong(userIds)}
        ORDER BY bytes, membership.user_id`)
      let total = 0
      const fitting = measured.filter(({ bytes }) => (total += bytes) <= most)
      const found = yield* images.all(sql`
        SELECT membership.user_id, ${sql.literal(image)} AS profile_image_url ${source}
        WHERE ${isAmong(fitting.map(({ userId }) => userId))}`)
      return new Map(found.map(({ profileImageUrl, userId }) => [userId, profileImageUrl]))
    })

    const listMembers = Effect.fnUntraced(function* (projectId: string, filter: MemberFilter) {
      const all = yield* members.all(sql`
        SELECT
          membership.team_id, membership.user_id,
          coalesce(membership.display_name, users.display_name) AS display_name,
          ${sql.literal(shortValue(image, LONGEST_OF_LIST, imageLength))} AS profile_image_url,
          contact_channels.value AS primary_email,
          coalesce(contact_channels.is_verified, 0) AS primary_email_verified
        ${source} LEFT JOIN contact_channels ON contact_channels.user_id = users.id
          AND contact_channels.type = 'email' AND contact_channels.is_primary = 1
        WHERE ${selected(projectId, filter)} ${order}`)
      const large = all.flatMap(({ profileImageUrl, userId }) => (profileImageUrl === "" ? [userId] : []))
      if (large.length === 0) return all
      const known = all.reduce((sum, { profileImageUrl }) => sum + (profileImageUrl ?? "").length, 0)
      const found = yield* readImages(projectId, filter.teamId, large, MAX_IMAGE_BYTES - known)
      return all.map((member) =>
        member.profileImageUrl === "" ? { ...member, profileImageUrl: found.get(member.userId) ?? null } : member
      )
    })

    return ProfileStore.of({
      list: (projectId, filter) =>
        Effect.flatMap(
          readList({
            columns: ["member_profile_image_url", ...longUserColumns],
            readShort: read(projectId, filter, shortValue(ownImage, LONGEST_OF_LIST), listColumns),
            measure: measure(projectId, filter),
            readWhole: readWhole(projectId, filter)
          }),
          (rows) => (rows === null ? Effect.succeed(null) : decode(rows))
        ),
      listMembers,
      find: ({ projectId, teamId, userId }) =>
        Effect.map(Effect.flatMap(readWhole(projectId, { teamId, userId }), decode), ([profile]) => profile ?? null)
    })
  })
)
