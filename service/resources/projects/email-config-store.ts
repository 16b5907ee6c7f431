/** Stores the mail servers of projects. Their passwords are encrypted. */
import { Context, Effect, identity, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EmailConfig } from "../../../core/schema/admin-project.ts"
import { emptyIfUnreadable } from "../../crypto/secrets/empty-secret.ts"
import { encryptedColumns } from "../../crypto/secrets/encrypted-columns.ts"
import { type CannotDecrypt, Encryption, tryDecrypt } from "../../crypto/secrets/encryption.ts"
import { EncryptedText } from "../../schema/encrypted-text.ts"
import { rowsOf, run } from "../../sql/rows.ts"

export class EmailConfigStore extends Context.Service<
  EmailConfigStore,
  {
    /** Returns the type `shared` for a project without a mail server of its own. */
    readonly find: (projectId: string) => Effect.Effect<EmailConfig, CannotDecrypt>
    /** As `find`, with an empty password if it cannot be decrypted. */
    readonly findSettings: (projectId: string) => Effect.Effect<EmailConfig>
    /** Replaces the mail server. Belongs in a transaction. */
    readonly set: (projectId: string, config: EmailConfig) => Effect.Effect<void>
  }
>()("keystile/service/EmailConfigStore") {}

/** The columns, whose names are those of the wire. */
const rows = rowsOf(
  Schema.Struct({
    host: Schema.String,
    port: Schema.Int,
    username: Schema.String,
    password: EncryptedText,
    sender_name: Schema.String,
    sender_email: Schema.String
  })
)

const decode = Schema.decodeUnknownEffect(EmailConfig)

const sharedConfig: EmailConfig = { type: "shared" }

export const layer: Layer.Layer<EmailConfigStore, never, Encryption | SqlClient.SqlClient> = Layer.effect(
  EmailConfigStore,
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
        SELECT host, port, username, password, sender_name, sender_email
        FROM project_email_configs WHERE project_id = ${projectId}`)
      if (row === null) return sharedConfig
      const decrypted = tryDecrypt(() => decrypt(encryptedColumns.smtpPassword, [projectId], row.password))
      const password = Redacted.value(yield* recover(decrypted))
      return yield* Effect.orDie(decode({ type: "standard", ...row, password }))
    })

    return EmailConfigStore.of({
      find: (projectId) => findWith(projectId, identity),
      findSettings: (projectId) => findWith(projectId, emptyIfUnreadable),
      set: Effect.fnUntraced(function* (projectId, config) {
        yield* run(sql`DELETE FROM project_email_configs WHERE project_id = ${projectId}`)
        if (config.type === "shared") return
        yield* run(sql`
          INSERT INTO project_email_configs (project_id, host, port, username, password, sender_name, sender_email)
          VALUES (
            ${projectId}, ${config.host}, ${config.port}, ${config.username},
            ${encrypt(encryptedColumns.smtpPassword, [projectId], config.password)}, ${config.senderName},
            ${config.senderEmail}
          )`)
      })
    })
  })
)
