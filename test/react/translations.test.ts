/** The translations: completeness, placeholders and typography. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { BrowserRequired, OAuthSignInFailed, SignUpProofFailed } from "../../core/errors/local-errors.ts"
import { CookiesBlocked } from "../../core/errors/local-session-errors.ts"
import { knownErrors } from "../../core/errors/known-errors.ts"
import { english } from "../../react/messages/english.ts"
import { nearestLanguage } from "../../react/messages/language.ts"
import { pseudoTranslate } from "../../react/messages/languages/pseudo.ts"
import { translations } from "./translations.ts"

/** The plural forms of a text, by category. */
const formsOf = (text: unknown): ReadonlyArray<[string, string]> =>
  typeof text === "object" && text !== null ? Object.entries(text) : [["other", String(text)]]

const placeholders = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name).sort()

/** Words that are the same in both languages, or proper names. */
const alike: Readonly<Record<string, ReadonlyArray<string>>> = {
  "de-DE": ["passkey", "passkeys", "team", "teams", "roleAdmin", "sessionImpersonation", "zoom", "name"],
  "es-419": ["roleAdmin", "zoom"],
  "es-ES": ["roleAdmin", "zoom"],
  "fr-CA": ["roleAdmin", "receivedInvitations", "sessions", "zoom"],
  "fr-FR": ["roleAdmin", "receivedInvitations", "sessions", "zoom"],
  "it-IT": ["password", "passkey", "emailTab", "account", "team", "roleAdmin", "zoom"],
  "pl-PL": ["cliProgram", "sessionImpersonation"],
  "pt-BR": ["roleAdmin", "zoom"],
  "pt-PT": ["roleAdmin", "zoom"],
  "zh-CN": ["emailPlaceholder"],
  "zh-TW": ["emailPlaceholder"]
}

const languages = Object.entries(translations).map(([name, texts]) => ({ name, texts: Object.entries(texts) }))
const errorKeys = Object.keys(translations["de-DE"] ?? {}).filter((key) => !Object.hasOwn(english, key))

describe("The languages", () => {
  it("are exactly those with a file, and all are checked here", () => {
    const files = readdirSync(join(import.meta.dirname, "../../react/messages/languages")).map((file) =>
      file.slice(0, -3)
    )
    expect(files.sort()).toEqual([...Object.keys(translations), "pseudo"].sort())
    expect(Object.keys(translations).map(nearestLanguage)).toEqual(Object.keys(translations))
  })

  // WCAG 2.5.3: who controls a page by voice says what a button shows.
  it.each(Object.entries(translations))(
    "name a button of a row by its text: %s",
    (_, texts: Record<string, unknown>) => {
      const names = {
        apiKeyRevoke: "apiKeyRevokeOf",
        receivedAccept: "receivedAcceptOf",
        remove: "removeMemberOf",
        revoke: "revokeOf",
        signOut: "sessionRevokeOf"
      }
      const wrong = Object.entries(names).filter(
        ([text, name]) => !String(texts[name]).toLowerCase().includes(String(texts[text]).toLowerCase())
      )
      expect(wrong).toEqual([])
    }
  )

  it("translate existing error codes only", () => {
    const tags = [
      new CookiesBlocked(),
      new OAuthSignInFailed({ code: "" }),
      new BrowserRequired({ call: "" }),
      new SignUpProofFailed({ cause: null })
    ]
    const known = [...knownErrors.map(({ code }) => code), ...tags.map(({ _tag }) => _tag)]
    expect(errorKeys.length).toBeGreaterThan(20)
    expect(errorKeys.filter((key) => !known.includes(key))).toEqual([])
  })
})

