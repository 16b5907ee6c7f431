/** The warning of a development build about an untrusted return URL. */
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { resolveUrls } from "../../../core/navigation/handler-urls.ts"
import type { NavigateOptions } from "../../../core/navigation/navigate.ts"

const warn = vi.spyOn(console, "warn").mockImplementation(() => {})

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  warn.mockClear()
})

const signIn = (returnTo: string) => {
  const page = new URL("https://app.test/handler/sign-in")
  page.searchParams.set("after_auth_return_to", returnTo)
  return page
}

/** Reads the URL of a page twice in a program that starts. */
const read = async (
  page: "signUp" | "onboarding" | "afterSignIn" | "home",
  current: URL,
  options?: NavigateOptions
) => {
  const { pageUrl } = await import("../../../core/navigation/page-url.ts")
  const urls = resolveUrls({})
  pageUrl(page, current, urls, options)
  return pageUrl(page, current, urls, options)
}

it.each(["signUp", "onboarding", "afterSignIn", "home"] as const)(
  "is shown once when the URL of %s is read",
  async (page) => {
    await read(page, signIn("https://evil.test/"))
    expect(warn).toHaveBeenCalledOnce()
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/after_auth_return_to is ignored.*`urls`/))
  }
)

it("does not have the URL, which may have secrets", async () => {
  await read("afterSignIn", signIn("https://evil.test/secret"))
  expect(JSON.stringify(warn.mock.calls)).not.toContain("evil")
})

it("is shown for a link that takes no return URL", async () => {
  await read("signUp", signIn("https://evil.test/"), { noRedirectBack: true })
  expect(warn).toHaveBeenCalledOnce()
})

it("is not shown for a trusted return URL, or without one", async () => {
  expect(await read("signUp", signIn("/cart"))).toContain("after_auth_return_to=%2Fcart")
  await read("signUp", new URL("https://app.test/handler/sign-in"))
  expect(warn).not.toHaveBeenCalled()
})
