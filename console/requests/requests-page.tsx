/** The log of requests. It has no secrets: no query, body or key is recorded. */
import { useState } from "react"
import { useSubmit } from "../components/use-submit.ts"
import type { Request, Requests } from "../control/responses.ts"
import { Search } from "../components/fields.tsx"
import { useLive } from "../control/use-live.ts"
import { TableSkeleton, Button, Empty, Notice, Problem } from "../components/components.tsx"
import { change } from "../control/control-api.ts"
import { Table } from "../components/table.tsx"
import { dateTimeOf, timeOf } from "../components/times.ts"

const SHOWN = 300

export const RequestsPage = () => {
  const { problem, value } = useLive<Requests>(`/requests?limit=${SHOWN}`, 1000)
  const [text, setText] = useState("")
  const [held, setHeld] = useState<Requests | null>(null)
  const clear = useSubmit(async () => {
    setHeld(null)
    await change("DELETE", "/requests")
  })
  const requests = (held ?? value)?.requests
  const wanted = text.trim().toLowerCase()
  const fitting = numbered(requests ?? []).filter(({ request }) => wordsOf(request).includes(wanted))

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
        <Empty icon="list" title={`No request matches “${text}”`}>
          The last {SHOWN} are searched.
        </Empty>
      )
    return <RequestsTable requests={fitting} />
  }

  return (
    <div className="ks-panel">
      <h1 className="ks-visually-hidden">Requests</h1>
      <div className="ks-toolbar">
        <Search label="Filter requests" placeholder="Filter by path, code or status" value={text} onChange={setText} />
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
    </div>
  )
}

const shortPath = (route: string): string => route.replace(/^\/api\/v1(?=\/)/, "")

const wordsOf = ({ code, fault, method, route, status }: Request): string =>
  `${method} ${route} ${status} ${code ?? ""} ${fault ?? ""}`.toLowerCase()

interface Numbered {
  readonly key: string
  readonly request: Request
}

/** Sorts the newest first. Numbers the requests with the same time, for the keys of the rows. */
const numbered = (requests: ReadonlyArray<Request>): ReadonlyArray<Numbered> => {
  const seen = new Map<string, number>()
  return requests
    .map((request) => {
      const number = (seen.get(request.at) ?? 0) + 1
      seen.set(request.at, number)
      return { key: `${request.at} ${number}`, request }
    })
    .toReversed()
}

const toneOf = (status: number) => {
  if (status === 0 || status >= 500) return "danger"
  return status >= 400 ? "warning" : undefined
}

const RequestsTable = ({ requests }: { readonly requests: ReadonlyArray<Numbered> }) => (
  <Table
    label="Requests"
    columns={["Time", "Tier", "Method", "Path", "Known error", "Status", { title: "Took", align: "end" }]}
  >
    {requests.map(({ key, request }) => (
      <tr key={key}>
        <td title={dateTimeOf(request.at)}>
          <span className="ks-mono">{timeOf(request.at)}</span>
        </td>
        <td>{request.tier}</td>
        <td>
          <span className="ks-mono">{request.method}</span>
        </td>
        <td data-fill title={request.route}>
          <span className="ks-mono">{shortPath(request.route)}</span>
        </td>
        <td>
          <span className="ks-badges">
            {request.code !== null && <span className="ks-mono">{request.code}</span>}
            {request.fault !== null && (
              <span className="ks-badge" data-tone="warning">
                fault: {request.fault}
              </span>
            )}
          </span>
        </td>
        <td>
          <span className="ks-status" data-tone={toneOf(request.status)}>
            {request.status === 0 ? "none" : request.status}
          </span>
        </td>
        <td data-align="end">
          <span className="ks-mono">{Math.round(request.durationMillis)} ms</span>
        </td>
      </tr>
    ))}
  </Table>
)
