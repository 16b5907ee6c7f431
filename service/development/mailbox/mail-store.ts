/** The SQL of the mailbox. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { EmailTemplateType } from "../../../core/schema/email-template.ts"
import { wire } from "../../../core/schema/wire.ts"
import { nextMailPosition } from "../../sql/dialect.ts"
import { rowsOf, run } from "../../sql/rows.ts"
import { DECOY, type Delivery, mailFields, type StoredMail } from "../../mail/stored-mail.ts"

const Texts = Schema.fromJsonString(Schema.Array(Schema.String))

/** A mail without its content. */
export const MailHead = wire({
  id: mailFields.id,
  projectId: mailFields.projectId,
  type: mailFields.type,
  to: mailFields.to,
  subject: mailFields.subject,
  at: mailFields.at,
  delivery: mailFields.delivery
})
export type MailHead = typeof MailHead.Type

const MailRow = wire({ ...mailFields, links: Texts, codes: Texts })

/** Selects mails. Fields that are left out match all mails. Addresses are compared exactly. */
export interface MailFilter {
  /** The recipient. */
  readonly to?: string | undefined
  /** The id of the project. */
  readonly projectId?: string | undefined
  /** The template of the mail. */
  readonly type?: EmailTemplateType | undefined
}

export class MailStore extends Context.Service<
  MailStore,
  {
    /** Inserts a mail. One with the recipient `DECOY` is returned by no other function. */
    readonly insert: (mail: StoredMail) => Effect.Effect<void>
    readonly setDelivery: (id: string, delivery: Delivery, problem: string | null) => Effect.Effect<void>
    /** Lists mails, the oldest first. */
    readonly list: (filter: MailFilter) => Effect.Effect<ReadonlyArray<StoredMail>>
    /** Lists mails without their content, the newest first. */
    readonly heads: (limit: number) => Effect.Effect<ReadonlyArray<MailHead>>
    readonly count: Effect.Effect<number>
    readonly find: (id: string) => Effect.Effect<StoredMail | null>
    /** Returns the oldest mail that was not taken, and marks it as taken. */
    readonly take: (filter: MailFilter, now: number) => Effect.Effect<StoredMail | null>
    readonly remove: (filter: MailFilter) => Effect.Effect<void>
  }
>()("keystile/service/MailStore") {}

/** The number of mails that are kept, including decoys. */
const CAPACITY = 5000

const mails = rowsOf(MailRow)
const heads = rowsOf(MailHead)
const counts = rowsOf(Schema.Struct({ count: Schema.Int }))

export const layer: Layer.Layer<MailStore, never, SqlClient.SqlClient> = Layer.effect(
  MailStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const columns = sql`
      id, project_id, type, sender AS "from", recipient AS "to", subject, text, html, links, codes, sent_at AS at,
      delivery, delivery_problem`

    // The casts declare the types of the parameters, which PostgreSQL requires.
    const where = ({ projectId = undefined, to = undefined, type = undefined }: MailFilter) =>
      sql`
        (CAST(${to ?? null} AS TEXT) IS NULL OR recipient = ${to ?? null})
        AND (CAST(${projectId ?? null} AS TEXT) IS NULL OR project_id = ${projectId ?? null})
        AND (CAST(${type ?? null} AS TEXT) IS NULL OR type = ${type ?? null})`

    const isReal = sql`recipient <> ${DECOY}`

    return MailStore.of({
      insert: Effect.fnUntraced(function* (mail) {
        yield* run(sql`
          INSERT INTO mails (
            position, id, project_id, type, sender, recipient, subject, text, html, links, codes, sent_at, taken_at,
            delivery, delivery_problem
          )
          VALUES (
            ${nextMailPosition(sql)}, ${mail.id}, ${mail.projectId}, ${mail.type}, ${mail.from}, ${mail.to},
            ${mail.subject}, ${mail.text}, ${mail.html}, ${JSON.stringify(mail.links)}, ${JSON.stringify(mail.codes)},
            ${mail.at.getTime()}, NULL, ${mail.delivery}, ${mail.deliveryProblem}
          )`)
        yield* run(sql`DELETE FROM mails WHERE position <= (SELECT max(position) FROM mails) - ${CAPACITY}`)
      }),
      setDelivery: (id, delivery, problem) =>
        run(sql`UPDATE mails SET delivery = ${delivery}, delivery_problem = ${problem} WHERE id = ${id}`),
      list: (filter) =>
        mails.all(sql`SELECT ${columns} FROM mails WHERE ${isReal} AND ${where(filter)} ORDER BY position`),
      heads: (limit) =>
        heads.all(sql`
          SELECT id, project_id, type, recipient AS "to", subject, sent_at AS at, delivery FROM mails
          WHERE ${isReal}
          ORDER BY position DESC LIMIT ${limit}`),
      count: Effect.map(
        counts.first(sql`SELECT count(*) AS count FROM mails WHERE ${isReal}`),
        (row) => row?.count ?? 0
      ),
      find: (id) => mails.first(sql`SELECT ${columns} FROM mails WHERE id = ${id}`),
      take: (filter, now) =>
        mails.first(sql`
          UPDATE mails SET taken_at = ${now}
          WHERE taken_at IS NULL AND id = (
            SELECT id FROM mails WHERE taken_at IS NULL AND ${isReal} AND ${where(filter)} ORDER BY position LIMIT 1
          )
          RETURNING ${columns}`),
      remove: (filter) => run(sql`DELETE FROM mails WHERE ${where(filter)}`)
    })
  })
)
