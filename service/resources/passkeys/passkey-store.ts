/** Stores passkeys. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Millis } from "../../../core/schema/fields/millis.ts"
import type { Passkey } from "../../../core/schema/passkey.ts"
import { wire } from "../../../core/schema/wire.ts"
import { exists, Flag, rowsOf, runUnlessTaken, type UniqueViolation } from "../../sql/rows.ts"

const PasskeyRecord = wire({
  userId: Schema.String,
  /** The credential id in base64url. */
  credentialId: Schema.String,
  /** The COSE key in base64url. */
  publicKey: Schema.String,
  /** The signature counter; 0 if the authenticator has none. */
  counter: Schema.Int,
  /** True if the authenticator may make copies. It never changes; `null` if it was not recorded yet. */
  isBackupEligible: Schema.NullOr(Flag)
})
export type PasskeyRecord = typeof PasskeyRecord.Type

/** The authenticator data of a passkey (WebAuthn Level 3, section 6.1). */
export interface AuthenticatorState {
  readonly counter: number
  readonly isBackupEligible: boolean
  readonly isBackedUp: boolean
}

interface NewPasskey extends AuthenticatorState {
  readonly id: string
  readonly name: string
  readonly projectId: string
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: string
  readonly registeredAt: number
}

/** The public fields of a passkey, with its credential id. */
interface ListedPasskey {
  readonly credentialId: string
  readonly passkey: Passkey
}

export class PasskeyStore extends Context.Service<
  PasskeyStore,
  {
    readonly find: (projectId: string, credentialId: string) => Effect.Effect<PasskeyRecord | null>
    /** Lists the passkeys of a user, the oldest first. */
    readonly list: (projectId: string, userId: string) => Effect.Effect<ReadonlyArray<ListedPasskey>>
    /** Fails with `UniqueViolation` if the project has a passkey with this credential id. */
    readonly insert: (passkey: NewPasskey) => Effect.Effect<void, UniqueViolation>
    /** Returns whether the user has the passkey. */
    readonly rename: (projectId: string, userId: string, id: string, name: string) => Effect.Effect<boolean>
    /**
     * Stores the state after a sign-in, at a time in epoch milliseconds. Returns false if the passkey was removed, or
     * if the counter did not increase, unless both values are 0.
     */
    readonly recordUse: (
      projectId: string,
      credentialId: string,
      state: AuthenticatorState,
      now: number
    ) => Effect.Effect<boolean>
    /** Returns whether the user had the passkey. */
    readonly remove: (projectId: string, userId: string, id: string) => Effect.Effect<boolean>
    /** Returns whether the user had a passkey. */
    readonly removeAll: (projectId: string, userId: string) => Effect.Effect<boolean>
  }
>()("keystile/service/PasskeyStore") {}

const records = rowsOf(PasskeyRecord)

const ListedRow = wire(
  {
    id: Schema.String,
    name: Schema.String,
    createdAt: Millis,
    lastUsedAt: Schema.NullOr(Millis),
    isBackedUp: Schema.NullOr(Flag),
    credentialId: Schema.String
  },
  { createdAt: "registered_at" }
)
const rows = rowsOf(ListedRow)

const toListed = ({ credentialId, ...passkey }: typeof ListedRow.Type): ListedPasskey => ({ credentialId, passkey })

const flag = (value: boolean) => (value ? 1 : 0)

export const layer: Layer.Layer<PasskeyStore, never, SqlClient.SqlClient> = Layer.effect(
  PasskeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ofUser = (projectId: string, userId: string) => sql`project_id = ${projectId} AND user_id = ${userId}`
    return PasskeyStore.of({
      find: (projectId, credentialId) =>
        records.first(sql`
          SELECT user_id, credential_id, public_key, counter, is_backup_eligible FROM passkeys
          WHERE project_id = ${projectId} AND credential_id = ${credentialId}`),
      list: (projectId, userId) =>
        Effect.map(
          rows.all(sql`
            SELECT id, name, registered_at, last_used_at, is_backed_up, credential_id FROM passkeys
            WHERE ${ofUser(projectId, userId)}
            ORDER BY registered_at, rowid`),
          (all) => all.map(toListed)
        ),
      insert: (passkey) =>
        runUnlessTaken(sql`
          INSERT INTO passkeys (
            user_id, id, project_id, name, credential_id, public_key, counter, is_backup_eligible, is_backed_up,
            registered_at
          )
          VALUES (
            ${passkey.userId}, ${passkey.id}, ${passkey.projectId}, ${passkey.name}, ${passkey.credentialId},
            ${passkey.publicKey}, ${passkey.counter}, ${flag(passkey.isBackupEligible)}, ${flag(passkey.isBackedUp)},
            ${passkey.registeredAt}
          )`),
      rename: (projectId, userId, id, name) =>
        exists(sql`
          UPDATE passkeys SET name = ${name} WHERE ${ofUser(projectId, userId)} AND id = ${id} RETURNING id`),
      recordUse: (projectId, credentialId, { counter, isBackedUp, isBackupEligible }, now) =>
        exists(sql`
          UPDATE passkeys SET
            counter = ${counter},
            is_backup_eligible = ${flag(isBackupEligible)},
            is_backed_up = ${flag(isBackedUp)},
            last_used_at = ${now}
          WHERE project_id = ${projectId} AND credential_id = ${credentialId}
            AND (counter < ${counter} OR (counter = 0 AND CAST(${counter} AS BIGINT) = 0))
          RETURNING user_id`),
      remove: (projectId, userId, id) =>
        exists(sql`DELETE FROM passkeys WHERE ${ofUser(projectId, userId)} AND id = ${id} RETURNING id`),
      removeAll: (projectId, userId) =>
        exists(sql`DELETE FROM passkeys WHERE ${ofUser(projectId, userId)} RETURNING id`)
    })
  })
)
