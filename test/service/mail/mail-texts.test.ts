/** The default mails in every language. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Window } from "happy-dom"
import { EmailTemplateType } from "../../../core/schema/email-template.ts"
import { type SupportedLanguage, supportedLanguages } from "../../../core/schema/supported-languages.ts"
import { readDocument } from "../../../service/mail/blocks.ts"
import {
  defaultTemplate,
  ownerLinkTemplate,
  type MailTemplate,
  testTemplate
} from "../../../service/mail/default-templates.ts"
import { preferredLanguage } from "../../../service/mail/mail-language.ts"
import { renderMail } from "../../../service/mail/render.ts"
import { textsOf } from "../../../service/mail/texts/texts-of.ts"

const link = "https://app.example/handler?code=0123456789abcdefghjkmnpqrstvwxyz0123456789abc"
const variables = {
  projectDisplayName: "Fernhill",
  userDisplayName: "Noor",
  teamDisplayName: "Pickers",
  otp: "7K2M9Q",
  emailVerificationLink: link,
  passwordResetLink: link,
  magicLink: link,
  teamInvitationLink: link,
  ownedProjects: "Quayside"
}

const render = Effect.fnUntraced(function* (
  { content, subject }: MailTemplate,
  language: SupportedLanguage,
  given: Readonly<Record<string, string>> = variables
) {
  const document = yield* readDocument(content)
  return renderMail({ subject, document, language, variables: new Map(Object.entries(given)), logo: null })
})

const domOf = (html: string) => {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } })
  document.write(html)
  return document
}

const others = supportedLanguages.filter((language) => language !== "en-US")

/** The variables that each mail contains. */
const contained: Readonly<Record<EmailTemplateType, ReadonlyArray<keyof typeof variables>>> = {
  email_verification: ["projectDisplayName", "userDisplayName", "emailVerificationLink"],
  password_reset: ["projectDisplayName", "userDisplayName", "passwordResetLink"],
  magic_link: ["projectDisplayName", "otp", "magicLink"],
  team_invitation: ["projectDisplayName", "teamDisplayName", "teamInvitationLink"]
}

describe.each(supportedLanguages)("the mails in %s", (language) => {
  it.effect.each(EmailTemplateType.literals)("%s contains its variables, and nothing that is left to fill", (type) =>
    Effect.gen(function* () {
      const mail = yield* render(defaultTemplate(type, language), language)
      for (const name of contained[type]) assert.include(mail.text, variables[name], name)
      assert.include(mail.subject, type === "team_invitation" ? "Pickers" : "Fernhill")
      assert.notMatch(mail.subject + mail.text + mail.html.replace(/<style>.*<\/style>/, ""), /[{}]/)
      assert.notMatch(mail.subject + mail.text, /undefined|\bnull\b/)
      assert.include(mail.text, "7", "the days until the code expires")
      assert.deepStrictEqual(mail.links, [link])
      assert.strictEqual(mail.text.split(link).length - 1, 1, "the link is once in the plain text")
    })
  )

  it.effect.each(EmailTemplateType.literals)("%s has no gap where a user has no name", (type) =>
    Effect.gen(function* () {
      const { userDisplayName: _, ...nameless } = variables
      const template = defaultTemplate(type, language)
      const { text } = yield* render(template, language, nameless)
      assert.notMatch(text, / {2}| [,.!]|^[,.!，、]/m)
      const { greeting } = textsOf[language]
      assert.notInclude(text, greeting.replace("{{ userDisplayName }}", "").trim() || greeting)
    })
  )

  it.effect("to an owner and the test of a mail server are whole, too", () =>
    Effect.gen(function* () {
      const owner = yield* render(ownerLinkTemplate(language), language)
      assert.include(owner.text, "Quayside")
      assert.include(owner.text, link)
      const test = yield* render(testTemplate(language), language)
      for (const mail of [owner, test]) {
        assert.include(mail.subject, "Fernhill")
        assert.notMatch(mail.subject + mail.text, /[{}]|undefined/)
      }
    })
  )

  it.effect("name the language and its direction", () =>
    Effect.gen(function* () {
      const { html } = yield* render(defaultTemplate("magic_link", language), language)
      const dom = domOf(html)
      const direction = language === "ar-001" ? "rtl" : "ltr"
      for (const element of [dom.documentElement, dom.querySelector("table")]) {
        assert.strictEqual(element?.getAttribute("lang"), language)
        assert.strictEqual(element?.getAttribute("dir"), direction)
      }
    })
  )

  it("name further projects in every plural form of the language", () => {
    const { otherProjects } = textsOf[language]
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    // A mail names no number when there are no others.
    const needed = pluralCategories.filter((category) => category !== "zero")
    assert.sameMembers(Object.keys(otherProjects), needed)
  })
})

