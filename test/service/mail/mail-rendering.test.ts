/** Rendered mails: the standard templates and custom documents. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { Window } from "happy-dom"
import { EmailTemplateType } from "../../../core/schema/email-template.ts"
import { readDocument } from "../../../service/mail/blocks.ts"
import { defaultTemplate } from "../../../service/mail/default-templates.ts"
import type { MailLogo } from "../../../service/mail/logo.ts"
import { renderMail } from "../../../service/mail/render.ts"

const render = (
  content: Schema.Json,
  variables: Readonly<Record<string, string>> = {},
  subject = "",
  logo: MailLogo | null = null
) =>
  Effect.map(readDocument(content), (document) =>
    renderMail({ subject, document, language: "en-US", variables: new Map(Object.entries(variables)), logo })
  )

const template = (type: EmailTemplateType) => defaultTemplate(type, "en-US")

/** Returns a document with these blocks below each other. */
const documentOf = (...blocks: ReadonlyArray<Schema.Json>): Schema.Json => ({
  root: { type: "EmailLayout", data: { childrenIds: blocks.map((_, index) => `b${index}`) } },
  ...Object.fromEntries(blocks.map((block, index) => [`b${index}`, block]))
})
const text = (text: string, style: Schema.JsonObject = {}) => ({ type: "Text", data: { style, props: { text } } })
const button = (url: string) => ({ type: "Button", data: { props: { text: "Open", url } } })

const domOf = (html: string) => {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })
  document.write(html)
  return document
}

const link = "http://localhost:3000/cb?code=0123456789abcdefghjkmnpqrstvwxyz0123456789abc&a=b%20c"
const linkNames = {
  email_verification: "emailVerificationLink",
  password_reset: "passwordResetLink",
  magic_link: "magicLink",
  team_invitation: "teamInvitationLink"
}

describe("a name chosen by a user", () => {
  it.effect("is not turned into a link", () =>
    Effect.gen(function* () {
      const { content, subject } = template("team_invitation")
      const code = "z".repeat(45)
      const name = `See HTTPS://evil.example/?code=${code} or http://evil.example`
      const variables = { projectDisplayName: name, teamDisplayName: name, teamInvitationLink: link }
      const mail = yield* render(content, variables, subject)
      assert.deepStrictEqual(mail.links, [link])
      assert.deepStrictEqual(mail.codes, [new URL(link).searchParams.get("code") ?? ""])
      const dom = domOf(mail.html)
      assert.deepStrictEqual(new Set(Array.from(dom.querySelectorAll("a"), ({ href }) => href)), new Set([link]))
      for (const shown of [mail.subject, mail.text, dom.body.textContent]) assert.include(shown, `Join ${name}`)
    })
  )

  it.effect("cannot start a line or change the direction of later text", () =>
    Effect.gen(function* () {
      const content = documentOf(text("Hi {{ userDisplayName }}, welcome."))
      const mail = yield* render(content, { userDisplayName: "Noor\n\nYour account\u2028is\u2069\u202e closed" })
      assert.strictEqual(mail.text.trim(), "Hi Noor Your account is closed, welcome.")
      assert.notInclude(mail.html, "<br>")
      assert.notMatch(mail.html, /[\u202a-\u202e\u2066-\u2069]/)
    })
  )

  it.effect("is truncated, never within a character", () =>
    Effect.gen(function* () {
      const content = documentOf(text("Join {{ teamDisplayName }}."))
      const join = Effect.fnUntraced(function* (teamDisplayName: string) {
        const mail = yield* render(content, { teamDisplayName }, "Join {{ teamDisplayName }}.")
        return [mail.subject, mail.text.trim()]
      })
      const longest = `Join ${"💐".repeat(100)}.`
      assert.deepStrictEqual(yield* join("💐".repeat(100)), [longest, longest])
      const cut = `Join ${"💐".repeat(99)}….`
      assert.deepStrictEqual(yield* join("💐".repeat(5000)), [cut, cut])
    })
  )

  it.effect("may be part of a URL in the template", () =>
    Effect.gen(function* () {
      const content = documentOf(text("See https://example.com/teams/{{ teamDisplayName }}."))
      const mail = yield* render(content, { teamDisplayName: "http:fern" })
      assert.deepStrictEqual(mail.links, ["https://example.com/teams/http:fern"])
    })
  )
})

