/** A mailer with its outbox, on any database and any mail server. */
import { Clock, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Mailbox from "../../../service/development/mailbox/mailbox.ts"
import * as MailStore from "../../../service/development/mailbox/mail-store.ts"
import * as OutgoingMailStore from "../../../service/mail/outbox/outgoing-mail-store.ts"
import * as Smtp from "../../../service/mail/smtp.ts"
import * as Mailer from "../../../service/resources/emails/mailer.ts"
import * as TemplateStore from "../../../service/resources/emails/template-store.ts"
import * as EmailConfigStore from "../../../service/resources/projects/email-config-store.ts"
import { blankProject } from "../../../service/resources/projects/new-project.ts"
import * as ProjectStore from "../../../service/resources/projects/project-store.ts"
import * as Database from "../../../service/sql/database.ts"
import { layerDatabase } from "../database-layer.ts"
import { PROJECT_ID } from "../fixture.ts"
import { until } from "../until.ts"

export const mailLayer = (smtp: Layer.Layer<Smtp.Smtp> = Smtp.layer(), database: string = Database.MEMORY) =>
  Mailer.layer.pipe(
    Layer.provideMerge(Layer.merge(Mailbox.layer, smtp)),
    Layer.provideMerge(
      Layer.mergeAll(
        MailStore.layer,
        OutgoingMailStore.layer,
        EmailConfigStore.layer,
        ProjectStore.layer,
        TemplateStore.layer
      )
    ),
    Layer.provideMerge(layerDatabase(database))
  )

export interface MailServerSettings {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

export const anyServer: MailServerSettings = { host: "127.0.0.1", port: 25, username: "u", password: "p" }

const saveProject = (id: string) =>
  Effect.flatMap(ProjectStore.ProjectStore, ({ insert }) => insert({ ...blankProject(id, 0), displayName: "Fernhill" }))

/** Adds a project without a mail server of its own. */
export const withSharedProject = saveProject(PROJECT_ID)

/** Adds a project with its own mail server. */
export const withProject = Effect.fnUntraced(function* (
  server: MailServerSettings = anyServer,
  id: string = PROJECT_ID
) {
  yield* saveProject(id)
  yield* withMailServer(server, id)
})

/** Gives a project its own mail server. */
export const withMailServer = (server: MailServerSettings, id: string = PROJECT_ID) =>
  EmailConfigStore.EmailConfigStore.use(({ set }) =>
    set(id, {
      type: "standard",
      ...server,
      password: Redacted.make(server.password),
      senderName: "Orchards",
      senderEmail: "mail@fernhill.example"
    })
  )

export const CODE = "canary2code2of2a2link"

export const sendOne = (mail: Partial<Mailer.NewMail> = {}) =>
  Mailer.Mailer.use(({ send }) =>
    send({
      projectId: PROJECT_ID,
      type: "magic_link",
      to: "ada@example.com",
      language: null,
      variables: { magicLink: `http://localhost/?code=${CODE}`, otp: "ABC123" },
      ...mail
    })
  )

/** The copy of the oldest mail in the mailbox. */
export const copy = Effect.flatMap(Mailbox.Mailbox, ({ list }) => Effect.map(list(), (mails) => mails[0]))

/** The rows of the outbox. */
export const outgoing = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<{
      readonly recipient: string
      readonly state: string
      readonly tries: number
      readonly problem: string | null
      readonly content: string | null
      readonly claim: string | null
    }>`SELECT recipient, state, tries, problem, content, claim FROM outgoing_mails ORDER BY created_at, rowid`
)

/** Waits until the first mail has had this number of attempts. */
export const attempts = (count: number) => until(Effect.map(outgoing, ([mail]) => mail?.tries === count))

/** Advances the clock until the first mail has had this number of attempts, but not during an attempt. */
export const nextAttempt = (count: number) =>
  until(
    Effect.gen(function* () {
      const [mail] = yield* outgoing
      if (mail?.tries === count) return true
      if (mail?.claim === null) yield* TestClock.adjust("1 second")
      return false
    })
  )

/** A server that responds to each attempt as scripted, and records times and messages. */
export const scriptedServer = (
  outcome: (number: number, server: Smtp.SmtpServer) => Effect.Effect<Smtp.DeliveryProblem | null>
) => {
  const times: Array<number> = []
  const messages: Array<Smtp.SmtpMessage> = []
  const layer = Layer.succeed(Smtp.Smtp, {
    verify: () => Effect.void,
    deliver: (server, message) =>
      Effect.gen(function* () {
        const number = times.length
        times.push(yield* Clock.currentTimeMillis)
        messages.push(message)
        const problem = yield* outcome(number, server)
        if (problem !== null) return yield* new Smtp.DeliveryFailed({ problem, reply: null })
      })
  })
  return { times, messages, smtp: layer, layer: mailLayer(layer) }
}
