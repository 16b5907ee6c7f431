// @vitest-environment happy-dom
/** The form of a provider on the pages of owners of a service that is mounted below a path. */
import { expect, it } from "vitest"
import { HostProvider } from "../../console/route/host.ts"
import { ProviderDialog } from "../../console/settings/provider-dialog.tsx"
import { useProjectSettingsState } from "../../react/dashboard/index.ts"
import { ownedProject, shows } from "./owned-project.tsx"

const { hostAt, show } = ownedProject()

const Dialog = () => {
  const { data } = useProjectSettingsState()
  return data && <ProviderDialog settings={data} saved={null} free={["gitlab"]} onClose={() => {}} />
}

it("has the callback URL below that path", async () => {
  const page = await show(
    <HostProvider value={hostAt("https://app.example/api/auth")}>
      <Dialog />
    </HostProvider>
  )
  await shows(page, "https://app.example/api/auth/api/v1/auth/oauth/callback/gitlab")
  expect(page.text()).not.toContain(location.origin)
})