describe("the standard mails", () => {
  it.effect.each(EmailTemplateType.literals)("%s contains its project, its link and a readable plain text", (type) =>
    Effect.gen(function* () {
      const { content, subject } = template(type)
      const variables = {
        projectDisplayName: "Fern & Hill",
        teamDisplayName: "The <Team>",
        otp: "ABC123",
        [linkNames[type]]: link
      }
      const mail = yield* render(content, variables, subject)
      assert.include(mail.subject, type === "team_invitation" ? "The <Team>" : "Fern & Hill")
      assert.deepStrictEqual(mail.links, [link])
      assert.notInclude(mail.subject + mail.text + mail.html, "{{")
      assert.include(mail.text, `:\n${link}`)
      assert.notMatch(mail.text, /<\/?[a-z]/, "no markup")
      const dom = domOf(mail.html)
      assert.strictEqual(dom.title, mail.subject)
      assert.strictEqual(dom.querySelectorAll("h1, h2, h3").length, 1)
      const hrefs = [...dom.querySelectorAll("a")].map((a) => a.getAttribute("href"))
      assert.deepStrictEqual(hrefs, [link, link])
      assert.include(dom.body.textContent, "Fern & Hill")
    })
  )

  it.effect.each(EmailTemplateType.literals)(
    "%s contains its link once in plain text, below the text of the button",
    (type) =>
      Effect.gen(function* () {
        const { content, subject } = template(type)
        const { text } = yield* render(content, { otp: "ABC123", [linkNames[type]]: link }, subject)
        assert.strictEqual(text.split(link).length - 1, 1)
        assert.notInclude(text, "copy this link")
      })
  )

  it.effect.each(EmailTemplateType.literals)("%s says when its code expires", (type) =>
    Effect.gen(function* () {
      const { content, subject } = template(type)
      const { html, text } = yield* render(content, { otp: "ABC123", [linkNames[type]]: link }, subject)
      assert.match(text, /expires? in 7 days\./)
      assert.match(html, /expires? in 7 days\./)
    })
  )

  it.effect("greet users by their name", () =>
    Effect.gen(function* () {
      const { content } = template("password_reset")
      assert.include((yield* render(content, { userDisplayName: "Ada" })).text, "\nHi Ada. Choose")
      assert.include((yield* render(content)).text, "\nChoose a new password for")
    })
  )

  it.effect("show the code to type before the one in the link", () =>
    Effect.gen(function* () {
      const { content, subject } = template("magic_link")
      const { codes, subject: shown } = yield* render(content, { otp: "ABC123", magicLink: link }, subject)
      assert.deepStrictEqual(codes, ["ABC123", "0123456789abcdefghjkmnpqrstvwxyz0123456789abc"])
      assert.include(shown, "ABC123")
      const { codes: hidden } = yield* render(documentOf(button("{{ magicLink }}")), { otp: "ABC123", magicLink: link })
      assert.deepStrictEqual(
        hidden,
        ["0123456789abcdefghjkmnpqrstvwxyz0123456789abc"],
        "a code that is not shown is not listed"
      )
    })
  )

  it.effect("have a dark color scheme", () =>
    Effect.gen(function* () {
      const { html } = yield* render(template("magic_link").content)
      assert.include(html, "@media (prefers-color-scheme:dark)")
      assert.include(html, `<meta name="color-scheme" content="light dark">`)
      const own = yield* render(documentOf(text("x", { color: "#aa0000" })))
      assert.notInclude(own.html, "@media")
      assert.include(
        own.html,
        `<meta name="color-scheme" content="light only">`,
        "every color is replaced in the dark scheme"
      )
    })
  )
})

