/** The log of requests. It has no secrets: values of queries and bodies, keys and tokens are redacted. */
import { useState } from "react"
import { useSubmit } from "../components/use-submit.ts"
import type { Request, Requests } from "../control/responses.ts"
import { Search } from "../components/fields.tsx"
import { useLive } from "../control/use-live.ts"
import { Button } from "../components/button.tsx"
import { Empty } from "../components/empty.tsx"
import { Notice } from "../components/notice.tsx"
import { Problem } from "../components/problem.tsx"
import { TableSkeleton } from "../components/table-skeleton.tsx"
import { change } from "../control/control-api.ts"
import { Select } from "../components/select.tsx"
import { actions, Table } from "../components/table.tsx"
import { dateTimeOf, timeOf } from "../components/times.ts"
import { RequestDialog } from "./request-dialog.tsx"
import { isShown, type RequestKind, requestKinds } from "./request-filter.ts"

const SHOWN = 300

export const RequestsPage = () => {
  const { problem, value } = useLive<Requests>(`/requests?limit=${SHOWN}`, 1000)
  const [text, setText] = useState("")
  const [kind, setKind] = useState<RequestKind>("requests")
  const [opened, open] = useState<Request | null>(null)
  const [held, setHeld] = useState<Requests | null>(null)
  const clear = useSubmit(async () => {
    setHeld(null)
    await change("DELETE", "/requests")
  })
  const requests = (held ?? value)?.requests
  const fitting = (requests ?? []).filter((request) => isShown(request, kind, text)).toReversed()

  const content = () => {
    if (problem !== null) return <Notice tone="warning">{problem}</Notice>
    if (requests === undefined) return <TableSkeleton />
    if (requests.length === 0) {
      return (
        <Empty icon="list" title="No request yet">
          Requests of applications are listed here, with the known errors of their responses.
        </Empty>
      )
    }
    if (fitting.length === 0)
      return (
        <Empty icon="list" title={text === "" ? "No request of this kind" : `No request matches “${text}”`}>
          The last {SHOWN} are searched{kind === "preflights" ? "" : ", except for those of other kinds"}.
        </Empty>
      )
    return <RequestsTable requests={fitting} onOpen={open} />
  }

  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden">Requests</h1>
      <div className="ks-toolbar">
        <Search label="Filter requests" placeholder="Filter by path, code or status" value={text} onChange={setText} />
        <Select label="Which requests" value={kind} options={requestKinds} onChange={setKind} />
        <Button variant="quiet" busy={clear.busy} onClick={() => void clear.run()}>
          Clear
        </Button>
        <span className="ks-toolbar-end">
          {held === null ? (
            <Button variant="quiet" onClick={() => setHeld(value ?? null)}>
              Pause
            </Button>
          ) : (
            <Button onClick={() => setHeld(null)}>Follow again</Button>
          )}
        </span>
      </div>
      <Problem>{clear.problem}</Problem>
      {content()}
      {opened !== null && <RequestDialog request={opened} onClose={() => open(null)} />}
    </div>
  )
}

const shortPath = (route: string): string => route.replace(/^\/api\/v1(?=\/)/, "")

const toneOf = (status: number) => {
  if (status === 0 || status >= 500) return "danger"
  return status >= 400 ? "warning" : undefined
}

interface TableProps {
  readonly requests: ReadonlyArray<Request>
  readonly onOpen: (request: Request) => void
}

const RequestsTable = ({ onOpen, requests }: TableProps) => (
  <Table
    label="Requests"
    columns={[
      { title: "Time", isWideOnly: true },
      { title: "Tier", isWideOnly: true },
      { title: "Method", isWideOnly: true },
      "Path",
      { title: "Known error", isWideOnly: true },
      "Status",
      { title: "Took", align: "end", isWideOnly: true },
      actions
    ]}
  >
    {requests.map((request) => (
      <tr key={request.id}>
        <td data-wide title={dateTimeOf(request.at)}>
          <span className="ks-mono">{timeOf(request.at)}</span>
        </td>
        <td data-wide>{request.tier}</td>
        <td data-wide>
          <span className="ks-mono">{request.method}</span>
        </td>
        <td data-fill title={request.route}>
          <span className="ks-mono">{shortPath(request.route)}</span>
          <span className="ks-text" data-narrow>
            {request.method} {timeOf(request.at)} <Outcome request={request} />
          </span>
        </td>
        <td data-wide>
          <span className="ks-badges">
            <Outcome request={request} />
          </span>
        </td>
        <td>
          <span className="ks-status" data-tone={toneOf(request.status)}>
            {request.status === 0 ? "none" : request.status}
          </span>
        </td>
        <td data-align="end" data-wide>
          <span className="ks-mono">{Math.round(request.durationMillis)} ms</span>
        </td>
        <td data-align="end">
          <Button
            variant="quiet"
            label={`Details of ${request.method} ${shortPath(request.route)}, ${timeOf(request.at)}`}
            onClick={() => onOpen(request)}
          >
            Details
          </Button>
        </td>
      </tr>
    ))}
  </Table>
)

/** The known error of the response, and the fault that was applied. */
const Outcome = ({ request: { code, fault } }: { readonly request: Request }) => (
  <>
    {code !== null && <span className="ks-mono">{code}</span>}
    {fault !== null && (
      <span className="ks-badge" data-tone="warning">
        fault: {fault}
      </span>
    )}
  </>
)
