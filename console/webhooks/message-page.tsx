/** One webhook message: its deliveries, its payload, and each attempt. */
import { parseUrl } from "../../core/environment/parse-url.ts"
import type { WebhookMessageDetails } from "../../core/schema/webhook.ts"
import { useWebhookMessageState } from "../../react/dashboard/use-webhooks.ts"
import { counted } from "../components/counted.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Notice } from "../components/notice.tsx"
import { CopyButton } from "../components/copy-button.tsx"
import { indentedJson } from "../components/indented-json.ts"
import { ScrollingText } from "../components/scrolling-text.tsx"
import { RecordPage } from "../components/record-page.tsx"
import { Section } from "../components/section.tsx"
import { actions, Table } from "../components/table.tsx"
import { dateTimeOf } from "../components/times.ts"
import { useQuickRefresh } from "../components/use-quick-refresh.ts"
import type { ProjectPageProps } from "../route/project-page-props.ts"
import { projectHref } from "../route/route.ts"
import { isAccepted, isUnderWay, nextOf, StateBadge } from "./delivery-state.tsx"

export const MessagePage = (shown: ProjectPageProps) => {
  const [id = ""] = shown.rest
  const message = useWebhookMessageState(id)
  return (
    <RecordPage
      title="Webhook message"
      back="All webhooks"
      backHref={projectHref(shown.project.id, "webhooks")}
      record={message}
    >
      {(data) => <MessageDetails message={data} {...shown} />}
    </RecordPage>
  )
}

interface Props extends ProjectPageProps {
  readonly message: WebhookMessageDetails
}

const MessageDetails = ({ message, now, project }: Props) => {
  const { attempts, createdAt, deliveries, id, payload, type } = message
  useQuickRefresh(isUnderWay([message], now))
  // Sends nothing that was sent since the page was read, so that two clicks or two owners send one message.
  const unlessAttemptedAfter = attempts[0]?.attemptedAt ?? new Date(0)
  return (
    <>
      <div className="ks-section-head">
        <div>
          <h1 className="ks-section-title">
            <span className="ks-mono">{type}</span>
          </h1>
        </div>
        <div className="ks-row">
          <CopyButton text={payload}>Copy payload</CopyButton>
          {deliveries.length > 0 && (
            <ChangeButton
              word="Send again"
              variant="outline"
              done="The message is sent again"
              change={({ webhooks }) => webhooks.sendAgain(id, { unlessAttemptedAfter })}
            />
          )}
        </div>
      </div>
      <dl className="ks-mail-meta">
        <dt>Message</dt>
        <dd className="ks-truncate">
          <span className="ks-mono">{id}</span>
        </dd>
        <dt>Raised</dt>
        <dd>{dateTimeOf(createdAt)}</dd>
      </dl>
      {deliveries.length === 0 ? (
        <Notice>It is not sent any more: its targets were deleted.</Notice>
      ) : (
        <Table
          label="Deliveries"
          columns={[
            "Target",
            "State",
            { title: "Next attempt", isWideOnly: true },
            { title: "Attempts", align: "end", isWideOnly: true },
            actions
          ]}
        >
          {deliveries.map((delivery) => (
            <tr key={delivery.targetId}>
              <th scope="row" data-fill title={delivery.url}>
                <a className="ks-link ks-mono" href={projectHref(project.id, "webhooks", "targets", delivery.targetId)}>
                  {delivery.url}
                </a>
                <span className="ks-text" data-narrow>
                  {counted(delivery.attempts, "attempt")}
                </span>
                {delivery.state === "pending" && (
                  <span className="ks-text" data-narrow>
                    Next: {nextOf(delivery)}
                  </span>
                )}
              </th>
              <td>
                <StateBadge state={delivery.state} />
              </td>
              <td data-wide>{nextOf(delivery)}</td>
              <td data-align="end" data-wide>
                <span className="ks-mono">{delivery.attempts}</span>
              </td>
              <td data-align="end">
                <span className="ks-actions">
                  <ChangeButton
                    word="Send again"
                    what={`to ${delivery.url}`}
                    done="The message is sent again"
                    change={({ webhooks }) =>
                      webhooks.sendAgain(id, { unlessAttemptedAfter, targetId: delivery.targetId })
                    }
                  />
                </span>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Section title="Payload">
        <ScrollingText label="Payload">{indentedJson(payload)}</ScrollingText>
      </Section>
      <Section title="Attempts">
        {attempts.length === 0 ? <p className="ks-text">None yet.</p> : <Attempts message={message} />}
      </Section>
    </>
  )
}

const hostOf = (url: string | undefined): string => (url === undefined ? "" : (parseUrl(url)?.host ?? url))

const Attempts = ({ message: { attempts, deliveries } }: Pick<Props, "message">) => {
  const urls = new Map(deliveries.map(({ targetId, url }) => [targetId, url]))
  return (
    <Table
      label="Attempts"
      columns={[
        { title: "Time", isWideOnly: true },
        { title: "Target", isWideOnly: true },
        "Status",
        "Response",
        { title: "Took", align: "end", isWideOnly: true }
      ]}
    >
      {attempts.map(({ attemptedAt, durationMillis, problem, responseBody, status, targetId }, index) => (
        <tr key={`${attemptedAt.getTime()} ${targetId} ${attempts.length - index}`}>
          <td data-wide>
            <span className="ks-mono">{dateTimeOf(attemptedAt)}</span>
          </td>
          <td data-wide title={urls.get(targetId)}>
            <span className="ks-mono">{hostOf(urls.get(targetId))}</span>
          </td>
          <td>
            <span className="ks-status" data-tone={isAccepted(status) ? undefined : "danger"}>
              {status ?? "none"}
            </span>
          </td>
          <td data-fill title={problem ?? responseBody ?? undefined}>
            {problem ?? <span className="ks-mono">{responseBody}</span>}
            <span className="ks-text" data-narrow>
              {dateTimeOf(attemptedAt)}
            </span>
            <span className="ks-text" data-narrow>
              {hostOf(urls.get(targetId))}
            </span>
          </td>
          <td data-align="end" data-wide>
            <span className="ks-mono">{durationMillis} ms</span>
          </td>
        </tr>
      ))}
    </Table>
  )
}
