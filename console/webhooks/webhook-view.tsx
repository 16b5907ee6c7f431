/** One webhook message: its deliveries, its payload, and each attempt. */
import type { Project } from "../route/project.ts"
import { projectHref } from "../route/route.ts"
import { useSubmit } from "../components/use-submit.ts"
import type { WebhookAttempt, WebhookDelivery, WholeWebhook } from "../control/responses.ts"
import { CopyButton } from "../components/copy-button.tsx"
import { useLive } from "../control/use-live.ts"
import { TableSkeleton, Button, Notice, Problem } from "../components/components.tsx"
import { change } from "../control/control-api.ts"
import { actions, Table } from "../components/table.tsx"
import { dateTimeOf } from "../components/times.ts"
import { nextOf, StateBadge } from "./webhook-state.tsx"

interface Props {
  readonly id: string
  readonly project: Project
}

const Back = ({ project }: Pick<Props, "project">) => (
  <p>
    <a className="ks-link" href={projectHref(project.id, "webhooks")}>
      All webhooks
    </a>
  </p>
)

export const WebhookView = ({ id, project }: Props) => {
  const path = `/projects/${project.id}/webhook-messages/${encodeURIComponent(id)}`
  const { problem, value } = useLive<WholeWebhook>(path, 1000)
  const send = useSubmit(async (targetId: string | null) => {
    await change("POST", `${path}/send`, targetId === null ? {} : { target_id: targetId })
  })
  if (value === undefined) {
    return (
      <div className="ks-panel">
        <h1 className="ks-visually-hidden">Webhook</h1>
        <Back project={project} />
        {problem === null ? <TableSkeleton /> : <Notice tone="warning">{problem}</Notice>}
      </div>
    )
  }
  const {
    attempts,
    message: { created_at, deliveries, type },
    payload
  } = value
  const urls = new Map(deliveries.map(({ target_id, url }) => [target_id, url]))
  return (
    <article className="ks-panel" aria-label={type}>
      <Back project={project} />
      <div className="ks-section-head">
        <div>
          <h1 className="ks-section-title">
            <span className="ks-mono">{type}</span>
          </h1>
        </div>
        <div className="ks-row">
          <CopyButton text={payload}>Copy payload</CopyButton>
          <Button busy={send.busy} onClick={() => void send.run(null)}>
            Send again
          </Button>
        </div>
      </div>
      <Problem>{send.problem}</Problem>
      <dl className="ks-mail-meta">
        <dt>Message</dt>
        <dd className="ks-truncate">
          <span className="ks-mono">{id}</span>
        </dd>
        <dt>Raised</dt>
        <dd>{dateTimeOf(created_at)}</dd>
      </dl>
      {deliveries.length === 0 ? (
        <Notice>It is not sent any more: its targets were removed.</Notice>
      ) : (
        <Deliveries deliveries={deliveries} sendTo={(targetId) => void send.run(targetId)} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls, so it needs keyboard focus. */}
      <pre className="ks-mail-text" tabIndex={0} aria-label="Payload" role="region">
        {pretty(payload)}
      </pre>
      <h2 className="ks-section-title">Attempts</h2>
      {attempts.length === 0 ? <p className="ks-text">None yet.</p> : <Attempts attempts={attempts} urls={urls} />}
    </article>
  )
}

const pretty = (payload: string): string => JSON.stringify(JSON.parse(payload), null, 2)

interface DeliveriesProps {
  readonly deliveries: ReadonlyArray<WebhookDelivery>
  readonly sendTo: (targetId: string) => void
}

const Deliveries = ({ deliveries, sendTo }: DeliveriesProps) => (
  <Table label="Deliveries" columns={["Target", "State", "Next try", { title: "Attempts", align: "end" }, actions]}>
    {deliveries.map((delivery) => (
      <tr key={delivery.target_id}>
        <th scope="row" data-fill title={delivery.url}>
          <span className="ks-mono">{delivery.url}</span>
        </th>
        <td>
          <StateBadge state={delivery.state} />
        </td>
        <td>{nextOf(delivery)}</td>
        <td data-align="end">
          <span className="ks-mono">{delivery.attempts}</span>
        </td>
        <td data-align="end">
          <Button variant="quiet" label={`Send again to ${delivery.url}`} onClick={() => sendTo(delivery.target_id)}>
            Send again
          </Button>
        </td>
      </tr>
    ))}
  </Table>
)

interface AttemptsProps {
  readonly attempts: ReadonlyArray<WebhookAttempt>
  readonly urls: ReadonlyMap<string, string>
}

const hostOf = (url: string | undefined): string => (url === undefined ? "" : new URL(url).host)

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

const Attempts = ({ attempts, urls }: AttemptsProps) => (
  <Table label="Attempts" columns={["Time", "Target", "Status", "Response", { title: "Took", align: "end" }]}>
    {attempts.map(({ answer, attempted_at, duration_millis, problem, status, target_id }, index) => (
      <tr key={`${attempted_at} ${target_id} ${attempts.length - index}`}>
        <td>
          <span className="ks-mono">{dateTimeOf(attempted_at)}</span>
        </td>
        <td title={urls.get(target_id)}>
          <span className="ks-mono">{hostOf(urls.get(target_id))}</span>
        </td>
        <td>
          <span className="ks-status" data-tone={isSuccess(status) ? undefined : "danger"}>
            {status ?? "none"}
          </span>
        </td>
        <td data-fill title={problem ?? answer ?? undefined}>
          {problem ?? <span className="ks-mono">{answer}</span>}
        </td>
        <td data-align="end">
          <span className="ks-mono">{duration_millis} ms</span>
        </td>
      </tr>
    ))}
  </Table>
)
