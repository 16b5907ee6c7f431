/** The page of seeds: export of the present state, import, reset, and the undo of the last change. */
import { Announcements, useAnnounce } from "../components/announcements.tsx"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { Problem } from "../components/problem.tsx"
import { TableSkeleton } from "../components/table-skeleton.tsx"
import { timeOf } from "../components/times.ts"
import { useSubmit } from "../components/use-submit.ts"
import type { SeedState } from "../control/responses.ts"
import { useLive } from "../control/use-live.ts"
import { changeState, stateText } from "./service-state.ts"
import { ExportSection } from "./export-section.tsx"
import { ImportSection } from "./import-section.tsx"
import { ResetSection } from "./reset-section.tsx"

export const SeedsPage = () => {
  const { problem, value } = useLive<SeedState>("/seed", 3000)
  return (
    <Announcements>
      <div className="ks-panel">
        <h1 className="ks-visually-hidden">Seeds</h1>
        {problem !== null && <Notice tone="warning">{problem}</Notice>}
        {value === undefined ? (
          problem === null && <TableSkeleton />
        ) : (
          <>
            {value.undo_at_millis !== null && <Undo at={value.undo_at_millis} />}
            <ExportSection />
            <ImportSection />
            <ResetSection state={value} />
          </>
        )}
      </div>
    </Announcements>
  )
}

const Undo = ({ at }: { readonly at: number }) => {
  const announce = useAnnounce()
  const undo = useSubmit(async () => {
    const state = await changeState("/seed/undo", {})
    announce(`Undone. The service has ${stateText(state)}.`)
  })
  return (
    <div className="ks-stack">
      <Notice live="status">
        The state was changed at {timeOf(at)}. What a seed can say of the state before is kept until the service stops.
      </Notice>
      <div>
        <Button busy={undo.busy} onClick={() => void undo.run()}>
          Undo the change
        </Button>
      </div>
      <Problem>{undo.problem}</Problem>
    </div>
  )
}
