/** The page that injects faults into requests and mails, and moves the service's clock. */
import { useSubmit } from "../components/use-submit.ts"
import type { ActiveFault, Faults } from "../control/responses.ts"
import { ClockCard } from "./clock-card.tsx"
import { FaultCard } from "./fault-card.tsx"
import { kinds, reachOf, titleOf } from "./fault-kinds.ts"
import { useLive } from "../control/use-live.ts"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { Problem } from "../components/problem.tsx"
import { TableSkeleton } from "../components/table-skeleton.tsx"
import { change } from "../control/control-api.ts"
import { actions, Table } from "../components/table.tsx"

export const FaultsPage = () => {
  const { problem, value } = useLive<Faults>("/faults", 1500)
  const faults = value?.faults ?? []
  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden">Faults and clock</h1>
      {problem !== null && <Notice tone="warning">{problem}</Notice>}
      {faults.length > 0 && (
        <Notice tone="warning">
          <strong className="ks-strong">
            {faults.length === 1 ? "One fault is on." : `${faults.length} faults are on.`}
          </strong>{" "}
          {faults.length === 1
            ? "Applications meet it until you turn it off."
            : "Applications meet them until you turn them off."}
        </Notice>
      )}
      {value === undefined ? (
        problem === null && <TableSkeleton />
      ) : (
        <div className="ks-faults">
          {kinds.map((kind) => (
            <FaultCard key={kind.kind} kind={kind} active={faults.filter(({ fault }) => fault.kind === kind.kind)} />
          ))}
          <ClockCard />
        </div>
      )}
      {faults.length > 0 && <InForce faults={faults} />}
    </div>
  )
}

const timesOf = (used: number): string => {
  if (used === 0) return "Not yet"
  return used === 1 ? "Once" : `${used} times`
}

/** Lists every active fault, also those that a test has added, with the number of uses. */
const InForce = ({ faults }: { readonly faults: ReadonlyArray<ActiveFault> }) => {
  const remove = useSubmit(async (id: string | null) => {
    await change("DELETE", id === null ? "/faults" : `/faults/${id}`)
  })
  return (
    <>
      <div className="ks-toolbar">
        <h2 className="ks-section-title">In force</h2>
        <Button busy={remove.busy} onClick={() => void remove.run(null)}>
          Turn all off
        </Button>
      </div>
      <Problem>{remove.problem}</Problem>
      <Table label="Faults in force" columns={["Fault", "What meets it", { title: "Happened", align: "end" }, actions]}>
        {faults.map(({ fault, id, used }) => (
          <tr key={id}>
            <th scope="row">{titleOf(fault.kind)}</th>
            <td data-fill title={reachOf(fault)}>
              <span className="ks-mono">{reachOf(fault)}</span>
            </td>
            <td data-align="end">{timesOf(used)}</td>
            <td data-align="end">
              <Button variant="quiet" label={`Turn off ${titleOf(fault.kind)}`} onClick={() => void remove.run(id)}>
                Turn off
              </Button>
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
