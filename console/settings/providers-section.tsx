/** The providers of the project: whose keys they use, and whether users can sign in with them. */
import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { providerName, providerNames } from "../../look/providers.ts"
import type { OAuthProvider } from "../../core/schema/admin-project.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Button } from "../components/button.tsx"
import { Icon } from "../components/icons.tsx"
import { Section } from "../components/section.tsx"
import { enableProvider } from "./change-settings.ts"
import { ProviderDialog } from "./provider-dialog.tsx"
import { RemoveProviderDialog } from "./remove-provider-dialog.tsx"
import { SignInTestDialog } from "./sign-in-test-dialog.tsx"
import type { SettingsTabProps } from "./settings-tabs.ts"

type Opened = { readonly dialog: "add" } | { readonly dialog: "edit" | "remove" | "test"; readonly id: string } | null

export const ProvidersSection = ({ now, project, settings }: SettingsTabProps) => {
  const { oauthProviders } = settings.config
  const [opened, setOpened] = useState<Opened>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => setOpened(null)
  const free = Object.keys(providerNames).filter((id) => oauthProviders.every((provider) => provider.id !== id))
  const chosen =
    opened === null || opened.dialog === "add" ? undefined : oauthProviders.find(({ id }) => id === opened.id)
  return (
    <Section
      title="Providers"
      headingRef={heading}
      text="Accounts of other services that users sign in with."
      actions={
        free.length > 0 && (
          <Button onClick={() => setOpened({ dialog: "add" })}>
            <Icon name="plus" />
            Add provider
          </Button>
        )
      }
    >
      {oauthProviders.length === 0 && <p className="ks-text">No provider is set up.</p>}
      {oauthProviders.length > 0 && (
        <ul className="ks-list" aria-label="Providers">
          {oauthProviders.map((provider) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              onEdit={() => setOpened({ dialog: "edit", id: provider.id })}
              onTest={() => setOpened({ dialog: "test", id: provider.id })}
              onRemove={() => setOpened({ dialog: "remove", id: provider.id })}
            />
          ))}
        </ul>
      )}
      {opened?.dialog === "add" && <ProviderDialog settings={settings} saved={null} free={free} onClose={close} />}
      {opened?.dialog === "edit" && chosen !== undefined && (
        <ProviderDialog settings={settings} saved={chosen} free={[]} onClose={close} />
      )}
      {opened?.dialog === "remove" && chosen !== undefined && (
        <RemoveProviderDialog
          provider={chosen}
          onClose={close}
          onRemoved={() => {
            // A modal dialog makes the page inert. The button that opened it is removed with its row.
            flushSync(close)
            heading.current?.focus()
          }}
        />
      )}
      {opened?.dialog === "test" && chosen !== undefined && (
        <SignInTestDialog providerId={chosen.id} settings={settings} project={project} now={now} onClose={close} />
      )}
    </Section>
  )
}

interface RowProps {
  readonly provider: OAuthProvider
  readonly onEdit: () => void
  readonly onTest: () => void
  readonly onRemove: () => void
}

const ProviderRow = ({ onEdit, onRemove, onTest, provider }: RowProps) => {
  const { enabled, id, type } = provider
  const name = providerName(id)
  return (
    <li>
      <div className="ks-list-row ks-list-wrap">
        <div className="ks-list-main">
          <span className="ks-row">
            <span className="ks-strong">{name}</span>
            <span className="ks-badge" data-tone={enabled ? "success" : undefined}>
              {enabled ? "on" : "off"}
            </span>
          </span>
          <span className="ks-text">
            {type === "shared" ? "A page of this service, without an account at the provider" : "Your own client "}
            {type === "standard" && <span className="ks-mono">{provider.clientId}</span>}
          </span>
        </div>
        <span className="ks-actions">
          {enabled && (
            <Button variant="quiet" label={`Test sign-in with ${name}`} onClick={onTest}>
              Test sign-in
            </Button>
          )}
          <Button variant="quiet" label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <ChangeButton
            word={enabled ? "Turn off" : "Turn on"}
            what={name}
            done={`${name} is ${enabled ? "off" : "on"}`}
            change={(admin) => enableProvider(admin, id, !enabled)}
          />
          <Button variant="quiet" label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </span>
      </div>
    </li>
  )
}
