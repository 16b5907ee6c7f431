/** The mails of a project: templates, the mail server, and the outbox. */
import { useProjectSettingsState } from "../../react/dashboard/use-project-settings.ts"
import { PageTabs, tabOf } from "../components/page-tabs.tsx"
import { ReadView } from "../components/read-view.tsx"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { projectHref } from "../route/route.ts"
import { mailTabs } from "./mail-tabs.ts"
import { OutboxTab } from "./outbox-tab.tsx"
import { ServerTab } from "./server-tab.tsx"
import { TemplatesTab } from "./templates-tab.tsx"

const MailPage = ({ now, project, rest: [name = "", detail = "", language = ""], search }: ProjectPageProps) => {
  const settings = useProjectSettingsState()
  const { name: current } = tabOf(mailTabs, name)
  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden">Mail</h1>
      <PageTabs
        label="Parts of mail"
        tabs={mailTabs}
        current={current}
        hrefOf={(tab) => projectHref(project.id, "mail", tab)}
      />
      {current === "templates" && (
        <ReadView state={settings}>
          {(data) => <TemplatesTab settings={data} project={project} type={detail} language={language} />}
        </ReadView>
      )}
      {current === "server" && (
        <ReadView state={settings}>{(data) => <ServerTab key={data.id} settings={data} />}</ReadView>
      )}
      {current === "" && (
        <ReadView state={settings}>
          {(data) => <OutboxTab settings={data} project={project} search={search} now={now} />}
        </ReadView>
      )}
    </div>
  )
}

export default MailPage
