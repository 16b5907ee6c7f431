/** Adds or changes a trusted domain, and shows the risks before it is saved. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { Domain } from "../../core/schema/admin-project.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { ActionForm } from "../components/action-form.tsx"
import { useAnnounce } from "../components/announcements.tsx"
import { Notice } from "../components/notice.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/fields.tsx"
import { Icon } from "../components/icons.tsx"
import { changeDomains } from "./change-settings.ts"
import { checkDomain, handlerPathProblem } from "./domain-check.ts"

interface Props {
  readonly domains: ReadonlyArray<Domain>
  /** `null` adds a domain. */
  readonly edited: Domain | null
  readonly onClose: () => void
}

export const DomainDialog = ({ domains, edited, onClose }: Props) => {
  const [domain, setDomain] = useState(edited?.domain ?? "")
  const [path, setPath] = useState(edited?.handlerPath ?? "/handler")
  const [isChecked, setChecked] = useState(false)
  const announce = useAnnounce()
  const others = domains.filter((one) => one.domain !== edited?.domain).map((one) => one.domain)
  const { meaning, problem, warnings } = checkDomain(domain, others)
  const pathProblem = handlerPathProblem(path)
  const current = domains.find((one) => one.domain === edited?.domain)
  const isOutdated = edited !== null && current?.handlerPath !== edited.handlerPath

  const save = useAdminAction((admin) => {
    const entry: Domain = { domain: domain.trim(), handlerPath: path.trim() }
    return changeDomains(admin, (all) =>
      all.some((one) => one.domain === edited?.domain)
        ? all.map((one) => (one.domain === edited?.domain ? entry : one))
        : [...all, entry]
    )
  })
  const submit = async () => {
    setChecked(true)
    if (problem !== null || pathProblem !== null) return
    if (!Exit.isSuccess(await save.run())) return
    announce(`${domain.trim()} was ${edited === null ? "added" : "saved"}`)
    onClose()
  }

  return (
    <Dialog title={edited === null ? "Add a domain" : `Edit ${edited.domain}`} onClose={onClose}>
      <ActionForm
        action={save}
        submitText={edited === null ? "Add domain" : "Save domain"}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <Field
          label="URL of the application"
          value={domain}
          onChange={setDomain}
          placeholder="https://app.example.com"
          problem={isChecked ? problem : null}
        />
        <Field
          label="Path of Keystile's pages"
          value={path}
          onChange={setPath}
          problem={isChecked ? pathProblem : null}
          hint="Where the application has the handler."
        />
        <div className="ks-stack" role="status">
          {problem === null && (
            <ul className="ks-meaning">
              <li>
                <Icon name="check" />
                <span>{meaning}</span>
              </li>
              {warnings.map((text) => (
                <li key={text} data-tone="warning">
                  <Icon name="alert" />
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          )}
          {isOutdated && (
            <Notice tone="warning">
              {current === undefined
                ? "Another owner removed this domain meanwhile. Saving adds it again."
                : `Another owner changed the path to ${current.handlerPath} meanwhile. Saving replaces that.`}
            </Notice>
          )}
        </div>
      </ActionForm>
    </Dialog>
  )
}
