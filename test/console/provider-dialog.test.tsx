// @vitest-environment happy-dom
/** The form of a provider on the pages of owners of a service that is mounted below a path. */
import { expect, it } from "vitest"
import { type ConsoleHost, HostProvider } from "../../console/route/host.ts"
import { ProviderDialog } from "../../console/settings/provider-dialog.tsx"
import { useProjectSettingsState } from "../../react/dashboard/index.ts"
import { ownedProject, shows } from "./owned-project.tsx"

const { owner, show } = ownedProject()

const Dialog = () => {
  const { data } = useProjectSettingsState()
  return data && <ProviderDialog settings={data} saved={null} free={["gitlab"]} onClose={() => {}} />
}

it("has the callback URL below that path", async () => {
  const host: ConsoleHost = {
    baseUrl: "https://app.example/api/auth",
    consoleUrl: "https://app.example/api/auth/owner",
    mailFrameUrl: "",
    ownerOf: owner,
    refreshMillis: 60_000,
    SignInAsDialog: () => null,
    onProjectDeleted: () => {},
    isDevelopment: false
  }
  const page = await show(
    <HostProvider value={host}>
      <Dialog />
    </HostProvider>
  )
  await shows(page, "https://app.example/api/auth/api/v1/auth/oauth/callback/gitlab")
  expect(page.text()).not.toContain(location.origin)
})
