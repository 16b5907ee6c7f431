/** The console's routes for mails: previews of templates, and sending a failed mail again. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { asAdmin, type Headers, OTHER_PROJECT_ID, PROJECT_ID, send, service } from "../fixture.ts"

const controlHeaders: Headers = { "content-type": "application/json", "x-keystile-control": "1" }

const preview = (body: object, projectId = PROJECT_ID, headers: Headers = controlHeaders) =>
  send("POST", `/_keystile/projects/${projectId}/mail-previews`, { headers, body: JSON.stringify(body) })

const page = (id: string, scheme: string) =>
  send("GET", `/_keystile/mail-previews/${id}/html?scheme=${scheme}`, { headers: {} })

const Preview = Schema.Struct({
  id: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  is_adaptable: Schema.Boolean
})
const readPreview = Schema.decodeUnknownEffect(Preview)
const readTemplate = Schema.decodeUnknownEffect(Schema.Struct({ subject: Schema.String, content: Schema.Json }))

const template = Effect.flatMap(send("GET", "/api/v1/email-templates/magic_link", { headers: asAdmin }), ({ json }) =>
  Effect.orDie(readTemplate(json))
)
const variables = { otp: "7K2M9Q", magicLink: "https://app.example/sign-in" }

describe("a preview of a mail template", () => {
  it.effect("is what the service would send, in each color scheme and as text", () =>
    Effect.gen(function* () {
      const { content, subject } = yield* template
      const made = yield* preview({ subject, content, variables })
      assert.strictEqual(made.status, 201, made.text)
      const { id, is_adaptable, subject: shown, text } = yield* readPreview(made.json)
      assert.isTrue(is_adaptable)
      assert.match(shown, /^7K2M9Q is your sign-in code/)
      assert.include(text, "https://app.example/sign-in")
      const light = yield* page(id, "light")
      const dark = yield* page(id, "dark")
      assert.include(light.text, "7K2M9Q")
      assert.include(light.text, "@media not all{")
      assert.include(dark.text, "@media all{")
      assert.include(dark.text, ":root{color-scheme:dark}")
    }).pipe(Effect.provide(service()))
  )

  it.effect("runs no scripts, whatever the template and the variables contain", () =>
    Effect.gen(function* () {
      const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
      const { content } = yield* template
      const made = yield* preview({
        subject: evil,
        content,
        variables: { otp: evil, magicLink: "javascript:alert(1)" }
      })
      const { id } = yield* readPreview(made.json)
      const { headers, text } = yield* page(id, "light")
      assert.notInclude(text, "<script>")
      assert.notInclude(text, "<img src=x")
      assert.notMatch(text, /href="javascript:/)
      assert.include(headers["content-security-policy"], "sandbox")
      assert.include(headers["content-security-policy"], "default-src 'none'")
    }).pipe(Effect.provide(service()))
  )

  it.effect("is refused for a document that no mail can have, another project, and pages of other origins", () =>
    Effect.gen(function* () {
      for (const content of [null, [], {}, { root: {} }, { root: { type: "Text", data: {} } }]) {
        const refused = yield* preview({ subject: "A", content, variables: {} })
        assert.strictEqual(refused.status, 400, JSON.stringify(content))
        assert.include(refused.text, "The template cannot be used")
      }
      const { content, subject } = yield* template
      const body = { subject, content, variables }
      assert.strictEqual((yield* preview(body, "99999999-9999-4999-8999-999999999999")).status, 404)
      assert.strictEqual((yield* preview({ ...body, variables: { otp: "x".repeat(2001) } })).status, 400)
      const foreign = { ...controlHeaders, origin: "https://evil.example" }
      assert.strictEqual((yield* preview(body, PROJECT_ID, foreign)).status, 403)
      assert.strictEqual((yield* preview(body, PROJECT_ID, { "content-type": "application/json" })).status, 403)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is kept until 30 newer ones exist", () =>
    Effect.gen(function* () {
      const { content, subject } = yield* template
      const { id } = yield* readPreview((yield* preview({ subject, content, variables })).json)
      for (let count = 0; count < 29; count++) yield* preview({ subject, content, variables })
      assert.strictEqual((yield* page(id, "light")).status, 200)
      yield* preview({ subject, content, variables })
      assert.strictEqual((yield* page(id, "light")).status, 404)
    }).pipe(Effect.provide(service()))
  )
})

describe("sending a mail of the outbox again", () => {
  it.effect("is refused for a mail that does not exist, or of another project", () =>
    Effect.gen(function* () {
      for (const projectId of [PROJECT_ID, OTHER_PROJECT_ID]) {
        const path = `/_keystile/projects/${projectId}/outgoing-mails/99999999-9999-4999-8999-999999999999/send`
        assert.strictEqual((yield* send("POST", path, { headers: controlHeaders, body: "{}" })).status, 404)
      }
    }).pipe(Effect.provide(service()))
  )
})
