// @vitest-environment happy-dom
/** The language of the screens: selection, loading, changes, and texts of the application. */
import { act, type ReactNode, Suspense } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, describe, expect, it, vi } from "vitest"
import {
  ErrorCard,
  FormSkeleton,
  format,
  KeystileProvider,
  type KeystileProviderProps,
  type Language,
  type MessageOverrides,
  Scope,
  SignedOutCard,
  useLanguage
} from "../../react/index.ts"
import { shownLanguage } from "../../core/http/shown-language.ts"
import { menus } from "../../react/messages/english/menus.ts"
import { teamTexts } from "../../react/messages/english/teams.ts"
import { useErrorText, useMessages, useMessagesOrBlank } from "../../react/messages/messages.ts"
import { failingLanguage } from "./failing-language.ts"
import { render, settle } from "./page.tsx"
import { translations } from "./translations.ts"

type Props = Pick<KeystileProviderProps, "lang" | "messages">

const Words = () => {
  const { signIn } = useMessages()
  const { memberCount } = useMessages(teamTexts)
  const count = (count: number) => format(memberCount, { count })
  return <p>{[signIn, count(1), count(2), count(5)].join("|")}</p>
}

const scopedWords = (
  <Scope>
    <Suspense>
      <Words />
    </Suspense>
  </Scope>
)

const provider = (props: Props, child: ReactNode = <Words />) => (
  <KeystileProvider projectId="p" publishableClientKey="pck_x" tokenStore="memory" {...props}>
    <Suspense fallback={<i />}>{child}</Suspense>
  </KeystileProvider>
)

/** A language that is loaded when the test resolves it. */
const slow = (tag: string, direction?: "rtl") => {
  let [resolve, reject]: [(texts: MessageOverrides) => void, (error: Error) => void] = [() => {}, () => {}]
  const promise = new Promise<MessageOverrides>((...both) => {
    ;[resolve, reject] = both
  })
  const texts = vi.fn(() => promise)
  return {
    language: { tag, direction, texts } satisfies Language,
    resolve: (texts: MessageOverrides) => resolve(texts),
    reject: (error: Error) => reject(error),
    texts
  }
}