describe("a mail", () => {
  it.effect("escapes text", () =>
    Effect.gen(function* () {
      const markup = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&`
      const { html } = yield* render(
        documentOf(
          text("{{ name }}"),
          { type: "Heading", data: { props: { text: "{{ name }}", level: "h1" } } },
          { type: "Button", data: { props: { text: "{{ name }}", url: "https://example.com/?q={{ name }}" } } },
          { type: "Image", data: { props: { url: "https://example.com/{{ name }}", alt: "{{ name }}" } } }
        ),
        { name: markup },
        "{{ name }}"
      )
      const dom = domOf(html)
      assert.strictEqual(dom.querySelectorAll("script, [onerror]").length, 0)
      assert.strictEqual(dom.querySelectorAll("img").length, 1)
      assert.strictEqual(dom.querySelector("h1")?.textContent, markup)
      assert.strictEqual(dom.querySelector("img")?.getAttribute("alt"), markup)
      assert.strictEqual(dom.title, markup)
    })
  )

  it.effect("has a subject of one line, so that no variable adds a header", () =>
    Effect.gen(function* () {
      const { subject } = yield* render(
        documentOf(),
        { name: "Ada\r\nBcc: eve@example.com\u2028x" },
        "Hello {{ name }}\n"
      )
      assert.strictEqual(subject, "Hello Ada Bcc: eve@example.com x")
    })
  )

  it.effect.each([
    "javascript:alert(1)",
    " JAVASCRIPT:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "",
    "no address"
  ])("has no link to %s", (url) =>
    Effect.gen(function* () {
      const { html, links } = yield* render(documentOf(button(url), text(url)))
      assert.deepStrictEqual(links, [])
      assert.strictEqual(domOf(html).querySelectorAll("a[href]").length, 0)
    })
  )

  it.effect("links URLs in its text without trailing punctuation", () =>
    Effect.gen(function* () {
      const { html, links } = yield* render(
        documentOf(text("See https://example.com/a?b=1, or (https://example.org/).\nNot ftp://x, http:// or https://."))
      )
      assert.deepStrictEqual(links, ["https://example.com/a?b=1", "https://example.org/"])
      assert.include(html, "<br>")
    })
  )

  it.effect("shows pictures from the web and inline images only", () =>
    Effect.gen(function* () {
      const image = (url: string) => ({
        type: "Image",
        data: { props: { url, alt: "Logo", linkHref: "https://example.com/" } }
      })
      const shown = yield* render(
        documentOf(
          image("https://example.com/x.png"),
          image("data:image/png;base64,AA=="),
          image("cid:x"),
          image("file:///x")
        )
      )
      const dom = domOf(shown.html)
      assert.strictEqual(dom.querySelectorAll("a > img").length, 2)
      assert.include(shown.text, "Logo")
    })
  )

  it.effect("keeps every word of its template in plain text when a link repeats", () =>
    Effect.gen(function* () {
      const url = "https://example.com/a"
      const { text: shown } = yield* render(
        documentOf(
          button(url),
          text(`Or copy this address:\n${url}\nIt expires in a week.`),
          text(`Questions about ${url}? Write to us.`),
          button(url),
          button("https://example.com/b")
        )
      )
      assert.deepStrictEqual(shown.trim().split("\n\n"), [
        `Open:\n${url}`,
        "It expires in a week.",
        `Questions about ${url}? Write to us.`,
        "Open:\nhttps://example.com/b"
      ])
    })
  )

  it.effect("renders columns, containers, dividers and spacers", () =>
    Effect.gen(function* () {
      const content = {
        root: { type: "EmailLayout", data: { childrenIds: ["frame", "line", "space"] } },
        frame: { type: "Container", data: { style: { borderColor: "#dce1df" }, props: { childrenIds: ["columns"] } } },
        columns: {
          type: "ColumnsContainer",
          data: {
            props: {
              columnsCount: 2,
              columns: [{ childrenIds: ["left"] }, { childrenIds: ["right"] }, { childrenIds: ["unseen"] }]
            }
          }
        },
        left: text("Left"),
        right: text("Right"),
        unseen: text("Unseen"),
        line: { type: "Divider", data: {} },
        space: { type: "Spacer", data: { props: { height: 24 } } }
      }
      const mail = yield* render(content)
      assert.deepStrictEqual(mail.text.split("\n\n"), ["Left", "Right", "- - -\n"])
      const cells = [...domOf(mail.html).querySelectorAll("td")].map((td) => td.textContent?.trim())
      assert.includeMembers(cells, ["Left", "Right"])
      assert.notInclude(mail.html, "Unseen")
      assert.include(mail.html, "height:24px")
    })
  )

  it.effect("does not follow cycles or render blocks twice", () =>
    Effect.gen(function* () {
      const twice = (id: string) => ({ type: "Container", data: { props: { childrenIds: [id, id, "root"] } } })
      const levels = Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [`c${index}`, twice(`c${(index + 1) % 200}`)])
      )
      const mail = yield* render({ root: { type: "EmailLayout", data: { childrenIds: ["c0", "nowhere"] } }, ...levels })
      assert.isBelow(mail.html.length, 10_000)
    })
  )
})

describe("a document", () => {
  const problem = (content: Schema.Json) => Effect.map(Effect.flip(readDocument(content)), ({ problem }) => problem)
  it.effect.each<[string, Schema.Json]>([
    ["null", null],
    ["a text", "root"],
    ["a number", 1],
    ["a list", [{ type: "EmailLayout", data: {} }]],
    ["an object without a root", {}],
    ["a root of another type", { root: text("x") }],
    ["a root without data", { root: { type: "EmailLayout" } }],
    ["an unknown type of block", { ...Object(documentOf()), x: { type: "Html", data: {} } }],
    ["an invalid block", { ...Object(documentOf()), x: "x" }],
    ["a color that closes its style attribute", documentOf(text("x", { color: "#fff;background:url(x)" }))],
    ["a named color", documentOf(text("x", { color: "red" }))],
    ["an unknown font", documentOf(text("x", { fontFamily: "Comic Sans" }))],
    ["a negative size", documentOf(text("x", { fontSize: -1 }))],
    ["a size that is a string", documentOf(text("x", { fontSize: "14px" }))],
    ["a text that is not a string", documentOf({ type: "Text", data: { props: { text: 1 } } })],
    ["children that are not ids", { root: { type: "EmailLayout", data: { childrenIds: [1] } } }],
    [
      "four columns",
      documentOf({
        type: "ColumnsContainer",
        data: { props: { columns: Array.from({ length: 4 }, () => ({ childrenIds: [] })) } }
      })
    ]
  ])("is rejected if it is %s", ([, content]) =>
    Effect.gen(function* () {
      assert.isNotEmpty(yield* problem(content))
    })
  )

  it.effect("may be empty, have null for unset values, and have unknown properties", () =>
    Effect.gen(function* () {
      const contents = [
        { root: { type: "EmailLayout", data: {} } },
        documentOf({ type: "Text", data: { style: { color: null, unknown: 1 }, props: { text: null } } }),
        documentOf({ type: "Spacer", data: { props: null, style: null } })
      ]
      for (const content of contents) assert.strictEqual((yield* render(content)).text, "\n")
    })
  )

  it.effect("may use any block ids", () =>
    Effect.gen(function* () {
      const content = JSON.parse(
        `{"root":{"type":"EmailLayout","data":{"childrenIds":["__proto__","constructor","toString"]}},` +
          `"__proto__":{"type":"Text","data":{"props":{"text":"Hi"}}}}`
      )
      assert.strictEqual((yield* render(content)).text, "Hi\n")
      assert.isUndefined(Reflect.get({}, "type"))
    })
  )
})

describe("the logo of a project", () => {
  const url = "https://cdn.example/logo.png?a=1&b=2"
  const darkUrl = "https://cdn.example/logo-dark.png"
  const { content, subject } = template("magic_link")
  const variables = { projectDisplayName: 'Larkspur "&" Co', magicLink: link, otp: "A1B2C3" }
  const imagesIn = (html: string) =>
    Array.from(domOf(html).querySelectorAll("img"), (image) => [image.getAttribute("src"), image.getAttribute("alt")])

  it.effect("is shown above the text, with the name of the project as its text", () =>
    Effect.gen(function* () {
      const plain = yield* render(content, variables, subject)
      assert.deepStrictEqual(imagesIn(plain.html), [])
      assert.notInclude(plain.html, "logo")
      const mail = yield* render(content, variables, subject, { url, darkUrl: null })
      assert.deepStrictEqual(imagesIn(mail.html), [[url, variables.projectDisplayName]])
      assert.isBelow(mail.html.indexOf("<img"), mail.html.lastIndexOf("A1B2C3"))
      const lines = (html: string) => domOf(html).body.textContent.split(variables.projectDisplayName).length
      assert.strictEqual(lines(mail.html), lines(plain.html) - 1, "it takes the place of the name above the title")
      assert.deepStrictEqual([mail.text, mail.links, mail.codes], [plain.text, plain.links, plain.codes])
      assert.notInclude(mail.html, "logo-dark")
    })
  )

  it.effect("has a variant for the dark scheme, which only mails with known colors show", () =>
    Effect.gen(function* () {
      const mail = yield* render(content, variables, subject, { url, darkUrl })
      assert.deepStrictEqual(
        imagesIn(mail.html).map(([src]) => src),
        [url, darkUrl]
      )
      assert.match(mail.html, /@media \(prefers-color-scheme:dark\)\{.*\.logo\{display:none!important\}/)
      const own = documentOf(text("Hello", { color: "#123456" }))
      const light = yield* render(own, variables, subject, { url, darkUrl })
      assert.deepStrictEqual(
        imagesIn(light.html).map(([src]) => src),
        [url]
      )
    })
  )

  it.effect("cannot add content to the mail by its text", () =>
    Effect.gen(function* () {
      const name = '"><img src="https://evil.example/x.png"> https://evil.example \u202e'
      const mail = yield* render(content, { ...variables, projectDisplayName: name }, subject, { url, darkUrl: null })
      assert.lengthOf(imagesIn(mail.html), 1)
      assert.deepStrictEqual(mail.links, [link])
    })
  )
})
