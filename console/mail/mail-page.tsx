/** The mails of a project: templates, the mail server, and the outbox. */
import { useProjectSettingsState } from "../../react/dashboard/use-project-settings.ts"
import { PageTabs } from "../components/page-tabs.tsx"
import { ReadView } from "../components/read-view.tsx"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { projectHref } from "../route/route.ts"
import { OutboxTab } from "./outbox-tab.tsx"
import { ServerTab } from "./server-tab.tsx"
import { TemplatesTab } from "./templates-tab.tsx"

const MailPage = ({ now, project, rest: [name = "", detail = ""] }: ProjectPageProps) => {
  const settings = useProjectSettingsState()
  const tab = (title: string, ...path: ReadonlyArray<string>) => ({
    title,
    href: projectHref(project.id, "mail", ...path),
    isCurrent: name === (path[0] ?? "")
  })
  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden">Mail</h1>
      <PageTabs label="Parts of mail" tabs={[tab("Outbox"), tab("Templates", "templates"), tab("Server", "server")]} />
      {name === "templates" && <TemplatesTab key={detail} project={project} type={detail} />}
      {name === "server" && (
        <ReadView state={settings}>{(data) => <ServerTab key={data.id} settings={data} />}</ReadView>
      )}
      {name !== "templates" && name !== "server" && (
        <ReadView state={settings}>{(data) => <OutboxTab settings={data} project={project} now={now} />}</ReadView>
      )}
    </div>
  )
}

export default MailPage
