/** The settings page of email addresses, sign-in methods, sessions and security activity. */
import { hasExtension } from "../../core/schema/extension.ts"
import { useProjectState } from "../hooks/use-project.ts"
import { account } from "../messages/english/account.ts"
import { useMessages } from "../messages/messages.ts"
import { ConnectedAccounts } from "./connected-accounts.tsx"
import { Emails } from "./emails.tsx"
import { Passkeys } from "./passkeys.tsx"
import { OneTimeCodes, Passkey } from "./passwordless-methods.tsx"
import { Password } from "./password.tsx"
import { SecondFactor } from "./second-factor.tsx"
import { Page, ReadErrorNotice } from "./section.tsx"
import { SecurityActivity } from "./security-activity.tsx"
import { Sessions } from "./sessions.tsx"
import { useAccountUser } from "./account-user.ts"
import { useLatest } from "./use-latest.ts"

export const SignInMethodsPage = () => {
  const texts = useMessages(account)
  const { hasPassword } = useAccountUser()
  const { data: project, error, refresh } = useLatest(useProjectState())
  return (
    <Page title={texts.emailsAndAuth}>
      <Emails />
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {project !== undefined && (
        <>
          {(project.config.credentialEnabled || hasPassword) && <Password />}
          {project.config.passkeyEnabled &&
            (hasExtension(project, "multiple_passkeys") ? (
              <Passkeys project={project} />
            ) : (
              <Passkey project={project} />
            ))}
          {project.config.magicLinkEnabled && <OneTimeCodes project={project} />}
          <ConnectedAccounts project={project} />
          <SecondFactor project={project} />
          <Sessions />
          {hasExtension(project, "audit_log") && <SecurityActivity app={project.displayName} />}
        </>
      )}
    </Page>
  )
}