describe.each(languages)("$name", ({ name, texts }) => {
  it("has exactly the texts of English", () => {
    expect(texts.map(([key]) => key).sort()).toEqual([...Object.keys(english), ...errorKeys].sort())
  })

  it("has every placeholder in each plural form of a text", () => {
    const wrong = texts.filter(([key, text]) => {
      const original = placeholders(Reflect.get(english, key) ?? "")
      // "One person" needs no number.
      return formsOf(text).some(([category, form]) =>
        category === "other"
          ? String(placeholders(form)) !== String(original)
          : placeholders(form).some((placeholder) => !original.includes(placeholder))
      )
    })
    expect(wrong).toEqual([])
  })

  it("has exactly the plural forms that its numbers require", () => {
    const rules = new Intl.PluralRules(name)
    const { pluralCategories } = rules.resolvedOptions()
    const needed = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))
    for (const [key, text] of texts) {
      if (typeof text !== "object") continue
      const forms = Object.keys(text)
      expect(pluralCategories, key).toEqual(expect.arrayContaining(forms))
      expect(forms, key).toEqual(expect.arrayContaining([...needed]))
    }
  })

  it("has no text that is still in English", () => {
    const same = texts.filter(([key, text]) => text === Reflect.get(english, key)).map(([key]) => key)
    expect(same.sort()).toEqual([...(alike[name] ?? [])].sort())
  })

  it("follows the typography of its language", () => {
    const forms = texts.flatMap(([key, text]) => formsOf(text).map(([, form]): [string, string] => [key, form]))
    const wrong = (pattern: RegExp) => forms.filter(([, form]) => pattern.test(form))
    expect(wrong(/^\s|\s$| {2}|\.\.\.|^$/)).toEqual([])
    // The quotation marks and apostrophes of the language.
    expect(wrong(/['"`]/)).toEqual([])
    if (name.startsWith("zh"))
      expect([
        ...wrong(/[一-鿿][,.!?:;]/),
        ...wrong(
          /[A-Za-z]{4,}(?<!SVG|WebP|Cookie|https|TOTP|email|provider|count|name|team|link|code|word|when|example)$/
        )
      ]).toEqual([])
    else if (name !== "ja-JP") expect(wrong(/[一-鿿]/)).toEqual([])
    if (name === "ja-JP")
      expect(wrong(/[ぁ-んァ-ヶー一-鿿][,.!?:;]|[ぁ-んァ-ヶ一-鿿] |アカウン(?!ト)|サインイン/)).toEqual([])
    else expect(wrong(/[ぁ-んァ-ヶ]/)).toEqual([])
    // A particle after a placeholder would have to depend on its value.
    if (name === "ko-KR") expect(wrong(/\}(?:이|가|은|는|을|를|와|과|로|으로)(?![가-힣])/)).toEqual([])
    if (name === "ar-001") {
      expect(wrong(/[?;,]|[؀-ۿ]\.\S/)).toEqual([])
      // A Latin name would change the order of the words around it.
      expect(wrong(/(?<!\u2068)\{(?:provider|email|team|name|word|code|app|inviter|project)\}/)).toEqual([])
      expect(wrong(/\{\w+\}(?<=\u2068\{\w+\})(?!\u2069)/)).toEqual([])
    }
    if (name === "pl-PL") expect(wrong(/“|Państw|\p{L}+(?:łeś|łaś)(?!\p{L})/u)).toEqual([])
    if (name === "tr-TR") expect(wrong(/\}['’]|şifre|\bsen(?:in|i)?\b/iu)).toEqual([])
    if (name === "fr-FR") expect(wrong(/[^\u00a0][?!»]|[^\u00a0]: |«[^\u00a0]/)).toEqual([])
    if (name === "fr-CA") expect(wrong(/e-mail|\s[?!]|[^\u00a0]: |«[^\u00a0]/i)).toEqual([])
    if (name === "es-419")
      expect(
        wrong(/introduc|añad|caduc|móvil|(?:^|\s)(?:has|ha|han|hemos|se ha|se han) \p{L}+[aeis]do(?![\p{L}])/iu)
      ).toEqual([])
    if (name.startsWith("es")) expect(forms.filter(([, form]) => form.includes("?") !== form.includes("¿"))).toEqual([])
    if (name === "pt-PT") expect(wrong(/senha|usuári|equipe|configuraç|tela|celular/i)).toEqual([])
    if (name === "pt-BR") expect(wrong(/palavra-passe|utilizador|equipa(?!\p{L})|ecrã|telemóvel/iu)).toEqual([])
    if (name === "de-DE") expect(wrong(/\b(?:du|dein\w*|dich|dir)\b|Kennwort|Account|Log-?in/)).toEqual([])
  })
})

describe("A language tag", () => {
  it.each([
    ["de", "de-DE"],
    ["de-AT", "de-DE"],
    ["DE_ch", "de-DE"],
    ["en-GB", "en-US"],
    ["es", "es-ES"],
    ["es-MX", "es-419"],
    ["es-US", "es-419"],
    ["fr", "fr-FR"],
    ["fr-BE", "fr-FR"],
    ["fr-CA", "fr-CA"],
    ["it-CH", "it-IT"],
    ["pt", "pt-BR"],
    ["pt-AO", "pt-PT"],
    ["zh", "zh-CN"],
    ["zh-Hans-SG", "zh-CN"],
    ["zh-Hant", "zh-TW"],
    ["zh-HK", "zh-TW"],
    ["ar", "ar-001"],
    ["ar-EG", "ar-001"],
    ["ar-XA", "ar-001"],
    ["ja", "ja-JP"],
    ["ko-KP", "ko-KR"],
    ["pl", "pl-PL"],
    ["tr-CY", "tr-TR"],
    ["he", "en-US"],
    ["ar-XB", "ar-XB"],
    ["tlh", "en-US"],
    ["", "en-US"],
    ["*", "en-US"],
    ["constructor", "en-US"],
    ["__proto__", "en-US"],
    ["de-DE<script>", "en-US"]
  ])("%s is matched by %s", (tag, name) => expect(nearestLanguage(tag)).toBe(name))

  it("can be part of a list, of which the first supported tag is used", () => {
    expect(nearestLanguage("la, de-CH;q=0.9, fr;q=0.8, *;q=0.5")).toBe("de-DE")
    expect(nearestLanguage(["la", "en-GB", "de"])).toBe("en-US")
    expect(nearestLanguage([])).toBe("en-US")
  })
})

describe("The pseudo-language", () => {
  it("keeps the placeholders, makes texts longer, and changes every text", () => {
    for (const [key, text] of Object.entries(english)) {
      const translated = pseudoTranslate(key, text)
      expect(placeholders(translated)).toEqual(placeholders(text))
      if (key === "deleteWord" || key === "emailPlaceholder") continue
      expect(translated.length).toBeGreaterThan(text.length * 1.4)
      expect(translated.replace(/\{\w+\}/g, "")).not.toMatch(/[a-z]/i)
      expect(translated).toMatch(/^⟦.*⟧$/)
    }
  })
})
