/** Stores contact channels: the email addresses of users. Users can sign in with some of them. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { noteTargets } from "../../audit/current-audit.ts"
import { withLowerCaseDomain } from "./email-address.ts"
import { exists, Flag, rowsOf, run, runUnlessTaken, type UniqueViolation } from "../../sql/rows.ts"

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
/** A contact channel with the id of its user. */
export type OwnedChannel = typeof OwnedChannel.Type

const ResetTarget = wire({
  userId: Schema.String,
  isVerified: Flag,
  /** The language of mails to the user; `null` if it is not known. */
  language: Schema.NullOr(Schema.String)
})
/** A user whose password can be reset with an address. */
export type ResetTarget = typeof ResetTarget.Type

export interface NewChannel extends ChannelRecord {
  readonly projectId: string
  readonly userId: string
  readonly createdAt: number
}

export class ChannelStore extends Context.Service<
  ChannelStore,
  {
    /** Returns the id of the user who signs in with this address. Its domain may be in any case. */
    readonly findUserByAuthEmail: (projectId: string, email: string) => Effect.Effect<string | null>
    /**
     * Returns the ids of all users who have this address, whether they sign in with it or not. Reads every user of the
     * project, since no index has addresses that are not used for sign-in.
     */
    readonly findUsersByEmail: (projectId: string, email: string) => Effect.Effect<ReadonlyArray<string>>
    /**
     * Returns the user who signs in with this address, if a code mailed to it may reset their password; else `null`. An
     * unverified address may not, if the user had a verified address, a passkey or a connected account when it was
     * added: the mailbox may belong to another person. The verified address may have been replaced or removed since.
     */
    readonly findResetTarget: (projectId: string, email: string) => Effect.Effect<ResetTarget | null>
    /**
     * Ends sign-in with this address for users whose password it cannot reset (see `findResetTarget`). An unverified
     * address is not reserved for a user with another sign-in method. Belongs in the transaction that adds it to
     * another user, or returns it to one. Their users can reclaim it (see `reclaim`).
     */
    readonly releaseUnproven: (projectId: string, email: string) => Effect.Effect<void>
    /** Lists the channels of a user, the oldest first. */
    readonly list: (projectId: string, userId: string) => Effect.Effect<ReadonlyArray<ChannelRecord>>
    /** Lists the channels of a project, the oldest first. Filters by user or channel id if these are given. */
    readonly search: (
      projectId: string,
      filter: { readonly userId?: string | undefined; readonly id?: string | undefined }
    ) => Effect.Effect<ReadonlyArray<OwnedChannel>>
    /** Inserts a channel. Fails with `UniqueViolation` if another user signs in with the address. */
    readonly insert: (channel: NewChannel) => Effect.Effect<void, UniqueViolation>
    /**
     * Updates a channel. Fails with `UniqueViolation` if another user signs in with the address. A new value counts as
     * added at `addedAt`, in epoch milliseconds. Default: now.
     */
    readonly update: (channel: ChannelRecord, addedAt?: number | null) => Effect.Effect<void, UniqueViolation>
    /**
     * Updates a channel, and keeps its old address as another channel with this id: it is verified and used for
     * sign-in, until the user signs in with the new address and has verified it. An update of that channel keeps it for
     * good. It is not kept if the channel does not have it, verified. Fails with `UniqueViolation` if another user
     * signs in with the new address. Belongs in a transaction.
     */
    readonly replace: (
      channel: ChannelRecord,
      kept: Pick<ChannelRecord, "id" | "value">
    ) => Effect.Effect<void, UniqueViolation>
    /**
     * Removes the address that `replace` has kept for a channel, if it has this value. Returns when it was added, in
     * epoch milliseconds; else `null`.
     */
    readonly removeReplaced: (
      channel: Pick<OwnedChannel, "id" | "userId">,
      value: string
    ) => Effect.Effect<number | null>
    /** Returns whether `replace` keeps an address for a channel whose new one `releaseUnproven` has released. */
    readonly isReleasedReplacement: (channel: Pick<OwnedChannel, "id" | "userId">) => Effect.Effect<boolean>
    readonly remove: (channelId: string) => Effect.Effect<void>
    /** Makes the address that `replace` has kept for a removed channel primary, for good. */
    readonly promoteReplaced: (removed: Pick<OwnedChannel, "id" | "userId">) => Effect.Effect<void>
    /** Makes the primary channel of a user a secondary one. */
    readonly clearPrimary: (projectId: string, userId: string) => Effect.Effect<void>
    /** Marks the address as verified. Returns whether the user has it. */
    readonly verify: (projectId: string, userId: string, email: string) => Effect.Effect<boolean>
    /** Returns whether `releaseUnproven` ended sign-in with this address for the user. */
    readonly isReleased: (projectId: string, userId: string, email: string) => Effect.Effect<boolean>
    /** Uses a released address for sign-in again. Fails with `UniqueViolation` if another user signs in with it. */
    readonly reclaim: (projectId: string, userId: string, email: string) => Effect.Effect<void, UniqueViolation>
    /** Keeps the user of a released channel from reclaiming it, because sign-in with it was switched off since. */
    readonly forgetRelease: (channelId: string) => Effect.Effect<void>
    /**
     * Replaces the time when an address with which the user signs in was first verified, in epoch milliseconds. Changes
     * of channels set it if it is `null`.
     */
    readonly setFirstVerified: (projectId: string, userId: string, at: number | null) => Effect.Effect<void>
  }
