/** The command `keystile mails`, run as operators run it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../service/sql/database.ts"
import { makeRawClient } from "../service/raw-client.ts"
import { asServer, PROJECT_ID } from "../service/fixture.ts"
import { credentials, smtpServer } from "../service/smtp-servers.ts"
import { UNREADABLE_SECRET } from "../service/unreadable-secret.ts"
import { makeSeededInstallation } from "./installation.ts"
import { serve } from "./serve-process.ts"

/** Makes an installation with a project and a mail server. */
const installation = Effect.fnUntraced(function* (smtp: { readonly port: number }) {
  const { password, username } = credentials
  const login = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`
  const { keystile, ...made } = yield* makeSeededInstallation({
    KEYSTILE_MAIL: `smtp://${login}@127.0.0.1:${smtp.port}`
  })
  return { ...made, mails: (...args: ReadonlyArray<string>) => keystile("mails", ...args) }
})

const Mails = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      id: Schema.String,
      project_id: Schema.String,
      recipient: Schema.String,
      state: Schema.String,
      problem: Schema.NullOr(Schema.String)
    })
  )
)
const decodeMails = Schema.decodeUnknownEffect(Mails)

describe("keystile mails", () => {
  it.live("lists a mail that failed, shows why without its code, and sends it again", () =>
    Effect.gen(function* () {
      const smtp = yield* smtpServer({}, [{ at: "recipient", code: 550 }])
      const { database, environment, mails, url } = yield* installation(smtp.settings)
      yield* serve(environment)
      const client = makeRawClient(url)
      const created = yield* client.send(
        "POST",
        "/api/v1/users",
        { primary_email: "bea@example.com", primary_email_auth_enabled: true, password: "the password of bea" },
        asServer
      )
      assert.strictEqual(created.status, 201)
      const reset = { email: "bea@example.com", callback_url: "http://localhost:3000/handler/password-reset" }
      yield* client.send("POST", "/api/v1/auth/password/send-reset-code", reset, asServer)
      const listed = yield* Effect.repeat(
        Effect.flatMap(mails("list", "--state", "failed", "--project", PROJECT_ID, "--json"), ({ stdout }) =>
          decodeMails(stdout)
        ),
        { until: (all) => all.length > 0, schedule: Schedule.spaced("50 millis") }
      )
      const [mail] = listed
      const id = mail?.id ?? ""
      assert.deepInclude(mail, { project_id: PROJECT_ID, recipient: "bea@example.com", state: "failed" })
      assert.match(mail?.problem ?? "", /\(550\)$/)
      assert.match(
        (yield* mails("list")).stdout,
        new RegExp(`^${id}  .*  to bea@example.com  failed \\(attempts: 1\\)`)
      )
      assert.strictEqual((yield* mails("list", "--state", "delivered")).stdout, "There are no such mails.\n")
      assert.strictEqual((yield* mails("list", "--since", "2100-01-01", "--json")).stdout, "[]\n")

      const shown = yield* mails("show", id)
      assert.match(shown.stdout, /^Message-ID: <.+@.+>$/m)
      assert.match(shown.stdout, /^To: bea@example.com$/m)
      assert.match(shown.stdout, /^Problem +The mail server refuses the address.*\(550\)$/m)
      assert.match(shown.stdout, new RegExp(`keystile mails resend ${id}$`, "m"))
      const again = yield* mails("resend", id)
      assert.deepStrictEqual([again.code, again.stdout], [0, "The service sends the mail again.\n"], again.stderr)
      yield* smtp.whenReceived(1)
      const raw = (smtp.received[0]?.raw ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=")
      const code = /code=(\w{45})/.exec(raw)?.[1] ?? assert.fail("there is no code in the mail")
      const json = yield* mails("show", id, "--json")
      for (const { stderr, stdout } of [shown, again, json]) assert.notInclude(stdout + stderr, code)

      yield* SqlClient.SqlClient.use(
        (sql) => sql`
          INSERT INTO project_email_configs (project_id, host, port, username, password, sender_name, sender_email)
          VALUES (
            ${PROJECT_ID}, 'smtp.example', 587, 'user', ${UNREADABLE_SECRET}, 'Test', 'test@example.com'
          )`
      ).pipe(Effect.provide(Database.layer(database)))
      const unreadable = yield* mails("show", id)
      assert.match(
        unreadable.stdout,
        /^Mail server +Its password cannot be decrypted\. Configure the secret that encrypted it, or enter/m,
        unreadable.stderr
      )
    }).pipe(Effect.scoped)
  )

  it.live("refuses unknown mails and unusable flags", () =>
    Effect.gen(function* () {
      const { mails } = yield* installation({ port: 1 })
      for (const [args, problem] of [
        [["show", "none"], "There is no such mail."],
        [["resend", "' OR 1=1"], "There is no such mail."],
        [["list", "--since", "yesterday"], "--since has to be a date"],
        [["list", "--limit", "1001"], '--limit cannot be "1001". The greatest number of mails, 1 to 1000.']
      ] as const) {
        const { code, stderr, stdout } = yield* mails(...args)
        assert.deepStrictEqual([code, stdout], [1, ""], args.join(" "))
        assert.include(stderr, problem)
      }
    }).pipe(Effect.scoped)
  )
})
