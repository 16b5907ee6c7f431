/** Mails in the console. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Mailbox } from "../../../../service/index.ts"
import { asClient, PROJECT_ID, send, service, USER_ID } from "../../fixture.ts"
import { get, callback_url } from "./fixture.ts"

describe("mails", () => {
  const sendMail = (email: string) =>
    send("POST", "/api/v1/auth/otp/send-sign-in-code", { headers: asClient, json: { email, callback_url } })

  it.effect("are listed with a summary, newest first", () =>
    Effect.gen(function* () {
      yield* sendMail("a@example.com")
      yield* sendMail("b@example.com")
      const { text } = yield* get("/mailbox/heads?limit=1")
      const [mail] = yield* (yield* Mailbox).list({ to: "b@example.com" })
      assert.deepStrictEqual(JSON.parse(text), {
        mails: [
          {
            id: mail?.id,
            project_id: PROJECT_ID,
            type: "magic_link",
            to: "b@example.com",
            subject: mail?.subject,
            at: 0,
            delivery: "mailbox"
          }
        ],
        total: 2
      })
    }).pipe(Effect.provide(service({ config: { magicLinkEnabled: true } })))
  )

  it.effect("are shown as pages without scripts and origin", () =>
    Effect.gen(function* () {
      yield* sendMail("a@example.com")
      const [mail] = yield* (yield* Mailbox).list()
      const page = yield* get(`/mailbox/${mail?.id}/html`)
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      const policy = page.headers["content-security-policy"] ?? ""
      assert.include(policy, "sandbox allow-popups allow-popups-to-escape-sandbox;")
      assert.notInclude(policy, "allow-scripts")
      assert.notInclude(policy, "allow-same-origin")
      assert.include(policy, "default-src 'none'")
      assert.include(policy, "frame-ancestors 'self'")
      assert.include(page.text, `<base target="_blank">`)
      const framed = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }
      assert.strictEqual((yield* get(`/mailbox/${mail?.id}/html`, { headers: framed })).status, 403)
      assert.strictEqual((yield* get(`/mailbox/${USER_ID}/html`)).status, 404)
    }).pipe(Effect.provide(service({ config: { magicLinkEnabled: true } })))
  )
})
