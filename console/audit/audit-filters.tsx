/** The filters of the audit log. They are applied together, because an incomplete id selects nothing. */
import { useState } from "react"
import { isUuid } from "../../core/schema/fields/is-uuid.ts"
import { actionsInWords } from "../components/audit-sentence.ts"
import { Button } from "../components/button.tsx"
import { Problem } from "../components/problem.tsx"
import { Field } from "../components/fields.tsx"
import { Select } from "../components/select.tsx"
import { type AuditSearch, fromLocal, noFilter, toLocal } from "./audit-search.ts"

interface Props {
  readonly applied: AuditSearch
  readonly apply: (search: AuditSearch) => void
}

const kinds = [
  ["user", "A user"],
  ["team", "A team"]
] as const

/** Mounted anew when other filters are applied, such as by a link. */
export const AuditFilters = ({ applied, apply }: Props) => {
  const [draft, setDraft] = useState(applied)
  const [kind, setKind] = useState<"user" | "team">(applied.team === "" ? "user" : "team")
  const [problem, setProblem] = useState<string | null>(null)
  const change = (changes: Partial<AuditSearch>) => setDraft({ ...draft, ...changes })
  const subject = draft[kind]

  const submit = () => {
    const trimmed = subject.trim()
    if (trimmed !== "" && !isUuid(trimmed)) {
      return setProblem(`The subject is the id of a ${kind}, such as 1c9b4a3e-0f8d-4c56-9a7e-2b1d5e6f7a80.`)
    }
    if (draft.since !== "" && draft.until !== "" && draft.since >= draft.until) {
      return setProblem("The end is before the start. Choose a later end.")
    }
    setProblem(null)
    apply({ ...draft, user: "", team: "", [kind]: trimmed, actor: draft.actor.trim(), action: draft.action.trim() })
  }

  return (
    <form
      className="ks-form"
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="ks-filters">
        <Field
          label="Action"
          placeholder="PATCH /users/:user_id"
          suggestions={actionsInWords}
          value={draft.action}
          onChange={(action) => change({ action })}
        />
        <Field
          label="Actor"
          placeholder="Id of a user, key set or owner"
          value={draft.actor}
          onChange={(actor) => change({ actor })}
        />
        <div className="ks-subject">
          <Field
            label="Subject"
            placeholder={`Id of a ${kind}`}
            value={subject}
            onChange={(id) => change({ user: "", team: "", [kind]: id })}
          />
          <Select
            label="Kind of the subject"
            value={kind}
            options={kinds}
            onChange={(chosen) => {
              setKind(chosen)
              change({ user: "", team: "", [chosen]: subject })
            }}
          />
        </div>
        <Field
          label="From"
          type="datetime-local"
          value={toLocal(draft.since)}
          onChange={(since) => change({ since: fromLocal(since) })}
        />
        <Field
          label="Until"
          type="datetime-local"
          value={toLocal(draft.until)}
          onChange={(until) => change({ until: fromLocal(until) })}
        />
      </div>
      <Problem>{problem}</Problem>
      <div className="ks-row">
        <Button type="submit" variant="primary">
          Apply filters
        </Button>
        {Object.values(applied).some((value) => value !== "") && (
          <Button onClick={() => apply(noFilter)}>Clear filters</Button>
        )}
      </div>
    </form>
  )
}
