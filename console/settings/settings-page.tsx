/** The settings of a project: parts on tabs, each with a URL of its own. */
import type { ComponentType } from "react"
import { useProjectSettingsState } from "../../react/dashboard/use-project-settings.ts"
import { PageTabs, tabOf } from "../components/page-tabs.tsx"
import { ReadView } from "../components/read-view.tsx"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { projectHref } from "../route/route.ts"
import { DomainsTab } from "./domains-tab.tsx"
import { GeneralTab } from "./general-tab.tsx"
import { KeysTab } from "./keys-tab.tsx"
import { LimitsTab } from "./limits-tab.tsx"
import { PasswordsTab } from "./passwords-tab.tsx"
import { RulesTab } from "./rules-tab.tsx"
import { type SettingsTabName, type SettingsTabProps, settingsTabs } from "./settings-tabs.ts"
import { SignInTab } from "./sign-in-tab.tsx"

const components: Readonly<Record<SettingsTabName, ComponentType<SettingsTabProps>>> = {
  "": GeneralTab,
  "sign-in": SignInTab,
  domains: DomainsTab,
  rules: RulesTab,
  passwords: PasswordsTab,
  limits: LimitsTab,
  keys: KeysTab
}

const SettingsPage = ({ now, project, rest: [name = ""] }: ProjectPageProps) => {
  const settings = useProjectSettingsState()
  const { name: current } = tabOf(settingsTabs, name)
  const Tab = components[current]
  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden">Settings</h1>
      <PageTabs
        label="Parts of the settings"
        tabs={settingsTabs}
        current={current}
        hrefOf={(tab) => projectHref(project.id, "settings", tab)}
      />
      <ReadView state={settings}>
        {(data) => <Tab key={data.id} project={project} settings={data} now={now} />}
      </ReadView>
    </div>
  )
}

export default SettingsPage
