/** The email templates of a project. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { asAdmin, asClient, asServer, type Headers, send, service, signUp, asOtherAdmin } from "../fixture.ts"
import { mailTo } from "../mails.ts"

const templates = (method: string, type: string, json?: unknown, headers: Headers = asAdmin) =>
  send(method, `/api/v1/email-templates${type === "" ? "" : `/${type}`}`, {
    headers,
    ...(json !== undefined && { json })
  })

const Template = Schema.Struct({
  type: Schema.String,
  subject: Schema.String,
  content: Schema.Json,
  is_default: Schema.Boolean,
  language: Schema.optionalKey(Schema.String),
  languages: Schema.optionalKey(Schema.Array(Schema.String))
})
const readList = Schema.decodeUnknownEffect(
  Schema.Struct({ is_paginated: Schema.Literal(false), items: Schema.Array(Template) })
)
const readOne = Schema.decodeUnknownEffect(Template)

const own = {
  subject: "Hello from {{ projectDisplayName }}",
  content: {
    root: { type: "EmailLayout", data: { childrenIds: ["x"] } },
    x: { type: "Text", data: { props: { text: "Go to {{ emailVerificationLink }}" } } }
  }
}

describe("email templates", () => {
  it.effect("are listed in a fixed order, standard at first", () =>
    Effect.gen(function* () {
      const { items } = yield* Effect.flatMap(templates("GET", ""), ({ json }) => readList(json))
      assert.deepStrictEqual(
        items.map(({ is_default, type }) => [type, is_default]),
        [
          ["email_verification", true],
          ["password_reset", true],
          ["magic_link", true],
          ["team_invitation", true]
        ]
      )
      for (const item of items) assert.deepStrictEqual((yield* templates("GET", item.type)).json, item)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are changed and reset for their project only", () =>
    Effect.gen(function* () {
      const changed = yield* templates("PATCH", "email_verification", own)
      assert.deepStrictEqual(
        [changed.status, changed.json],
        [200, { ...own, type: "email_verification", is_default: false }]
      )
      assert.deepStrictEqual((yield* templates("GET", "email_verification")).json, changed.json)
      const other = yield* Effect.flatMap(templates("GET", "email_verification", undefined, asOtherAdmin), ({ json }) =>
        readOne(json)
      )
      assert.isTrue(other.is_default)
      assert.strictEqual((yield* templates("DELETE", "email_verification", undefined, asOtherAdmin)).status, 404)
      const reset = yield* templates("DELETE", "email_verification")
      assert.deepStrictEqual([reset.status, reset.json], [200, { success: true }])
      const again = yield* templates("DELETE", "email_verification")
      assert.deepStrictEqual(
        [again.status, again.code, again.headers["content-type"]],
        [404, undefined, "text/plain; charset=utf-8"]
      )
      assert.deepStrictEqual((yield* templates("GET", "email_verification")).json, { ...other })
    }).pipe(Effect.provide(service()))
  )

  it.effect("keep what a change omits; an empty subject counts as omitted", () =>
    Effect.gen(function* () {
      const standard = yield* Effect.flatMap(templates("GET", "magic_link"), ({ json }) => readOne(json))
      const touched = yield* templates("PATCH", "magic_link", { subject: "" })
      assert.deepStrictEqual(touched.json, { ...standard, is_default: false })
      yield* templates("PATCH", "magic_link", { content: own.content })
      const subject = yield* templates("PATCH", "magic_link", { subject: "New" })
      assert.deepStrictEqual(subject.json, {
        type: "magic_link",
        subject: "New",
        content: own.content,
        is_default: false
      })
      assert.deepStrictEqual((yield* templates("PATCH", "magic_link", {})).json, subject.json)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are used for the mails of the project", () =>
    Effect.gen(function* () {
      yield* templates("PATCH", "email_verification", own)
      yield* signUp("new@example.com")
      const mail = yield* mailTo("new@example.com")
      assert.strictEqual(mail.subject, "Hello from Test")
      assert.strictEqual(mail.text, `Go to ${mail.links[0]}\n`)
    }).pipe(Effect.provide(service()))
  )

  it.effect.each<[string, unknown]>([
    ["null", null],
    ["a text", "x"],
    ["an empty object", {}],
    ["an invalid block", { ...own.content, y: { type: "Script", data: {} } }],
    ["a color that closes its style attribute", { root: { type: "EmailLayout", data: { canvasColor: "#fff;x" } } }]
  ])("reject %s as their content and stay unchanged", ([, content]) =>
    Effect.gen(function* () {
      const refused = yield* templates("PATCH", "password_reset", { content })
      assert.deepStrictEqual(
        [refused.status, refused.code, refused.headers["content-type"]],
        [400, undefined, "text/plain; charset=utf-8"]
      )
      assert.strictEqual((yield* templates("DELETE", "password_reset")).status, 404)
    }).pipe(Effect.provide(service()))
  )

  it.effect("reject an empty change", () =>
    Effect.gen(function* () {
      for (const [method, type, json] of [
        ["PATCH", "not_a_template", own],
        ["GET", "__proto__", undefined],
        ["DELETE", "constructor", undefined],
        ["PATCH", "magic_link", { ...own, is_default: true }],
        ["PATCH", "magic_link", { subject: [1] }],
        ["PATCH", "magic_link", { subject: null }],
        ["PATCH", "magic_link", undefined],
        ["PATCH", "magic_link", []],
        ["PATCH", "magic_link", { subject: "x".repeat(10_001) }]
      ] as const) {
        const response = yield* templates(method, type, json)
        assert.deepStrictEqual(
          [response.status, response.code],
          [400, "SCHEMA_ERROR"],
          `${method} ${type} ${JSON.stringify(json)?.slice(0, 80)}`
        )
      }
      assert.strictEqual((yield* send("GET", "/api/v1/email-templates?x=1", { headers: asAdmin })).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )

  it.effect("may be long", () =>
    Effect.gen(function* () {
      const content = { ...own.content, x: { type: "Text", data: { props: { text: "x".repeat(200_000) } } } }
      assert.strictEqual((yield* templates("PATCH", "password_reset", { content })).status, 200)
    }).pipe(Effect.provide(service()))
  )

  it.effect("are managed by owners only", () =>
    Effect.gen(function* () {
      for (const headers of [asClient, asServer]) {
        for (const [method, type] of [
          ["GET", ""],
          ["GET", "magic_link"],
          ["PATCH", "magic_link"],
          ["DELETE", "magic_link"]
        ] as const) {
          const response = yield* templates(method, type, method === "PATCH" ? own : undefined, headers)
          assert.deepStrictEqual([response.status, response.code], [401, "INSUFFICIENT_ACCESS_TYPE"])
        }
      }
    }).pipe(Effect.provide(service()))
  )

  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
  const Preview = Schema.Struct({
    subject: Schema.String,
    html: Schema.String,
    text: Schema.String,
    is_adaptable: Schema.Boolean
  })
  const readPreview = Schema.decodeUnknownEffect(Preview)
  const variables = { otp: "7K2M9Q", magicLink: "https://app.example/sign-in" }
  const preview = (json: object, headers: Headers = asAdmin) => templates("POST", "preview", json, headers)
  const standard = Effect.flatMap(templates("GET", "magic_link"), ({ json }) => readOne(json))

  it.effect("are previewed as they would be sent, in each color scheme and as text, and saved by none", () =>
    Effect.gen(function* () {
      const { content, subject } = yield* standard
      const changed = { subject: `New: ${subject}`, content, variables }
      const made = yield* Effect.flatMap(preview(changed), ({ json }) => readPreview(json))
      assert.isTrue(made.is_adaptable)
      assert.match(made.subject, /^New: 7K2M9Q is your sign-in code/)
      assert.include(made.text, "https://app.example/sign-in")
      assert.include(made.html, "7K2M9Q")
      assert.include(made.html, "@media (prefers-color-scheme:dark){")
      const shown = (color_scheme: string) =>
        Effect.flatMap(preview({ ...changed, color_scheme }), ({ json }) => readPreview(json))
      assert.include((yield* shown("light")).html, "@media not all{")
      assert.include((yield* shown("dark")).html, ":root{color-scheme:dark}")
      assert.isTrue((yield* standard).is_default)
    }).pipe(Effect.provide(service()))
  )

  it.effect("contain no scripts in a preview, whatever the template and the variables contain", () =>
    Effect.gen(function* () {
      const { content } = yield* standard
      const made = yield* preview({
        subject: evil,
        content,
        variables: { otp: evil, magicLink: "javascript:alert(1)" }
      })
      const { html } = yield* readPreview(made.json)
      assert.notInclude(html, "<script>")
      assert.notInclude(html, "<img src=x")
      assert.notMatch(html, /href="javascript:/)
    }).pipe(Effect.provide(service()))
  )

  it.effect("have no preview for a document that no mail can have, for long texts, and for other tiers", () =>
    Effect.gen(function* () {
      for (const content of [null, [], {}, { root: {} }, { root: { type: "Text", data: {} } }]) {
        const refused = yield* preview({ subject: "A", content, variables: {} })
        assert.strictEqual(refused.status, 400, JSON.stringify(content))
        assert.include(refused.text, "The content is no block document")
      }
      const body = { ...own, variables: { emailVerificationLink: "x".repeat(2001) } }
      assert.strictEqual((yield* preview(body)).code, "SCHEMA_ERROR")
      assert.strictEqual((yield* preview({ ...own, variables, color_scheme: "blue" })).code, "SCHEMA_ERROR")
      for (const headers of [asClient, asServer]) {
        assert.strictEqual((yield* preview({ ...own, variables }, headers)).code, "INSUFFICIENT_ACCESS_TYPE")
      }
      const { json } = yield* preview({ ...own, variables }, asOtherAdmin)
      assert.strictEqual((yield* readPreview(json)).subject, "Hello from Other")
    }).pipe(Effect.provide(service()))
  )
})

describe("a template for one language", () => {
  const inLanguage = (language: string) => `email_verification?language=${language}`
  const polish = { ...own, subject: "Cześć z {{ projectDisplayName }}" }
  const one = (type: string, headers: Headers = asAdmin) =>
    Effect.flatMap(templates("GET", type, undefined, headers), ({ json }) => readOne(json))

  /** Returns the subject of the mail to a person who signs up in a language. */
  const mailedIn = Effect.fnUntraced(function* (language: string, email: string) {
    yield* signUp(email, "correct horse", { ...asClient, "accept-language": language })
    return yield* mailTo(email)
  })

  it.effect("is the default in that language until the project changes it", () =>
    Effect.gen(function* () {
      const { is_default, language, subject } = yield* one(inLanguage("pl-PL"))
      assert.deepStrictEqual(
        [is_default, language, subject],
        [true, "pl-PL", "Potwierdź swój adres e-mail w {{ projectDisplayName }}"]
      )
      assert.strictEqual((yield* templates("DELETE", inLanguage("pl-PL"))).status, 404)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is mailed in that language only, and is deleted alone", () =>
    Effect.gen(function* () {
      const saved = yield* templates("PATCH", inLanguage("pl-PL"), polish)
      const stored = { ...polish, type: "email_verification", is_default: false, language: "pl-PL" }
      assert.deepStrictEqual([saved.status, saved.json], [200, { ...stored, languages: ["pl-PL"] }])
      assert.strictEqual((yield* mailedIn("pl", "a@example.com")).subject, "Cześć z Test")
      assert.strictEqual(
        (yield* mailedIn("de", "b@example.com")).subject,
        "Bestätigen Sie Ihre E-Mail-Adresse für Test"
      )
      const common = yield* one("email_verification")
      assert.deepStrictEqual([common.is_default, common.languages], [true, ["pl-PL"]])
      const { items } = yield* Effect.flatMap(templates("GET", ""), ({ json }) => readList(json))
      assert.deepStrictEqual(
        items.map(({ languages }) => languages),
        [["pl-PL"], undefined, undefined, undefined]
      )
      assert.isTrue((yield* one(inLanguage("pl-PL"), asOtherAdmin)).is_default)
      assert.strictEqual((yield* templates("DELETE", inLanguage("pl-PL"), undefined, asOtherAdmin)).status, 404)
      assert.deepStrictEqual((yield* templates("DELETE", inLanguage("pl-PL"))).json, { success: true })
      assert.isUndefined((yield* one("email_verification")).languages)
    }).pipe(Effect.provide(service()))
  )

  it.effect("falls back to another region of the language, then to the project's template for all languages", () =>
    Effect.gen(function* () {
      yield* templates("PATCH", inLanguage("pt-BR"), { ...own, subject: "pt-BR" })
      assert.strictEqual((yield* mailedIn("pt-PT", "a@example.com")).subject, "pt-BR")
      yield* templates("PATCH", inLanguage("zh-CN"), { ...own, subject: "zh-CN" })
      assert.notStrictEqual((yield* mailedIn("zh-TW", "b@example.com")).subject, "zh-CN")
      yield* templates("PATCH", "email_verification", own)
      const { html, subject } = yield* mailedIn("ar", "c@example.com")
      assert.strictEqual(subject, "Hello from Test")
      assert.include(html, `<html lang="en-US" dir="ltr">`, "the language of the texts, not of the user")
      assert.strictEqual((yield* one(inLanguage("ar-001"))).subject, own.subject)
      yield* send("PATCH", "/api/v1/projects/current", {
        headers: asAdmin,
        json: { config: { mail_language: "ar-001" } }
      })
      assert.include((yield* mailedIn("da", "d@example.com")).html, `<html lang="ar-001" dir="rtl">`)
    }).pipe(Effect.provide(service()))
  )

  it.effect("is refused in a language that mails do not have", () =>
    Effect.gen(function* () {
      for (const language of ["pl", "da-DK", "", "__proto__", "x".repeat(500)]) {
        for (const [method, json] of [
          ["GET", undefined],
          ["PATCH", own],
          ["DELETE", undefined]
        ] as const) {
          const response = yield* templates(method, inLanguage(encodeURIComponent(language)), json)
          assert.deepStrictEqual([response.status, response.code], [400, "SCHEMA_ERROR"], `${method} ${language}`)
        }
      }
    }).pipe(Effect.provide(service()))
  )

  it.effect("is previewed in its direction", () =>
    Effect.gen(function* () {
      const preview = (language?: string) =>
        templates("POST", "preview", { ...own, variables: {}, ...(language !== undefined && { language }) })
      assert.include((yield* preview("ar-001")).text, 'dir=\\"rtl\\"')
      assert.include((yield* preview()).text, 'lang=\\"en-US\\"')
      assert.strictEqual((yield* preview("da-DK")).code, "SCHEMA_ERROR")
    }).pipe(Effect.provide(service()))
  )
})

