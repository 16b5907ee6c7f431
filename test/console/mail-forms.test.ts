/** The forms of the console's mail pages: the texts of a template, and the mail server. */
import { assert, describe, it } from "@effect/vitest"
import type { EmailConfig } from "../../core/schema/admin-project.ts"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import { draftOf, inputOf, problemsOf } from "../../console/mail/server-draft.ts"
import { textsOf, withText } from "../../console/mail/template-texts.ts"
import { mailTypes } from "../../console/mail/template-types.ts"
import { EmailTemplateType } from "../../core/schema/email-template.ts"
import { defaultTemplate } from "../../service/mail/default-templates.ts"

const block = (type: string, props: Schema.JsonObject): Schema.JsonObject => ({ type, data: { props } })

describe("the texts of a template", () => {
  it("are in the order of the mail, through containers and columns", () => {
    const content = {
      root: { type: "EmailLayout", data: { childrenIds: ["b", "columns", "box", "gone"] } },
      a: block("Text", { text: "third" }),
      b: block("Heading", { text: "first" }),
      c: block("Button", { text: "second", url: "https://app.example" }),
      columns: block("ColumnsContainer", { columns: [{ childrenIds: ["c"] }, { childrenIds: ["a"] }] }),
      box: block("Container", { childrenIds: ["image"] }),
      image: block("Image", { url: "https://app.example/a.png", alt: null }),
      unused: block("Text", { text: "not in the mail" })
    }
    assert.deepStrictEqual(
      textsOf(content).map(({ label, value }) => [label, value]),
      [
        ["Heading", "first"],
        ["Button", "second"],
        ["URL of the button", "https://app.example"],
        ["Text", "third"],
        ["URL of the image", "https://app.example/a.png"]
      ]
    )
  })

  it("change alone, and an endless or broken document has none twice", () => {
    const { content } = defaultTemplate("password_reset", "en-US")
    const [first] = textsOf(content)
    assert.isDefined(first)
    if (first === undefined) return
    const changed = withText(content, first, "Another text")
    const texts = textsOf(changed).map(({ value }) => value)
    assert.deepStrictEqual(texts, [
      "Another text",
      ...textsOf(content)
        .slice(1)
        .map(({ value }) => value)
    ])
    assert.deepStrictEqual(withText(changed, first, first.value), content)
    for (const broken of [null, [], "text", {}, { root: null }, { root: { data: { childrenIds: "no" } } }]) {
      assert.deepStrictEqual(textsOf(broken), [])
    }
    const endless = { root: { type: "Container", data: { props: { childrenIds: ["root"] } } } }
    assert.deepStrictEqual(textsOf(endless), [])
  })

  it("have a value for the preview for each variable of the default templates", () => {
    for (const type of EmailTemplateType.literals) {
      const { variables } = mailTypes[type]
      const text = JSON.stringify(defaultTemplate(type, "en-US"))
      const used = [...text.matchAll(/\{\{\s*(?:#if\s+)?(\w+)\s*\}\}/g)].map(([, name]) => name ?? "")
      for (const name of used) assert.include(["projectDisplayName", ...Object.keys(variables)], name, type)
    }
  })
})

describe("the form of the mail server", () => {
  const saved: EmailConfig = {
    type: "standard",
    host: "smtp.example",
    port: 587,
    username: "user",
    password: Redacted.make("a secret"),
    senderName: "Sender",
    senderEmail: "sender@example.com"
  }

  it("does not contain the saved password, and keeps it for the same server only", () => {
    const draft = draftOf(saved)
    assert.strictEqual(draft.password, "")
    assert.deepStrictEqual(problemsOf(draft, saved), {})
    assert.strictEqual(inputOf(draft).password, "")
    for (const changes of [{ host: "other.example" }, { port: "25" }, { username: "another" }]) {
      assert.deepStrictEqual(Object.keys(problemsOf({ ...draft, ...changes }, saved)), ["password"])
    }
  })

  it("names the field of each problem", () => {
    for (const [field, value] of [
      ["host", "https://smtp.example"],
      ["port", "0"],
      ["port", "65536"],
      ["port", "smtp"],
      ["username", " "],
      ["password", "x".repeat(71)],
      ["senderName", ""],
      ["senderEmail", "no address"]
    ] as const) {
      const draft = { ...draftOf(saved), password: "given", [field]: value }
      assert.deepStrictEqual(Object.keys(problemsOf(draft, saved)), [field], `${field} ${value}`)
    }
    assert.deepStrictEqual(problemsOf({ ...draftOf({ type: "shared" }) }, { type: "shared" }), {})
  })
})
