/** Resets the service, after a confirmation. */
import { useState } from "react"
import { useAnnounce } from "../components/announcements.tsx"
import { Button } from "../components/button.tsx"
import { ConfirmDialog } from "../components/confirm-dialog.tsx"
import { Section } from "../components/section.tsx"
import { useSubmit } from "../components/use-submit.ts"
import type { SeedState } from "../control/responses.ts"
import { changeState, stateText } from "./service-state.ts"

type Target = "start" | "empty"

const questions: Readonly<Record<Target, { readonly title: string; readonly text: string }>> = {
  start: {
    title: "Reset to the seed of the start?",
    text: "Everything is deleted, and the projects, users and teams of the seed are created again."
  },
  empty: {
    title: "Reset to an empty project?",
    text: "Everything is deleted. One project without users is left, with the id and the keys of the first one."
  }
}

export const ResetSection = ({ state }: { readonly state: SeedState }) => {
  const announce = useAnnounce()
  const [opened, setOpened] = useState<Target | null>(null)
  const reset = useSubmit(async (to: Target) => {
    const left = await changeState("/seed/reset", { to })
    setOpened(null)
    announce(`Reset. The service has ${stateText(left)}.`)
  })
  return (
    <Section title="Reset" text={`The service has ${stateText(state)}.`}>
      <div className="ks-row">
        {state.has_start_seed && <Button onClick={() => setOpened("start")}>Reset to the seed of the start</Button>}
        <Button onClick={() => setOpened("empty")}>Reset to an empty project</Button>
      </div>
      {!state.has_start_seed && (
        <p className="ks-hint">The service was started without a seed file, so there is none to return to.</p>
      )}
      {opened !== null && (
        <ConfirmDialog
          title={questions[opened].title}
          confirmText="Reset"
          busy={reset.busy}
          problem={reset.problem}
          onConfirm={() => void reset.run(opened)}
          onClose={() => setOpened(null)}
        >
          {questions[opened].text} The audit log stays. Only what a seed can say can be restored afterwards.
        </ConfirmDialog>
      )}
    </Section>
  )
}
