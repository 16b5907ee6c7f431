/** The domains whose pages may receive codes and tokens, and whether localhost may. */
import { useState } from "react"
import type { Domain } from "../../core/schema/admin-project.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { Icon } from "../components/icons.tsx"
import { Section } from "../components/section.tsx"
import { changeDomains } from "./change-settings.ts"
import { checkDomain } from "./domain-check.ts"
import { DomainDialog } from "./domain-dialog.tsx"
import { NativeAppsSection } from "./native-apps-section.tsx"
import { SettingSwitches } from "./setting-switches.tsx"
import type { SettingsTabProps } from "./settings-tabs.ts"

export const DomainsTab = ({ settings }: SettingsTabProps) => {
  const { allowLocalhost, domains } = settings.config
  const [edited, edit] = useState<Domain | "new" | null>(null)
  return (
    <>
      <Section
        title="Trusted domains"
        text="Mails link to pages of these domains only, and providers send users back to them only."
        actions={
          <Button onClick={() => edit("new")}>
            <Icon name="plus" />
            Add domain
          </Button>
        }
      >
        {domains.length === 0 && (
          <p className="ks-text">
            {allowLocalhost
              ? "There is no domain yet. Applications on this machine work without one."
              : "There is no domain, and localhost is not allowed: users cannot sign in by mail or with a provider."}
          </p>
        )}
        {domains.length > 0 && (
          <ul className="ks-list" aria-label="Trusted domains">
            {domains.map((entry) => (
              <DomainRow key={entry.domain} entry={entry} onEdit={() => edit(entry)} />
            ))}
          </ul>
        )}
      </Section>
      <Section title="This machine">
        <SettingSwitches
          label="This machine"
          settings={settings}
          flags={[
            {
              flag: "allowLocalhost",
              title: "Allow localhost",
              text: "Trusts pages of localhost on any port. Turn it off in production."
            }
          ]}
        />
        {allowLocalhost && settings.isProductionMode && (
          <Notice tone="warning">
            The project is in production mode. A program on a visitor's machine could receive their codes.
          </Notice>
        )}
      </Section>
      <NativeAppsSection settings={settings} />
      {edited !== null && (
        <DomainDialog domains={domains} edited={edited === "new" ? null : edited} onClose={() => edit(null)} />
      )}
    </>
  )
}

interface RowProps {
  readonly entry: Domain
  readonly onEdit: () => void
}

const DomainRow = ({ entry: { domain, handlerPath }, onEdit }: RowProps) => {
  const { problem, warnings } = checkDomain(domain, [])
  return (
    <li>
      <div className="ks-list-row ks-list-wrap">
        <div className="ks-list-main">
          <span className="ks-mono">{domain}</span>
          <span className="ks-text">
            Pages of Keystile at <span className="ks-mono">{handlerPath}</span>
          </span>
          {(problem === null ? warnings : [problem]).map((text) => (
            <span key={text} className="ks-caution">
              <Icon name="alert" />
              {text}
            </span>
          ))}
        </div>
        <span className="ks-actions">
          <Button variant="quiet" label={`Edit ${domain}`} onClick={onEdit}>
            Edit
          </Button>
          <ChangeButton
            word="Remove"
            what={domain}
            needsConfirmation
            done={`${domain} was removed`}
            change={(admin) => changeDomains(admin, (all) => all.filter((one) => one.domain !== domain))}
          />
        </span>
      </div>
    </li>
  )
}
