/** Stores the mail servers of projects. */
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { EmailConfig } from "../../../core/schema/admin-project.ts"
import { rowsOf, run } from "../../sql/rows.ts"

export class EmailConfigStore extends Context.Service<
  EmailConfigStore,
  {
    /** Returns the type `shared` for a project without a mail server of its own. */
    readonly find: (projectId: string) => Effect.Effect<EmailConfig>
    /** Replaces the mail server. Belongs in a transaction. */
    readonly set: (projectId: string, config: EmailConfig) => Effect.Effect<void>
  }
>()("keystile/service/EmailConfigStore") {}

const configs = rowsOf(EmailConfig)

export const layer: Layer.Layer<EmailConfigStore, never, SqlClient.SqlClient> = Layer.effect(
  EmailConfigStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return EmailConfigStore.of({
      find: (projectId) =>
        Effect.map(
          configs.first(sql`
            SELECT 'standard' AS type, host, port, username, password, sender_name, sender_email
            FROM project_email_configs WHERE project_id = ${projectId}`),
          (config) => Option.getOrElse(Option.fromNullishOr(config), (): EmailConfig => ({ type: "shared" }))
        ),
      set: Effect.fnUntraced(function* (projectId, config) {
        yield* run(sql`DELETE FROM project_email_configs WHERE project_id = ${projectId}`)
        if (config.type === "shared") return
        yield* run(sql`
          INSERT INTO project_email_configs (project_id, host, port, username, password, sender_name, sender_email)
          VALUES (
            ${projectId}, ${config.host}, ${config.port}, ${config.username}, ${Redacted.value(config.password)},
            ${config.senderName}, ${config.senderEmail}
          )`)
      })
    })
  })
)