const arrives = (check: () => void) =>
  vi.waitFor(async () => {
    await settle()
    check()
  })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe("The lang property", () => {
  it("is English by default, without a lang attribute", async () => {
    const page = await render(
      provider(
        {},
        <>
          <Words />
          <Scope>x</Scope>
        </>
      )
    )
    expect(page.text()).toContain("Sign In|1 people.|2 people.|5 people.")
    expect(page.find(".ks").getAttributeNames()).toEqual(["class"])
    await page.unmount()
  })

  it("is the language for mails while the provider is mounted, once its texts are shown", async () => {
    const page = await render(provider({}))
    expect(shownLanguage()).toBe("en-US")
    await page.show(provider({ lang: "pl" }))
    await arrives(() => expect(shownLanguage()).toBe("pl"))
    await page.unmount()
    expect(shownLanguage()).toBeUndefined()
  })

  it("loads a language by its tag or a similar one, and sets it on the card", async () => {
    const page = await render(
      provider(
        { lang: "de-AT" },
        <>
          <Words />
          <SignedOutCard />
        </>
      )
    )
    await arrives(() => expect(page.text()).toContain("Anmelden|1 Person.|2 Personen.|5 Personen."))
    expect(page.find(".ks").lang).toBe("de-AT")
    expect(page.find(".ks").dir).toBe("ltr")
    expect(page.find("h2").textContent).toBe(translations["de-DE"]?.signedOut)
    await page.unmount()
  })

  it("suspends until the texts are loaded, without English text before", async () => {
    const { language, resolve } = slow("he-IL", "rtl")
    const page = await render(
      provider(
        { lang: language },
        <>
          <FormSkeleton fields={1} />
          <Words />
        </>
      )
    )
    expect(page.find("i")).toBeTruthy()
    expect(page.text()).toBe("")
    await settle(() => resolve({ signIn: "כניסה" }))
    expect(page.text()).toContain("כניסה|1 people.")
    expect(page.find("[role=status]").dir).toBe("rtl")
    await page.unmount()
  })

  it("leaves skeletons blank until the texts are loaded", async () => {
    const { language, resolve } = slow("x-one")
    const Soon = () => <b>{useMessagesOrBlank(menus).account}</b>
    const page = await render(
      provider(
        { lang: language },
        <>
          <Soon />
          <FormSkeleton fields={1} />
        </>
      )
    )
    expect(page.text()).toBe("")
    await settle(() => resolve({ account: "Konto", loading: "Lädt" }))
    expect(page.text()).toBe("KontoLädt")
    await page.unmount()
  })

  it("falls back to English when the texts fail to load, and reports the error", async () => {
    const reported = vi.fn()
    vi.stubGlobal("reportError", reported)
    const { language, reject, texts } = slow("ar-EG", "rtl")
    const page = await render(provider({ lang: language }, scopedWords))
    expect(page.find(".ks").dir).toBe("rtl")
    await settle(() => reject(new TypeError("Failed to fetch")))
    expect(page.text()).toContain("Sign In")
    expect(page.find(".ks").lang).toBe("en-US")
    expect(page.find(".ks").dir).toBe("ltr")
    expect(reported).toHaveBeenCalledOnce()
    expect(texts).toHaveBeenCalledOnce()
    await page.unmount()
  })

  it("loads texts again that failed to load, when the browser is online and with the next provider", async () => {
    vi.stubGlobal("reportError", () => {})
    const { language, recover, texts } = failingLanguage()
    const words = () => provider({ lang: language }, scopedWords)
    const page = await render(words())
    await arrives(() => expect(page.find(".ks").lang).toBe("en-US"))
    const calls = texts.mock.calls.length
    const other = await render(words())
    await settle()
    expect(texts.mock.calls.length).toBeGreaterThan(calls)
    expect(other.find(".ks").lang).toBe("en-US")
    recover()
    await settle(() => window.dispatchEvent(new Event("online")))
    await arrives(() => expect(page.find(".ks").lang).toBe("de-AT"))
    expect(page.text()).toContain("Anmelden")
    await page.unmount()
    await other.unmount()
  })

  it("shows texts that a later provider has loaded, when the browser is online", async () => {
    vi.stubGlobal("reportError", () => {})
    const { language, recover } = failingLanguage()
    const page = await render(provider({ lang: language }, scopedWords))
    await arrives(() => expect(page.find(".ks").lang).toBe("en-US"))
    recover()
    const later = await render(provider({ lang: language }, scopedWords))
    await arrives(() => expect(later.find(".ks").lang).toBe("de-AT"))
    await settle(() => window.dispatchEvent(new Event("online")))
    await arrives(() => expect(page.find(".ks").lang).toBe("de-AT"))
    await page.unmount()
    await later.unmount()
  })

  it("loads texts again ten seconds after they failed to load, also while its component renders again", async () => {
    vi.stubGlobal("reportError", () => {})
    vi.useFakeTimers()
    const { language, recover, texts } = failingLanguage()
    const words = () =>
      provider(
        { lang: { ...language } },
        <Scope>
          <Suspense>
            <Words />
          </Suspense>
        </Scope>
      )
    const page = await render(words())
    await act(() => vi.advanceTimersByTimeAsync(9100))
    expect(page.find(".ks").lang).toBe("en-US")
    const tries = texts.mock.calls.length
    await page.show(words())
    await page.show(words())
    expect(texts).toHaveBeenCalledTimes(tries)
    recover()
    await act(() => vi.advanceTimersByTimeAsync(1100))
    expect(page.find(".ks").lang).toBe("de-AT")
    expect(page.text()).toContain("Anmelden")
    expect(texts).toHaveBeenCalledTimes(tries + 1)
    await page.unmount()
  })

  it("keeps the old language while a new one is loaded", async () => {
    const { language, resolve } = slow("nb-NO")
    const page = await render(provider({ lang: "en" }))
    await page.show(provider({ lang: language }))
    expect(page.text()).toContain("Sign In")
    expect(page.container.querySelector("i")).toBeNull()
    await settle(() => resolve({ signIn: "Logg inn" }))
    expect(page.text()).toContain("Logg inn")
    await page.unmount()
  })

  it("follows the browser's languages with `auto`, also when they change", async () => {
    const languages = vi.spyOn(navigator, "languages", "get").mockReturnValue(["la", "it"])
    const Tag = () => <b>{useLanguage().tag}</b>
    const page = await render(
      provider(
        { lang: "auto" },
        <>
          <Words />
          <Tag />
        </>
      )
    )
    await arrives(() => expect(page.text()).toContain("Accedi|"))
    expect(page.find("b").textContent).toBe("it")
    languages.mockReturnValue(["fr-CA"])
    await settle(() => dispatchEvent(new Event("languagechange")))
    await arrives(() => expect(page.text()).toContain("Se connecter|"))
    expect(page.find("b").textContent).toBe("fr-CA")
    await page.unmount()
  })

  it("renders English for `auto` on a server, and a given language in that language", async () => {
    const loaded = { tag: "da-DK", texts: { signIn: "Log ind" } }
    expect(renderToString(provider({ lang: "auto" }))).toContain("Sign In|")
    expect(
      renderToString(
        provider(
          { lang: loaded },
          <Scope>
            <Words />
          </Scope>
        )
      )
    ).toContain(`lang="da-DK" dir="ltr"`)
    expect(renderToString(provider({ lang: loaded }))).toContain("Log ind|")
  })
})

