/**
 * The mailbox over HTTP, on the control API.
 *
 * ```
 * GET    /_keystile/mailbox            { mails: [mail] }, the oldest first    ?to= ?project_id= ?type=
 * GET    /_keystile/mailbox/heads      { mails: [{ id, project_id, type, to, subject, at, delivery }], total },
 *                                      the newest first              ?limit= (1 to 500, default 100)
 * GET    /_keystile/mailbox/:id        { mail }
 * GET    /_keystile/mailbox/:id/html   the mail as a page that runs no scripts
 * POST   /_keystile/mailbox/next       { to?, project_id?, type?, timeout_millis? } → { mail }, waited for if need be
 * DELETE /_keystile/mailbox            all, or                                ?to= ?project_id= ?type=
 *
 * mail = { id, project_id, type, from, to, subject, text, html, links, codes, at, delivery, delivery_problem }
 * ```
 *
 * `at` is in epoch milliseconds. `next` gives each mail once: the oldest that it has not given yet, or the next to
 * come.
 */
import { Effect, Schema } from "effect"
import { EmailTemplateType } from "../../../core/schema/email-template.ts"
import { Uuid } from "../../../core/schema/fields/uuid.ts"
import { wire } from "../../../core/schema/wire.ts"
import { asPage, mailHeaders } from "./mail-page.ts"
import { controlRoute, problem } from "../control/route.ts"
import { RawResponse } from "../../response/raw-response.ts"
import { MailHead } from "./mail-store.ts"
import { StoredMail } from "../../mail/stored-mail.ts"
import { Mailbox } from "./mailbox.ts"

const encodeMail = Schema.encodeEffect(Schema.Struct({ mail: StoredMail }))
const encodeMails = Schema.encodeEffect(Schema.Struct({ mails: Schema.Array(StoredMail) }))

const encodeHeads = Schema.encodeEffect(Schema.Struct({ mails: Schema.Array(MailHead), total: Schema.Int }))

const MAX_HEADS = 500
const DEFAULT_HEADS = 100

const mailOf = Effect.fnUntraced(function* (id: string) {
  const mail = yield* (yield* Mailbox).get(id.toLowerCase())
  return mail ?? (yield* problem(404, "The mailbox has no such mail."))
})

const filter = {
  to: Schema.optionalKey(Schema.String),
  projectId: Schema.optionalKey(Schema.String),
  type: Schema.optionalKey(EmailTemplateType)
}

/** Clients time out before longer requests end. */
const MAX_WAIT_MILLIS = 60_000
const DEFAULT_WAIT_MILLIS = 5000

export const controls = [
  controlRoute(
    "GET",
    "/mailbox",
    { query: wire(filter) },
    Effect.fnUntraced(function* ({ query }) {
      const mails = yield* (yield* Mailbox).list(query)
      return yield* Effect.orDie(encodeMails({ mails }))
    })
  ),

  controlRoute(
    "GET",
    "/mailbox/heads",
    {
      query: wire({
        limit: Schema.optionalKey(
          Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: MAX_HEADS }))
        )
      })
    },
    Effect.fnUntraced(function* ({ query: { limit = DEFAULT_HEADS } }) {
      const mailbox = yield* Mailbox
      return yield* Effect.orDie(encodeHeads({ mails: yield* mailbox.heads(limit), total: yield* mailbox.count }))
    })
  ),

  controlRoute(
    "GET",
    "/mailbox/:id",
    { params: Schema.Struct({ id: Uuid }) },
    Effect.fnUntraced(function* ({ params: { id } }) {
      const mail = yield* mailOf(id)
      return yield* Effect.orDie(encodeMail({ mail }))
    })
  ),

  controlRoute(
    "GET",
    "/mailbox/:id/html",
    { params: Schema.Struct({ id: Uuid }) },
    Effect.fnUntraced(function* ({ params: { id } }) {
      const { html } = yield* mailOf(id)
      return yield* new RawResponse({ response: { status: 200, headers: mailHeaders, body: asPage(html) } })
    })
  ),

  controlRoute(
    "POST",
    "/mailbox/next",
    {
      body: wire({
        ...filter,
        timeoutMillis: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_WAIT_MILLIS })))
      })
    },
    Effect.fnUntraced(function* ({ body: { timeoutMillis = DEFAULT_WAIT_MILLIS, ...wanted } }) {
      const mail = yield* (yield* Mailbox)
        .next({ ...wanted, within: timeoutMillis })
        .pipe(Effect.catchTag("NoMail", ({ message }) => problem(404, message)))
      return yield* Effect.orDie(encodeMail({ mail }))
    })
  ),

  controlRoute("DELETE", "/mailbox", { query: wire(filter) }, ({ query }) =>
    Effect.flatMap(Mailbox, ({ clear }) => Effect.as(clear(query), { success: true }))
  )
]
