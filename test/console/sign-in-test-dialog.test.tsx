// @vitest-environment happy-dom
/** The test sign-in of a provider in a browser that blocks its window. */
import { afterEach, expect, it, vi } from "vitest"
import { HostProvider } from "../../console/route/host.ts"
import { SignInTestDialog } from "../../console/settings/sign-in-test-dialog.tsx"
import { useProjectSettingsState } from "../../react/dashboard/index.ts"
import { click, ownedProject, project, shows } from "./owned-project.tsx"

const { hostAt, show } = ownedProject()

afterEach(() => vi.unstubAllGlobals())

const Dialog = () => {
  const { data } = useProjectSettingsState()
  const withKey = { ...project, publishableClientKey: "pck_1" }
  return data && <SignInTestDialog now={0} project={withKey} settings={data} providerId="github" onClose={() => {}} />
}

it("has a link to the sign-in", async () => {
  const open = vi.fn(() => null)
  vi.stubGlobal("open", open)
  const page = await show(
    <HostProvider value={hostAt("https://auth.example")}>
      <Dialog />
    </HostProvider>
  )
  await click(page, "Start the sign-in")
  await shows(page, "If the browser has blocked the window")
  const link = page.find<HTMLAnchorElement>("a[target=_blank]")
  expect(link.href).toContain("https://auth.example/api/v1/auth/oauth/authorize/github?")
  expect(open).toHaveBeenCalledWith(link.href, "_blank", expect.stringContaining("noopener"))
})
