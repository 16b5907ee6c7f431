/** Stores the checks of sign-ups that projects require. The secret keys are encrypted. */
import { Context, Effect, identity, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SignUpProofInfo } from "../../../core/schema/sign-up-proof.ts"
import { SignUpProofSetting } from "../../../core/schema/sign-up-proof-setting.ts"
import { emptyIfUnreadable } from "../../crypto/secrets/empty-secret.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { type CannotDecrypt, Encryption, tryDecrypt } from "../../crypto/secrets/encryption.ts"
import { EncryptedText } from "../../schema/encrypted-text.ts"
import { rowsOf, run } from "../../sql/rows.ts"

export class SignUpProofSettingStore extends Context.Service<
  SignUpProofSettingStore,
  {
    /** Returns `null` for a project that requires no proof. */
    readonly find: (projectId: string) => Effect.Effect<SignUpProofSetting | null, CannotDecrypt>
    /** As `find`, with an empty secret key if it cannot be decrypted. */
    readonly findSettings: (projectId: string) => Effect.Effect<SignUpProofSetting | null>
    /** Replaces the setting; `null` removes it. Belongs in a transaction. */
    readonly set: (projectId: string, setting: SignUpProofSetting | null) => Effect.Effect<void>
  }
>()("keystile/service/SignUpProofSettingStore") {}

/** Returns the part of a setting that users see. */
export const proofInfo = (setting: SignUpProofSetting): SignUpProofInfo =>
  setting.type === "turnstile" ? { type: setting.type, siteKey: setting.siteKey } : { type: setting.type }

/** The columns, whose names are those of the wire. */
const rows = rowsOf(
  Schema.Struct({
    type: Schema.String,
    difficulty: Schema.NullOr(Schema.Int),
    site_key: Schema.NullOr(Schema.String),
    secret_key: Schema.NullOr(EncryptedText)
  })
)

const decode = Schema.decodeUnknownEffect(SignUpProofSetting)

export const layer: Layer.Layer<SignUpProofSettingStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  SignUpProofSettingStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { decrypt, encrypt } = yield* Encryption
    const findWith = Effect.fnUntraced(function* <E>(
      projectId: string,
      recover: (
        decrypted: Effect.Effect<Redacted.Redacted<string>, CannotDecrypt>
      ) => Effect.Effect<Redacted.Redacted<string>, E>
    ) {
      const row = yield* rows.first(sql`
        SELECT type, difficulty, site_key, secret_key FROM project_sign_up_proofs WHERE project_id = ${projectId}`)
      if (row === null) return null
      const { difficulty, secret_key: text, site_key, type } = row
      const setting = {
        type,
        ...(difficulty !== null && { difficulty }),
        ...(site_key !== null && { site_key })
      }
      if (text === null) return yield* Effect.orDie(decode(setting))
      const decrypted = tryDecrypt(() => decrypt(encryptedColumns.turnstileSecret, [projectId], text))
      const secret = yield* recover(decrypted)
      return yield* Effect.orDie(decode({ ...setting, secret_key: Redacted.value(secret) }))
    })

    return SignUpProofSettingStore.of({
      find: (projectId) => findWith(projectId, identity),
      findSettings: (projectId) => findWith(projectId, emptyIfUnreadable),
      set: Effect.fnUntraced(function* (projectId, setting) {
        yield* run(sql`DELETE FROM project_sign_up_proofs WHERE project_id = ${projectId}`)
        if (setting === null) return
        const difficulty = setting.type === "proof-of-work" ? (setting.difficulty ?? null) : null
        const turnstile = setting.type === "turnstile" ? setting : null
        const secret =
          turnstile === null ? null : encrypt(encryptedColumns.turnstileSecret, [projectId], turnstile.secretKey)
        yield* run(sql`
          INSERT INTO project_sign_up_proofs (project_id, type, difficulty, site_key, secret_key)
          VALUES (${projectId}, ${setting.type}, ${difficulty}, ${turnstile?.siteKey ?? null}, ${secret})`)
      })
    })
  })
)
