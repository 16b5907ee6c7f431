/** The SQL of contact channels: the addresses that reach a user, some of which they sign in with. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../core/schema/wire.ts"
import { exists, Flag, rowsOf, run, runUnlessTaken, type Taken } from "../sql/rows.ts"

const fields = {
  id: Schema.String,
  value: Schema.String,
  isPrimary: Flag,
  isVerified: Flag,
  usedForAuth: Flag
}
const ChannelRecord = wire(fields)
export type ChannelRecord = typeof ChannelRecord.Type

const OwnedChannel = wire({ ...fields, userId: Schema.String })
/** A channel and whose it is. */
export type OwnedChannel = typeof OwnedChannel.Type

export interface NewChannel extends ChannelRecord {
  readonly projectId: string
  readonly userId: string
  readonly createdAt: number
}

export class ChannelStore extends Context.Service<ChannelStore, {
  /** The user who signs in with this address. Compared exactly. */
  readonly findUserByAuthEmail: (projectId: string, email: string) => Effect.Effect<string | null>
  /** The e-mail channels of a user. */
  readonly list: (projectId: string, userId: string) => Effect.Effect<ReadonlyArray<ChannelRecord>>
  /** The channels of a project, of one user or with one id if these are given. The oldest first. */
  readonly search: (
    projectId: string,
    filter: { readonly userId?: string | undefined; readonly id?: string | undefined }
  ) => Effect.Effect<ReadonlyArray<OwnedChannel>>
  /** Fails when somebody else signs in with the address. */
  readonly insert: (channel: NewChannel) => Effect.Effect<void, Taken>
  /** Fails when somebody else signs in with the address. */
  readonly update: (channel: ChannelRecord) => Effect.Effect<void, Taken>
  readonly remove: (channelId: string) => Effect.Effect<void>
  /** Takes the mark of the primary channel from whichever has it. */
  readonly clearPrimary: (projectId: string, userId: string) => Effect.Effect<void>
  /** Whether the user has the address, which is verified now. */
  readonly verify: (projectId: string, userId: string, email: string) => Effect.Effect<boolean>
}>()("keystile/service/ChannelStore") {}

const channels = rowsOf(ChannelRecord)
const owned = rowsOf(OwnedChannel)
const owners = rowsOf(wire({ userId: Schema.String }))

export const layer: Layer.Layer<ChannelStore, never, SqlClient.SqlClient> = Layer.effect(
  ChannelStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return ChannelStore.of({
      findUserByAuthEmail: (projectId, email) =>
        Effect.map(
          owners.first(sql`
            SELECT user_id FROM contact_channels
            WHERE project_id = ${projectId} AND type = 'email' AND value = ${email} AND used_for_auth = 1`),
          (row) => row === null ? null : row.userId
        ),
      list: (projectId, userId) =>
        channels.all(sql`
          SELECT id, value, is_primary, is_verified, used_for_auth FROM contact_channels
          WHERE project_id = ${projectId} AND user_id = ${userId} AND type = 'email'
          ORDER BY created_at, rowid`),
      search: (projectId, { id = undefined, userId = undefined }) =>
        owned.all(sql`
          SELECT id, user_id, value, is_primary, is_verified, used_for_auth FROM contact_channels
          WHERE ${
          sql.and([
            sql`project_id = ${projectId} AND type = 'email'`,
            ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
            ...(id === undefined ? [] : [sql`id = ${id}`])
          ])
        }
          ORDER BY created_at, rowid`),
      insert: (channel) =>
        runUnlessTaken(sql`
          INSERT INTO contact_channels (
            id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at
          )
          VALUES (
            ${channel.id}, ${channel.projectId}, ${channel.userId}, 'email', ${channel.value}, ${channel.isPrimary},
            ${channel.isVerified}, ${channel.usedForAuth}, ${channel.createdAt}
          )`),
      update: (channel) =>
        runUnlessTaken(sql`
          UPDATE contact_channels SET
            value = ${channel.value},
            is_primary = ${channel.isPrimary},
            is_verified = ${channel.isVerified},
            used_for_auth = ${channel.usedForAuth}
          WHERE id = ${channel.id}`),
      remove: (channelId) => run(sql`DELETE FROM contact_channels WHERE id = ${channelId}`),
      clearPrimary: (projectId, userId) =>
        run(sql`
          UPDATE contact_channels SET is_primary = 0
          WHERE project_id = ${projectId} AND user_id = ${userId} AND type = 'email' AND is_primary = 1`),
      verify: (projectId, userId, email) =>
        exists(sql`
          UPDATE contact_channels SET is_verified = 1
          WHERE project_id = ${projectId} AND user_id = ${userId} AND type = 'email' AND value = ${email}
          RETURNING id`)
    })
  })
)
