// @vitest-environment happy-dom
/** The warning of a development build about an untrusted return URL. */
import { afterEach, expect, it, vi } from "vitest"
import { KeystileProvider, SignIn, SignUp } from "../../react/index.ts"
import { render } from "./page.tsx"
import { scriptedService } from "./scripted-service.ts"

afterEach(() => {
  history.replaceState(null, "", "/")
  vi.restoreAllMocks()
})

it("is in the console once a sign-in page shows its link to sign-up, which loses the return URL", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
  const service = scriptedService()
  history.replaceState(null, "", `/handler/sign-in?after_auth_return_to=${encodeURIComponent("https://evil.test/")}`)
  const page = await render(
    <KeystileProvider runtime={service.runtime}>
      <SignIn />
    </KeystileProvider>
  )
  await vi.waitFor(() => page.find("a[href='/handler/sign-up']"))
  const warnings = () => warn.mock.calls.filter(([text]) => String(text).includes("after_auth_return_to is ignored"))
  expect(warnings()).toHaveLength(1)
  await page.show(
    <KeystileProvider runtime={service.runtime}>
      <SignUp />
    </KeystileProvider>
  )
  await vi.waitFor(() => page.find("a[href='/handler/sign-in']"))
  expect(warnings()).toHaveLength(1)
})
