/** A request of the log with its headers, its body and the headers of the response, without secrets. */
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { TableSkeleton } from "../components/table-skeleton.tsx"
import { CopyButton } from "../components/copy-button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { ScrollingText } from "../components/scrolling-text.tsx"
import { Fact, Facts } from "../components/facts.tsx"
import { indentedJson } from "../components/indented-json.ts"
import { dateTimeOf } from "../components/times.ts"
import type { Request, RequestDetail } from "../control/responses.ts"
import { useLive } from "../control/use-live.ts"
import { curlCommand } from "./curl-command.ts"

/** The time between two reads of a detail, which never changes, in milliseconds. */
const EVERY = 60_000

interface Props {
  readonly request: Request
  readonly onClose: () => void
}

export const RequestDialog = ({ onClose, request }: Props) => {
  const { problem, value: detail } = useLive<RequestDetail>(`/requests/${request.id}`, EVERY)
  const { at, code, durationMillis, fault, id, method, route, status, tier } = request
  return (
    <Dialog title={`${method} ${route}`} onClose={onClose}>
      <Facts>
        <Fact name="Time">{`${dateTimeOf(at)}, ${Math.round(durationMillis)} ms`}</Fact>
        <Fact name="Status">{[status === 0 ? "no response" : status, code].filter(Boolean).join(" ")}</Fact>
        {fault !== null && <Fact name="Fault">{fault}</Fact>}
        {tier !== null && <Fact name="Tier">{tier}</Fact>}
        <Fact name="Request id">{id}</Fact>
        {detail !== undefined && <Fact name="Target">{detail.target}</Fact>}
      </Facts>
      {problem !== null && <Notice tone="warning">{problem}</Notice>}
      {detail === undefined && problem === null && <TableSkeleton />}
      {detail !== undefined && (
        <>
          <Headers title="Request headers" headers={detail.requestHeaders} />
          {detail.body !== null && (
            <>
              <h3 className="ks-label">Request body</h3>
              <ScrollingText label="Request body">{indentedJson(detail.body.text)}</ScrollingText>
            </>
          )}
          <Headers title="Response headers" headers={detail.responseHeaders} />
          <p className="ks-text">
            Values that may be secret are redacted. In the command, redacted headers are variables of your shell.
          </p>
        </>
      )}
      <div className="ks-dialog-actions">
        {detail !== undefined && (
          <CopyButton text={curlCommand(location.origin, request, detail)}>Copy as curl</CopyButton>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

const Headers = ({ headers, title }: { readonly title: string; readonly headers: RequestDetail["requestHeaders"] }) => (
  <section aria-label={title}>
    <h3 className="ks-label">{title}</h3>
    <Facts>
      {headers.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value ?? "redacted"}
        </Fact>
      ))}
    </Facts>
  </section>
)
