/** Keystile's account settings, with an additional page of Larkspur. */
import { AccountSettings, useUser } from "keystile/react"
import { brushIcon, Icon } from "../components/icons.tsx"
import { Page } from "../components/page.tsx"
import { Look } from "./look.tsx"

export const Account = () => {
  useUser({ or: "redirect" })
  return (
    <Page title="Your account">
      <AccountSettings extraItems={extraItems} />
    </Page>
  )
}

const extraItems = [{ id: "look", title: "Look and language", icon: <Icon path={brushIcon} />, content: <Look /> }]