describe("Texts of the application", () => {
  it("apply to all languages, or override them for one", async () => {
    const messages = {
      signIn: "Go",
      "de-DE": { signIn: "Los", memberCount: { one: "{count} Kopf", other: "{count} Köpfe" } }
    }
    const page = await render(provider({ messages }))
    expect(page.text()).toContain("Go|1 people.")
    await page.show(provider({ messages, lang: "de" }))
    await arrives(() => expect(page.text()).toContain("Los|1 Kopf|2 Köpfe|5 Köpfe"))
    await page.show(provider({ messages, lang: "es" }))
    await arrives(() => expect(page.text()).toContain("Go|1 persona.|2 personas."))
    await page.unmount()
  })

  it("have the plural forms and digits of Arabic, from right to left", async () => {
    const page = await render(
      provider(
        { lang: "ar-EG" },
        <Scope>
          <Words />
        </Scope>
      )
    )
    await arrives(() => expect(page.text()).toBe("تسجيل الدخول|شخص واحد.|شخصان.|٥ أشخاص."))
    expect([page.find(".ks").lang, page.find(".ks").dir]).toEqual(["ar-EG", "rtl"])
    await page.show(
      provider(
        { lang: "ar" },
        <Scope>
          <Words />
        </Scope>
      )
    )
    await arrives(() => expect(page.text()).toBe("تسجيل الدخول|شخص واحد.|شخصان.|5 أشخاص."))
    await page.unmount()
  })

  it("use the plural forms of their language", async () => {
    const polish: Language = {
      tag: "pl-PL",
      texts: {
        memberCount: { one: "{count} osoba", few: "{count} osoby", many: "{count} osób", other: "{count} osoby" }
      }
    }
    const page = await render(provider({ lang: polish }))
    expect(page.text()).toBe("Sign In|1 osoba|2 osoby|5 osób")
    await page.unmount()
  })
})

describe("Errors", () => {
  const ErrorText = ({
    error
  }: {
    readonly error: { readonly message: string; readonly code?: string; readonly _tag?: string }
  }) => <p>{useErrorText()(error)}</p>

  it("are translated by code or tag, and fall back to the message of the service", async () => {
    const code = (code: string) => <ErrorText error={{ code, message: "as it came" }} />
    const page = await render(
      provider(
        { lang: "de-DE", messages: { USER_NOT_FOUND: "Wer?" } },
        <>
          {code("EMAIL_PASSWORD_MISMATCH")}
          {code("USER_NOT_FOUND")}
          {code("NEW_CODE")}
          {code("constructor")}
          <ErrorText error={{ _tag: "CookiesBlocked", message: "" }} />
        </>
      )
    )
    await arrives(() => expect(page.text()).not.toBe(""))
    expect(page.text()).toMatch(/^E-Mail-Adresse oder Passwort falsch\.Wer\?as it cameas it cameDieser Browser/)
    await page.unmount()
  })

  it("are shown on the error card with their code", async () => {
    const error = { code: "USER_NOT_FOUND", message: "There is no such user." }
    const page = await render(provider({ lang: "zh-TW" }, <ErrorCard error={error} />))
    await arrives(() => expect(page.text()).toContain(translations["zh-TW"]?.USER_NOT_FOUND))
    expect(page.text()).toContain("錯誤代碼：USER_NOT_FOUND")
    await page.unmount()
  })
})
