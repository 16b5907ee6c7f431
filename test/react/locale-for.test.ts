/** The locales that are kept. */
import { afterEach, expect, it, vi } from "vitest"
import { localeFor } from "../../react/messages/language.ts"
import { failingLanguage } from "./failing-language.ts"

const header = (index: number) => `x-${index},en`

afterEach(() => void vi.useRealTimers())

it("returns the same locale for the same language tags", async () => {
  expect(localeFor("en-GB")).toBe(localeFor("en-GB"))
  const german = await localeFor("de-AT,en").loading
  expect(german?.name).toBe("de-DE")
  expect(localeFor("de-AT,en")).toBe(german)
})

it("loads texts that could not be loaded again for the first request of a server ten seconds later", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const { language, recover, texts } = failingLanguage()
  expect((await localeFor(language).loading)?.tag).toBe("en-US")
  recover()
  vi.setSystemTime(Date.now() + 9000)
  expect(localeFor(language).tag).toBe("en-US")
  expect(texts).toHaveBeenCalledOnce()
  vi.setSystemTime(Date.now() + 1000)
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