>()("keystile/service/ChannelStore") {}

const channels = rowsOf(ChannelRecord)
const ownedChannels = rowsOf(OwnedChannel)
const owners = rowsOf(wire({ userId: Schema.String }))
const resetTargets = rowsOf(ResetTarget)
const channelIds = rowsOf(wire({ id: Schema.String }))
const additions = rowsOf(wire({ id: Schema.String, createdAt: Schema.Number }))

export const layer: Layer.Layer<ChannelStore, never, SqlClient.SqlClient> = Layer.effect(
  ChannelStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    // Domains are stored in lower case, except those of older addresses that two users have in different spellings.
    const spellings = (email: string) => sql`(${email}, ${withLowerCaseDomain(email)})`
    const exactFirst = (email: string) => sql`CASE WHEN value = ${email} THEN 0 ELSE 1 END`

    /** The condition of the channels of a user with this address. */
    const isOf = (projectId: string, userId: string, email: string) => sql`
      project_id = ${projectId} AND user_id = ${userId} AND type = 'email' AND value IN ${spellings(email)}`

    // The user of a channel had a verified address, a passkey or a connected account when the channel was added.
    const wasAddedLater = sql`(
      EXISTS (
        SELECT 1 FROM users AS owner
        WHERE owner.id = channel.user_id AND owner.first_verified_at <= channel.created_at
      )
      OR EXISTS (
        SELECT 1 FROM contact_channels AS older
        WHERE older.user_id = channel.user_id AND older.used_for_auth = 1 AND older.is_verified = 1
          AND (older.created_at, older.rowid) < (channel.created_at, channel.rowid)
      )
      OR EXISTS (
        SELECT 1 FROM passkeys
        WHERE passkeys.user_id = channel.user_id AND passkeys.registered_at < channel.created_at
      )
      OR EXISTS (
        SELECT 1 FROM oauth_accounts
        WHERE oauth_accounts.project_id = channel.project_id AND oauth_accounts.user_id = channel.user_id
          AND oauth_accounts.created_at < channel.created_at
      )
    )`

    /** Adds the id of an address that `replace` keeps to the audit log. */
    const noteReplaced = (id: string) => noteTargets({ replaced_contact_channel_id: id })

    // Removes the addresses of a user whose replacement is verified and used for sign-in.
    const removeReplacedAddresses = Effect.fnUntraced(function* (userId: Statement.Fragment) {
      const removed = yield* channelIds.all(sql`
        DELETE FROM contact_channels
        WHERE user_id = ${userId} AND replaced_by IS NOT NULL
          AND EXISTS (
            SELECT 1 FROM contact_channels AS replacement
            WHERE replacement.id = contact_channels.replaced_by AND replacement.user_id = contact_channels.user_id
              AND replacement.is_verified = 1 AND replacement.used_for_auth = 1
          )
        RETURNING id`)
      for (const { id } of removed) yield* noteReplaced(id)
    })

    // Sets the time of the first verification of a user with a verified address for sign-in.
    const recordFirstVerified = (userId: Statement.Fragment, at: number) =>
      run(sql`
        UPDATE users SET first_verified_at = ${at}
        WHERE id = ${userId} AND first_verified_at IS NULL
          AND EXISTS (
            SELECT 1 FROM contact_channels
            WHERE contact_channels.user_id = users.id AND is_verified = 1 AND used_for_auth = 1
          )`)

    // Both follow the verification of an address, and the choice to sign in with a verified one.
    const recordProven = (userId: Statement.Fragment, at: number) =>
      Effect.andThen(recordFirstVerified(userId, at), removeReplacedAddresses(userId))

    const update = Effect.fnUntraced(function* (channel: ChannelRecord, addedAt: number | null = null) {
      const now = yield* Clock.currentTimeMillis
      yield* runUnlessTaken(sql`
        UPDATE contact_channels SET
          value = ${channel.value},
          is_primary = ${channel.isPrimary},
          is_verified = ${channel.isVerified},
          used_for_auth = ${channel.usedForAuth},
          released_value = ${channel.usedForAuth ? sql`NULL` : sql`released_value`},
          replaced_by = NULL,
          created_at = CASE WHEN value = ${channel.value} THEN created_at ELSE ${addedAt ?? now} END
        WHERE id = ${channel.id}`)
      if (!channel.isVerified || !channel.usedForAuth) return
      yield* recordProven(sql`(SELECT user_id FROM contact_channels WHERE id = ${channel.id})`, now)
    })

    return ChannelStore.of({
      findUserByAuthEmail: (projectId, email) =>
        Effect.map(
          owners.first(sql`
            SELECT user_id FROM contact_channels
            WHERE project_id = ${projectId} AND type = 'email' AND value IN ${spellings(email)} AND used_for_auth = 1
            ORDER BY ${exactFirst(email)} LIMIT 1`),
          (row) => (row === null ? null : row.userId)
        ),
      findUsersByEmail: (projectId, email) =>
        Effect.map(
          owners.all(sql`
            SELECT DISTINCT channel.user_id
            FROM users JOIN contact_channels AS channel ON channel.user_id = users.id
            WHERE users.project_id = ${projectId} AND channel.type = 'email' AND channel.value IN ${spellings(email)}
            ORDER BY channel.user_id`),
          (rows) => rows.map(({ userId }) => userId)
        ),
      findResetTarget: (projectId, email) =>
        resetTargets.first(sql`
          SELECT channel.user_id, channel.is_verified, users.language
          FROM contact_channels AS channel JOIN users ON users.id = channel.user_id
          WHERE channel.project_id = ${projectId} AND channel.type = 'email' AND channel.value IN ${spellings(email)}
            AND channel.used_for_auth = 1
            AND (channel.is_verified = 1 OR NOT ${wasAddedLater})
          ORDER BY ${exactFirst(email)} LIMIT 1`),
      releaseUnproven: (projectId, email) =>
        run(sql`
          UPDATE contact_channels AS channel SET used_for_auth = 0, released_value = value
          WHERE channel.project_id = ${projectId} AND channel.type = 'email' AND channel.value IN ${spellings(email)}
            AND channel.used_for_auth = 1 AND channel.is_verified = 0 AND ${wasAddedLater}`),
      list: (projectId, userId) =>
        channels.all(sql`
          SELECT id, value, is_primary, is_verified, used_for_auth FROM contact_channels
          WHERE project_id = ${projectId} AND user_id = ${userId} AND type = 'email'
          ORDER BY created_at, rowid`),
      search: (projectId, { id = undefined, userId = undefined }) =>
        ownedChannels.all(sql`
          SELECT id, user_id, value, is_primary, is_verified, used_for_auth FROM contact_channels
          WHERE ${sql.and([
            sql`project_id = ${projectId} AND type = 'email'`,
            ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
            ...(id === undefined ? [] : [sql`id = ${id}`])
          ])}
          ORDER BY created_at, rowid`),
      insert: (channel) =>
        Effect.andThen(
          runUnlessTaken(sql`
            INSERT INTO contact_channels (
              id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at
            )
            VALUES (
              ${channel.id}, ${channel.projectId}, ${channel.userId}, 'email', ${channel.value}, ${channel.isPrimary},
              ${channel.isVerified}, ${channel.usedForAuth}, ${channel.createdAt}
            )`),
          channel.isVerified && channel.usedForAuth
            ? recordFirstVerified(sql`${channel.userId}`, channel.createdAt)
            : Effect.void
        ),
      update,
      replace: Effect.fnUntraced(function* (channel, kept) {
        const old = yield* additions.first(sql`
          SELECT id, created_at FROM contact_channels
          WHERE id = ${channel.id} AND value = ${kept.value} AND is_verified = 1`)
        yield* update(channel)
        if (old === null) return
        yield* runUnlessTaken(sql`
          INSERT INTO contact_channels (
            id, project_id, user_id, type, value, is_primary, is_verified, used_for_auth, created_at, replaced_by
          )
          SELECT ${kept.id}, project_id, user_id, type, ${kept.value}, 0, 1, 1, ${old.createdAt}, id
          FROM contact_channels WHERE id = ${old.id}`)
        yield* noteReplaced(kept.id)
      }),
      removeReplaced: Effect.fnUntraced(function* ({ id, userId }, value) {
        const removed = yield* additions.first(sql`
          DELETE FROM contact_channels WHERE user_id = ${userId} AND value = ${value} AND replaced_by = ${id}
          RETURNING id, created_at`)
        if (removed === null) return null
        yield* noteReplaced(removed.id)
        return removed.createdAt
      }),
      isReleasedReplacement: ({ id, userId }) =>
        exists(sql`
          SELECT 1 FROM contact_channels AS channel
          JOIN contact_channels AS kept ON kept.user_id = channel.user_id AND kept.replaced_by = channel.id
          WHERE channel.id = ${id} AND channel.user_id = ${userId} AND channel.released_value = channel.value
          LIMIT 1`),
      remove: (channelId) => run(sql`DELETE FROM contact_channels WHERE id = ${channelId}`),
      promoteReplaced: ({ id, userId }) =>
        run(sql`
          UPDATE contact_channels SET is_primary = 1, replaced_by = NULL
          WHERE id = (
            SELECT id FROM contact_channels WHERE user_id = ${userId} AND replaced_by = ${id}
            ORDER BY created_at, rowid LIMIT 1
          )`),
      clearPrimary: (projectId, userId) =>
        run(sql`
          UPDATE contact_channels SET is_primary = 0
          WHERE project_id = ${projectId} AND user_id = ${userId} AND type = 'email' AND is_primary = 1`),
      verify: (projectId, userId, email) =>
        Effect.gen(function* () {
          const isVerified = yield* exists(sql`
            UPDATE contact_channels SET is_verified = 1 WHERE ${isOf(projectId, userId, email)} RETURNING id`)
          if (isVerified) yield* recordProven(sql`${userId}`, yield* Clock.currentTimeMillis)
          return isVerified
        }),
      isReleased: (projectId, userId, email) =>
        exists(sql`
          SELECT 1 FROM contact_channels WHERE ${isOf(projectId, userId, email)} AND released_value = value
          LIMIT 1`),
      reclaim: (projectId, userId, email) =>
        Effect.andThen(
          runUnlessTaken(sql`
            UPDATE contact_channels SET used_for_auth = 1, released_value = NULL
            WHERE ${isOf(projectId, userId, email)} AND released_value = value`),
          Effect.flatMap(Clock.currentTimeMillis, (now) => recordProven(sql`${userId}`, now))
        ),
      forgetRelease: (channelId) => run(sql`UPDATE contact_channels SET released_value = NULL WHERE id = ${channelId}`),
      setFirstVerified: (projectId, userId, at) =>
        run(sql`UPDATE users SET first_verified_at = ${at} WHERE project_id = ${projectId} AND id = ${userId}`)
    })
  })
)
