/** The section of the user's accounts at OAuth providers, for a service that lists them. */
import * as Effect from "effect/Effect"
import { useState } from "react"
import type { OAuthProviderId } from "../../core/schema/fields/oauth-provider-id.ts"
import type { Project } from "../../core/schema/project.ts"
import { providerName } from "../../look/providers.ts"
import { isMissingFromService } from "../../tiers/calls/missing-from-service.ts"
import { Client } from "../../tiers/client.ts"
import { Icon, linkIcon } from "../components/icons.tsx"
import { Menu } from "../components/menu.tsx"
import { MenuItem } from "../components/menu-items.tsx"
import { MenuButton, type MenuAnchor } from "../components/menu-button.tsx"
import { ColoredProviderLogo } from "../components/provider-logo.tsx"
import { useOAuthProvidersState } from "../hooks/use-oauth-providers.ts"
import { connectedAccountTexts } from "../messages/english/connected-accounts.ts"
import { useMessages } from "../messages/messages.ts"
import { useAccountUser } from "./account-user.ts"
import { CallErrorNotice } from "./call-error-notice.tsx"
import { ConnectedAccountRow } from "./connected-account-row.tsx"
import { Question } from "./confirm-button.tsx"
import { ListSkeleton } from "./page-skeleton.tsx"
import { usePasswordConfirmationEmail } from "./password-confirmation.ts"
import { ReadErrorNotice, Section } from "./section.tsx"
import { useAccountAction } from "./use-account-action.ts"
import { useLatest } from "./use-latest.ts"
import { useMethodReasons } from "./use-method-reasons.ts"
import { Text } from "./text.tsx"

export const ConnectedAccounts = ({ project }: { readonly project: Project }) => {
  const texts = useMessages(connectedAccountTexts)
  const { oauthProviders } = useAccountUser()
  const { data, error, refresh } = useLatest(useOAuthProvidersState())
  const reasons = useMethodReasons("oauth", project)
  const providers = project.config.oauthProviders.map(({ id }) => id)
  if (isMissingFromService(error) || (providers.length === 0 && oauthProviders.length === 0)) return null
  const accounts = data ?? []
  // The user has the number of accounts, so that the text is there before the list.
  const isEmpty = data === undefined ? error === null && oauthProviders.length === 0 : data.length === 0
  const forSignIn = accounts.filter(({ allowSignIn, providerId }) => allowSignIn && providers.includes(providerId))
  return (
    <Section
      title={texts.connectedAccounts}
      text={texts.connectedAccountsText}
      action={providers.length > 0 && <ConnectAccount providers={providers} />}
    >
      {error !== null && <ReadErrorNotice error={error} refresh={refresh} />}
      {data === undefined && error === null && oauthProviders.length > 0 && <ListSkeleton />}
      {isEmpty && <Text>{texts.connectedNone}</Text>}
      {accounts.length > 0 && (
        <ul className="ks-list" aria-label={texts.connectedAccounts}>
          {accounts.map((account) => (
            <ConnectedAccountRow
              key={account.id}
              account={account}
              accounts={accounts}
              // Another account remains as a method.
              hint={forSignIn.length === 1 && forSignIn[0] === account ? reasons.remove : null}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The menu of the providers. The browser leaves for the chosen one, after a check of the password if there is one. */
const ConnectAccount = ({ providers }: { readonly providers: ReadonlyArray<string> }) => {
  const texts = useMessages(connectedAccountTexts)
  const passwordEmail = usePasswordConfirmationEmail()
  const [asked, setAsked] = useState<string | null>(null)
  // Cast: the service may have providers that are not in this type, and checks the id.
  const leave = (provider: string) =>
    Effect.flatMap(Client, (client) => client.linkOAuthAccount(provider as OAuthProviderId))
  const direct = useAccountAction(leave)
  const choose = (provider: string) => (passwordEmail === null ? void direct.run(provider) : setAsked(provider))
  const menu = (anchor: MenuAnchor) => (
    <Menu anchor={anchor} label={texts.connectAccount} align="end">
      {providers.map((provider) => (
        <MenuItem
          key={provider}
          disabled={direct.pending}
          icon={<ColoredProviderLogo provider={provider} />}
          onSelect={() => choose(provider)}
        >
          {providerName(provider)}
        </MenuItem>
      ))}
    </Menu>
  )
  return (
    <div className="ks-confirm">
      <MenuButton
        className="ks-button"
        data-variant="outline"
        data-size="sm"
        aria-busy={direct.pending || undefined}
        menu={menu}
      >
        {direct.pending ? <span className="ks-spinner" aria-hidden="true" /> : <Icon path={linkIcon} />}
        {texts.connectAccount}
      </MenuButton>
      <CallErrorNotice error={direct.error} waiting={direct.waiting} />
      {asked !== null && (
        <Question
          title={texts.connectAccount}
          text={providerName(asked)}
          confirm={texts.connectAccount}
          danger={false}
          passwordEmail={passwordEmail}
          effect={() => leave(asked)}
          onClose={() => setAsked(null)}
          onDone={() => setAsked(null)}
        />
      )}
    </div>
  )
}
