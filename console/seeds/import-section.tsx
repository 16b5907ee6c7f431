/** Imports a seed file into the running service. */
import { useId, useRef, useState } from "react"
import { useAnnounce } from "../components/announcements.tsx"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { ConfirmDialog } from "../components/confirm-dialog.tsx"
import { reasonOf } from "../components/reason-of.ts"
import { Section } from "../components/section.tsx"
import { SelectField } from "../components/select-field.tsx"
import { useSubmit } from "../components/use-submit.ts"
import { RequestRejected } from "../control/control-api.ts"
import { changeState, stateText } from "./service-state.ts"

const modes = [
  ["replace", "Replace everything"],
  ["add", "Add what is missing, as at a start"]
] as const

type Mode = (typeof modes)[number][0]

interface Failure {
  readonly summary: string
  readonly problems: ReadonlyArray<string>
}

const failureOf = (cause: unknown): Failure =>
  cause instanceof RequestRejected ? cause : { summary: reasonOf(cause), problems: [] }

export const ImportSection = () => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const announce = useAnnounce()
  const [mode, setMode] = useState<Mode>("replace")
  const [isAsking, ask] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const submission = useSubmit(async () => {
    const file = input.current?.files?.[0]
    ask(false)
    if (file === undefined) return
    try {
      const text = await file.text()
      const state = await changeState("/seed/import", { text, replace: mode === "replace" })
      if (input.current !== null) input.current.value = ""
      setFailure(null)
      announce(`Imported. The service has ${stateText(state)}.`)
    } catch (cause) {
      setFailure(failureOf(cause))
    }
  })

  const submit = () => {
    if (input.current?.files?.length !== 1) {
      setFailure({ summary: "Choose a seed file.", problems: [] })
      input.current?.focus()
    } else if (mode === "replace") ask(true)
    else void submission.run()
  }

  return (
    <Section title="Import" text="A file with a problem is refused as a whole.">
      <form
        className="ks-form"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="ks-field">
          <label className="ks-label" htmlFor={id}>
            Seed file
          </label>
          <input
            ref={input}
            id={id}
            className="ks-file"
            type="file"
            accept=".json,application/json"
            aria-describedby={failure === null ? undefined : `${id}-problem`}
            aria-invalid={failure !== null || undefined}
            onChange={() => setFailure(null)}
          />
        </div>
        <SelectField label="The present state" value={mode} options={modes} onChange={setMode} />
        {failure !== null && (
          <div id={`${id}-problem`}>
            <Notice tone="warning" live="alert">
              {failure.summary}
              {failure.problems.length > 0 && (
                <ul className="ks-problems">
                  {failure.problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              )}
            </Notice>
          </div>
        )}
        <div>
          <Button type="submit" variant="primary" busy={submission.busy}>
            Import
          </Button>
        </div>
      </form>
      {isAsking && (
        <ConfirmDialog
          title="Replace everything?"
          confirmText="Replace everything"
          busy={submission.busy}
          problem={null}
          onConfirm={() => void submission.run()}
          onClose={() => ask(false)}
        >
          All projects, users and teams are deleted, and those of the file are created. Only what a seed can say can be
          restored afterwards.
        </ConfirmDialog>
      )}
    </Section>
  )
}