describe("the translated mails", () => {
  it.each(others)("in %s are not in English", (language) => {
    const english = JSON.stringify(textsOf["en-US"])
    const values = Object.values(textsOf[language]).flatMap((value) =>
      typeof value === "string" ? [value] : Object.values(value)
    )
    for (const value of values) assert.notInclude(english, JSON.stringify(value))
  })

  it("have the variables of the English ones", () => {
    const placeholders = (text: string) => (text.match(/\{\{ \w+ \}\}|\{\w+\}/g) ?? []).toSorted()
    for (const language of others) {
      for (const [name, english] of Object.entries(textsOf["en-US"])) {
        if (name === "otherProjects") continue
        const translated: unknown = Reflect.get(textsOf[language], name)
        for (const [part, text] of Object.entries(typeof english === "string" ? { text: english } : english)) {
          const own = typeof translated === "string" ? translated : Reflect.get(Object(translated), part)
          // A sentence may name the project once more or less.
          const unique = (all: ReadonlyArray<string>) => [...new Set(all)]
          const wanted = unique(placeholders(String(text)))
          assert.deepStrictEqual(unique(placeholders(String(own))), wanted, `${language} ${name} ${part}`)
        }
      }
    }
  })
})

describe("a mail from right to left", () => {
  it.effect("isolates names, mirrors texts, and shows links and codes from left to right", () =>
    Effect.gen(function* () {
      const mail = yield* render(defaultTemplate("magic_link", "ar-001"), "ar-001")
      assert.include(mail.subject, "\u2068Fernhill\u2069")
      const dom = domOf(mail.html)
      const style = dom.querySelector("h2")?.closest("td")?.getAttribute("style") ?? ""
      assert.include(style, "text-align:right")
      assert.notInclude(style, "letter-spacing")
      const shown = [...dom.querySelectorAll("a")].find(({ textContent }) => textContent === link)
      assert.strictEqual(shown?.getAttribute("dir"), "ltr")
      assert.include(mail.codes, "7K2M9Q")
    })
  )
})

describe("the language that a header prefers", () => {
  it.each([
    ["pl", "pl-PL"],
    ["PL-pl", "pl-PL"],
    ["de-AT,de;q=0.9,en;q=0.8", "de-DE"],
    ["en;q=0.1, fr;q=0.5", "fr-FR"],
    ["en;q=0.1, fr ; Q=0.5", "fr-FR"],
    ["fr;q=0, en-GB;q=0.3", "en-US"],
    ["da, nb;q=0.9, es-MX;q=0.5", "es-419"],
    ["zh-HK", "zh-TW"],
    ["pt", "pt-BR"],
    ["ar-EG", "ar-001"],
    ["*", null],
    ["", null],
    ["da", null],
    ["ar-XB", "ar-001"],
    ["de;q=2, fr;q=-1, it;q=NaN", null],
    ["x".repeat(100_000), null],
    [`${"da,".repeat(1000)}pl`, null],
    ["../../etc/passwd, \u0000, 🙂, pl", "pl-PL"],
    ["__proto__, constructor, toString", null]
  ] as const)("%j is %s", (header, language) => assert.strictEqual(preferredLanguage(header), language))

  it("is none without a header", () => assert.isNull(preferredLanguage(null)))
})
