/** Stores passkeys. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { wire } from "../../../core/schema/wire.ts"
import { exists, rowsOf, run, runUnlessTaken, type Taken } from "../../sql/rows.ts"

const PasskeyRecord = wire({
  userId: Schema.String,
  /** The credential id in base64url. */
  credentialId: Schema.String,
  /** The COSE key in base64url. */
  publicKey: Schema.String,
  /** The signature counter; 0 if the authenticator has none. */
  counter: Schema.Int
})
export type PasskeyRecord = typeof PasskeyRecord.Type

export interface NewPasskey extends PasskeyRecord {
  readonly projectId: string
  readonly registeredAt: number
}

export class PasskeyStore extends Context.Service<
  PasskeyStore,
  {
    readonly find: (projectId: string, credentialId: string) => Effect.Effect<PasskeyRecord | null>
    /** Replaces the passkey of the user. Fails with `Taken` if another user has it. */
    readonly save: (passkey: NewPasskey) => Effect.Effect<void, Taken>
    /** Stores the counter of a sign-in. Returns false if it did not increase, unless both values are 0. */
    readonly advance: (projectId: string, credentialId: string, counter: number) => Effect.Effect<boolean>
    readonly remove: (projectId: string, userId: string) => Effect.Effect<void>
  }
>()("keystile/service/PasskeyStore") {}

const passkeys = rowsOf(PasskeyRecord)

export const layer: Layer.Layer<PasskeyStore, never, SqlClient.SqlClient> = Layer.effect(
  PasskeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return PasskeyStore.of({
      find: (projectId, credentialId) =>
        passkeys.first(sql`
          SELECT user_id, credential_id, public_key, counter FROM passkeys
          WHERE project_id = ${projectId} AND credential_id = ${credentialId}`),
      save: (passkey) =>
        runUnlessTaken(sql`
          INSERT INTO passkeys (user_id, project_id, credential_id, public_key, counter, registered_at)
          VALUES (
            ${passkey.userId}, ${passkey.projectId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
            ${passkey.registeredAt}
          )
          ON CONFLICT (user_id) DO UPDATE SET
            credential_id = excluded.credential_id,
            public_key = excluded.public_key,
            counter = excluded.counter,
            registered_at = excluded.registered_at`),
      advance: (projectId, credentialId, counter) =>
        exists(sql`
          UPDATE passkeys SET counter = ${counter}
          WHERE project_id = ${projectId} AND credential_id = ${credentialId}
            AND (counter < ${counter} OR (counter = 0 AND CAST(${counter} AS BIGINT) = 0))
          RETURNING user_id`),
      remove: (projectId, userId) =>
        run(sql`DELETE FROM passkeys WHERE project_id = ${projectId} AND user_id = ${userId}`)
    })
  })
)
