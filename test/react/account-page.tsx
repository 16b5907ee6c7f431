/** The account settings over a scripted service, for tests of their parts. */
import { act } from "react"
import { expect, vi } from "vitest"
import { AccountSettings, type AccountSettingsProps, KeystileProvider } from "../../react/index.ts"
import { render, settle } from "./page.tsx"
import { type ServiceScript, scriptedService, user } from "./scripted-service.ts"

export const team = {
  id: "11111111-1111-4111-8111-111111111111",
  display_name: "Fernhill Orchards",
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null
}
/** The response with a list of these items. */
export const list =
  (...items: ReadonlyArray<object>) =>
  () => ({ body: { items, is_paginated: false } })
const permission = (id: string) => ({ id, user_id: "u", team_id: team.id })
export const channelId = "22222222-2222-4222-8222-222222222222"
export const email = (value: string, more: object = {}) => ({
  id: channelId,
  user_id: "u",
  type: "email",
  value,
  used_for_auth: true,
  is_verified: true,
  is_primary: true,
  ...more
})

/** Opens a page of the account settings for a user of one team. */
export const openAccountSettings = async (
  hash: string,
  script: ServiceScript = {},
  props: AccountSettingsProps = {},
  signedIn = true,
  lang = "en"
) => {
  const visited: Array<string> = []
  const service = scriptedService(
    {
      "GET /users/me": () => ({ body: user({ display_name: "Noor" }) }),
      "GET /teams": list(team),
      "GET /contact-channels": list(email("noor@fernhill.example")),
      "GET /team-permissions": list(permission("$update_team"), permission("$invite_members")),
      [`GET /team-member-profiles/${team.id}/me`]: () => ({
        body: { team_id: team.id, user_id: "u", display_name: "Noor", profile_image_url: null }
      }),
      ...script
    },
    { signedIn, redirectMethod: (url) => void visited.push(url) }
  )
  history.replaceState(null, "", `/settings${hash}`)
  const page = await render(
    <KeystileProvider runtime={service.runtime} lang={lang}>
      <AccountSettings {...props} />
    </KeystileProvider>
  )
  const titled = (title: string) =>
    vi.waitFor(() => expect(page.container.querySelector(":is(h1, h2).ks-page-title")?.textContent).toBe(title), {
      timeout: 10_000
    })
  const field = (label: string) => {
    const found = Array.from(page.container.querySelectorAll("label")).find(({ textContent }) => textContent === label)
    return page.find<HTMLInputElement>(`#${CSS.escape(found?.htmlFor ?? "none")}`)
  }
  const type = (label: string, text: string) =>
    settle(() => {
      const input = field(label)
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text)
      input.dispatchEvent(new Event("input", { bubbles: true }))
    })
  const submit = (label: string) =>
    act(async () => void field(label).form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })))
  return { page, service, visited, titled, field, type, submit }
}
