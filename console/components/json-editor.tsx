/**
 * Edits a JSON value as text. An invalid text is not sent: its problem names the place, and the cursor is put there.
 */
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { useId, useRef, useState } from "react"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"
import { Notice } from "./notice.tsx"
import { Problem } from "./problem.tsx"
import { DraftButtons } from "./draft-buttons.tsx"
import { jsonProblem } from "../../core/json/json-position.ts"
import type { CallFailure } from "./problem-text.ts"
import { useDraft } from "./use-draft.ts"
import { useSaveDraft } from "./use-save-draft.ts"

interface Props<E extends CallFailure> {
  readonly label: string
  readonly hint: string
  readonly saved: Schema.Json
  readonly save: (admin: ProjectAdminCalls, value: Schema.Json) => Effect.Effect<unknown, E>
}

const textOfJson = (value: Schema.Json): string => (value === null ? "" : JSON.stringify(value, null, 2))

export const JsonEditor = <E extends CallFailure>({ hint, label, save, saved }: Props<E>) => {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(textOfJson(saved), label)
  const [problem, setProblem] = useState<string | null>(null)
  const saving = useSaveDraft(draft, save, `${label} saved`)

  const submit = () => {
    const wrong = jsonProblem(draft.value)
    setProblem(wrong === null ? null : wrong.message)
    if (wrong !== null) {
      area.current?.focus()
      area.current?.setSelectionRange(wrong.index, wrong.index + 1)
      return
    }
    const value: Schema.Json = draft.value.trim() === "" ? null : JSON.parse(draft.value)
    void saving.run(value)
  }

  return (
    <form
      className="ks-form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="ks-field">
        <label className="ks-label" htmlFor={id}>
          {label}
        </label>
        <textarea
          ref={area}
          id={id}
          className="ks-input ks-json"
          rows={Math.min(20, Math.max(4, draft.value.split("\n").length + 1))}
          value={draft.value}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-hint ${id}-problem`}
          aria-invalid={problem !== null || undefined}
          onChange={({ target }) => {
            draft.set(target.value)
            setProblem(null)
            saving.reset()
          }}
        />
        <p className="ks-hint" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <div id={`${id}-problem`}>
        <Problem>{problem ?? saving.problem}</Problem>
      </div>
      {draft.isOutdated && !saving.isSaving && (
        <Notice tone="warning" live="status">
          It was changed meanwhile. Saving replaces that change. “Discard” shows it.
        </Notice>
      )}
      <DraftButtons
        draft={draft}
        subject={label}
        busy={saving.isSaving}
        onDiscard={() => {
          setProblem(null)
          saving.reset()
          draft.reset()
        }}
      />
    </form>
  )
}
