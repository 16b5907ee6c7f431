/** The locales that are kept. */
import { expect, it } from "vitest"
import { localeFor } from "../../react/messages/language.ts"
import { failingLanguage } from "./failing-language.ts"

const header = (index: number) => `x-${index},en`

it("returns the same locale for the same language tags", async () => {
  expect(localeFor("en-GB")).toBe(localeFor("en-GB"))
  const german = await localeFor("de-AT,en").loading
  expect(german?.name).toBe("de-DE")
  expect(localeFor("de-AT,en")).toBe(german)
})

it("loads texts again for the next request of a server, after they could not be loaded", async () => {
  const { language, recover } = failingLanguage()
  expect((await localeFor(language).loading)?.tag).toBe("en-US")
  recover()
  expect((await localeFor(language).loading)?.tag).toBe("de-AT")
  expect(localeFor(language).texts).toEqual({ signIn: "Anmelden" })
})

it("keeps at most 100 locales, so that requests with other language tags do not use up memory", () => {
  const first = localeFor(header(0))
  for (let index = 1; index < 100; index++) localeFor(header(index))
  expect(localeFor(header(0))).toBe(first)
  localeFor(header(100))
  expect(localeFor(header(0))).not.toBe(first)
  expect(localeFor(header(0)).name).toBe("en-US")
})
