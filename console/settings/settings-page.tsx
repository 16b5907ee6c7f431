/** The settings of a project: parts on tabs, each with a URL of its own. */
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
import { SignInTab } from "./sign-in-tab.tsx"

const tabs = [
  { name: "", title: "General", Tab: GeneralTab },
  { name: "sign-in", title: "Sign-in", Tab: SignInTab },
  { name: "domains", title: "Domains", Tab: DomainsTab },
  { name: "rules", title: "Sign-up and teams", Tab: RulesTab },
  { name: "passwords", title: "Passwords and sessions", Tab: PasswordsTab },
  { name: "limits", title: "Limits", Tab: LimitsTab },
  { name: "keys", title: "Keys and webhooks", Tab: KeysTab }
] as const

const SettingsPage = ({ now, project, rest: [name = ""] }: ProjectPageProps) => {
  const settings = useProjectSettingsState()
  const { Tab, name: current } = tabOf(tabs, name)
  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden">Settings</h1>
      <PageTabs
        label="Parts of the settings"
        tabs={tabs}
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
