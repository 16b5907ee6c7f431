/** Name, description and logos of the project, production mode, and its deletion. */
import { useState } from "react"
import { productionModeErrors } from "../../tiers/calls/admin/production-mode.ts"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { Value } from "../components/copy-button.tsx"
import { SavedField } from "../components/saved-field.tsx"
import { Section } from "../components/section.tsx"
import { SwitchRow } from "../components/switch-row.tsx"
import { projectHref } from "../route/route.ts"
import { DeleteProjectDialog } from "./delete-project-dialog.tsx"
import { logoProblem } from "./logo-problem.ts"
import type { SettingsTabProps } from "./settings-tabs.ts"

/** The project that owners sign in to. Without it, no project has an owner. */
const INTERNAL = "internal"

export const GeneralTab = ({ settings }: SettingsTabProps) => {
  const { description, displayName, id, logoDarkModeUrl, logoUrl } = settings
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      <Section title="Project">
        <dl className="ks-keys">
          <Value name="Project id" value={id} />
        </dl>
        <SavedField
          label="Name"
          saved={displayName}
          isRequired
          hint="Users read it on the pages for sign-in and in mails."
          save={({ updateProject }, name) => updateProject({ displayName: name })}
        />
        <SavedField
          label="Description"
          saved={description}
          hint="For the owners only."
          save={({ updateProject }, text) => updateProject({ description: text === "" ? null : text })}
        />
      </Section>
      <Section title="Logo" text="At the top of mails, 32 pixels high. Mail clients load it from its URL.">
        <SavedField
          label="URL of the logo"
          type="url"
          saved={logoUrl ?? ""}
          check={logoProblem}
          save={({ updateProject }, url) => updateProject({ logoUrl: url === "" ? null : url })}
        />
        <SavedField
          label="URL of the logo in the dark scheme"
          type="url"
          saved={logoDarkModeUrl ?? ""}
          check={logoProblem}
          hint="Without one, the logo above is shown in both schemes."
          save={({ updateProject }, url) => updateProject({ logoDarkModeUrl: url === "" ? null : url })}
        />
      </Section>
      <ProductionMode settings={settings} />
      {id !== INTERNAL && (
        <Section
          title="Delete the project"
          text="With its users, teams, keys and settings. It cannot be undone."
          actions={
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete project
            </Button>
          }
        >
          {null}
        </Section>
      )}
      {deleting && <DeleteProjectDialog settings={settings} onClose={() => setDeleting(false)} />}
    </>
  )
}

const ProductionMode = ({ settings }: Pick<SettingsTabProps, "settings">) => {
  const problems = productionModeErrors(settings)
  return (
    <Section title="Production">
      <ul className="ks-list">
        <SwitchRow
          title="Production mode"
          text="Marks the project as one with real users, for its owners. It changes nothing for users."
          saved={settings.isProductionMode}
          save={({ updateProject }, isProductionMode) => updateProject({ isProductionMode })}
        />
      </ul>
      {problems.length > 0 && (
        <Notice tone="warning">
          {settings.isProductionMode ? "The project is not safe for production." : "Before production:"}
          <ul className="ks-problems">
            {problems.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          <a className="ks-link" href={projectHref(settings.id, "settings", "domains")}>
            Change the domains
          </a>
        </Notice>
      )}
    </Section>
  )
}
