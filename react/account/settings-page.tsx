/** The settings page for API keys, for signing out and for deleting the account. */
import * as Effect from "effect/Effect"
import { Client } from "../../tiers/client.ts"
import { Button } from "../components/button.tsx"
import { useClient } from "../hooks/use-client.ts"
import { useProjectState } from "../hooks/use-project.ts"
import { useSignOut } from "../hooks/use-sign-out.ts"
import { useKeystile } from "../runtime/keystile-context.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { changeSession } from "../engine/change-session.ts"
import { UserApiKeys } from "./api-keys.tsx"
import { ConfirmButton } from "./confirm-button.tsx"
import { Page, Section } from "./section.tsx"
import { useLatest } from "./use-latest.ts"

export const SettingsPage = () => {
  const texts = useMessages(account)
  const messages = useMessages()
  const keystile = useKeystile()
  const { navigation } = useClient()
  const { data: project } = useLatest(useProjectState())
  const signOut = useSignOut()
  return (
    <Page title={texts.settings}>
      {project?.config.allowUserApiKeys === true && <UserApiKeys />}
      <Section
        title={texts.signOutTitle}
        text={texts.signOutText}
        action={
          <Button variant="outline" size="sm" busy={signOut.pending} onClick={() => void signOut.run()}>
            {messages.signOut}
          </Button>
        }
      />
      {project?.config.clientUserDeletionEnabled === true && (
        <Section
          title={texts.deleteTitle}
          text={texts.deleteText}
          action={
            <ConfirmButton
              label={texts.deleteAccount}
              variant="danger"
              title={texts.deleteQuestion}
              text={texts.deleteText}
              word={texts.deleteWord}
              confirm={texts.deleteAccount}
              effect={() =>
                changeSession(
                  keystile,
                  Effect.flatMap(Client, (client) => client.deleteUser()),
                  { url: navigation.urls.home },
                  { detached: true }
                )
              }
            />
          }
        />
      )}
    </Page>
  )
}
