/** The SQL of the mailbox. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EmailTemplateType } from "../../core/schema/email-template.ts"
import { Millis } from "../../core/schema/fields/millis.ts"
import { wire } from "../../core/schema/wire.ts"
import { nextMailPosition } from "../sql/dialect.ts"
import { rowsOf, run } from "../sql/rows.ts"

const Texts = Schema.fromJsonString(Schema.Array(Schema.String))

/** The delivery of a mail: to the mailbox only, or also to the project's mail server. */
const Delivery = Schema.Literals(["mailbox", "pending", "delivered", "failed"])
export type Delivery = typeof Delivery.Type

const fields = {
  id: Schema.String,
  projectId: Schema.String,
  type: EmailTemplateType,
  from: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String,
  at: Millis,
  delivery: Delivery,
  /** The reason of a failed delivery. */
  deliveryProblem: Schema.NullOr(Schema.String)
}

/** A mail in the mailbox. */
export const StoredMail = wire({
  ...fields,
  /** The URLs in the mail, each once, in order. */
  links: Schema.Array(Schema.String),
  /** The short code, if the mail shows one, then the codes in its links. */
  codes: Schema.Array(Schema.String)
})
export type StoredMail = typeof StoredMail.Type

/** A mail without its content. */
export const MailHead = wire({
  id: fields.id,
  projectId: fields.projectId,
  type: fields.type,
  to: fields.to,
  subject: fields.subject,
  at: fields.at,
  delivery: fields.delivery
})
export type MailHead = typeof MailHead.Type

const MailRow = wire({ ...fields, links: Texts, codes: Texts })

/** Selects mails. Fields that are left out match all mails. Addresses are compared exactly. */
export interface MailFilter {
  readonly to?: string | undefined
  readonly projectId?: string | undefined
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

/** The recipient of a decoy. No address is empty. */
export const DECOY = ""

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
