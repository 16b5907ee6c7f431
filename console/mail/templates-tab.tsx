/** The mail templates of the project: one at a time, with its texts, its variables and a preview. */
import { useEmailTemplatesState } from "../../react/dashboard/use-project-settings.ts"
import { EmailTemplateType } from "../../core/schema/email-template.ts"
import { ReadView } from "../components/read-view.tsx"
import type { Project } from "../route/project.ts"
import { projectHref } from "../route/route.ts"
import { TemplateEditor } from "./template-editor.tsx"
import { mailTypes, typeOf } from "./template-types.ts"

interface Props {
  readonly project: Project
  /** The type of the template in the URL. */
  readonly type: string
}

export const TemplatesTab = ({ project, type: name }: Props) => {
  const templates = useEmailTemplatesState()
  const type = typeOf(name)
  return (
    <>
      <nav aria-label="Templates">
        <ul className="ks-choices">
          {EmailTemplateType.literals.map((one) => (
            <li key={one}>
              <a
                href={projectHref(project.id, "mail", "templates", one)}
                aria-current={one === type ? "page" : undefined}
              >
                <span className="ks-strong">{mailTypes[one].title}</span>
                <span className="ks-text">{mailTypes[one].text}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ReadView state={templates}>
        {(items) => {
          const template = items.find((one) => one.type === type)
          return template === undefined ? (
            <p className="ks-text">The service has no such template.</p>
          ) : (
            <TemplateEditor key={type} project={project} template={template} />
          )
        }}
      </ReadView>
    </>
  )
}