describe("the values of variables in a mail", () => {
  const document = (text: string) => ({ ...own.content, x: { type: "Text", data: { props: { text } } } })
  const preview = (text: string, variables: object) =>
    send("POST", "/api/v1/email-templates/preview", {
      headers: asAdmin,
      json: { subject: "Hello", content: document(text), variables }
    })

  it.effect("can have 200,000 characters in a preview", () =>
    Effect.gen(function* () {
      const v = "v".repeat(2000)
      assert.strictEqual((yield* preview("{{ v }}".repeat(100), { v })).status, 200)
      const refused = yield* preview("{{ v }}".repeat(101), { v })
      assert.deepStrictEqual([refused.status, refused.code], [400, undefined])
      assert.include(refused.text, "202,000. Use fewer variables")
    }).pipe(Effect.provide(service()))
  )

  it.effect("can have 200,000 characters in a template that is saved, where a link counts as 10,000", () =>
    Effect.gen(function* () {
      const save = (count: number) =>
        templates("PATCH", "magic_link", { content: document("{{ magicLink }}".repeat(count)) })
      assert.strictEqual((yield* save(19)).status, 200)
      const refused = yield* save(21)
      assert.deepStrictEqual([refused.status, refused.code], [400, undefined])
      assert.include(refused.text, "Use fewer variables")
      const longer = yield* templates("PATCH", "magic_link", { subject: "{{ magicLink }}".repeat(2) })
      assert.strictEqual(longer.status, 400)
    }).pipe(Effect.provide(service()))
  )
})
