/** The last webhook messages with the state of their deliveries, to all targets or to one. */
import type { WebhookMessage } from "../../core/schema/webhook.ts"
import { useWebhookMessagesState } from "../../react/dashboard/use-webhooks.ts"
import { Empty } from "../components/empty.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { Select } from "../components/select.tsx"
import { Table } from "../components/table.tsx"
import { dateTimeOf } from "../components/times.ts"
import { useQuickRefresh } from "../components/use-quick-refresh.ts"
import type { Project } from "../route/project.ts"
import { projectHref, setSearch } from "../route/route.ts"
import { isUnderWay, StateBadge, states, stateWords } from "./delivery-state.tsx"

interface Props {
  readonly project: Project
  readonly now: number
  /** The query of the URL, which has the filter. */
  readonly search: URLSearchParams
  /** All targets without one. */
  readonly targetId?: string
}

/** The most messages that are listed. */
const LIMIT = 100

const options = [["", "All messages"], ...states.map((state) => [state, stateWords[state]] as const)] as const

export const MessagesSection = ({ now, project, search, targetId }: Props) => {
  const state = states.find((one) => one === search.get("state")) ?? ""
  const messages = useWebhookMessagesState({
    limit: LIMIT,
    ...(state !== "" && { state }),
    ...(targetId !== undefined && { targetId })
  })
  const shown = messages.data?.map((message) => ({
    ...message,
    deliveries: message.deliveries.filter((one) => targetId === undefined || one.targetId === targetId)
  }))
  useQuickRefresh(shown !== undefined && isUnderWay(shown, now))
  return (
    <Section title="Messages">
      <div className="ks-toolbar">
        <Select
          label="Which messages"
          value={state}
          options={options}
          onChange={(chosen) => setSearch({ state: chosen })}
        />
        {shown !== undefined && shown.length >= LIMIT && <span className="ks-toolbar-end">The last {LIMIT}</span>}
      </div>
      <ReadView state={messages}>
        {() =>
          shown === undefined || shown.length === 0 ? (
            <Empty
              icon="send"
              title={state === "" ? "No message yet" : `No message is in the state “${stateWords[state]}”`}
            >
              When a user or a team is created or changed, the message about it is listed here.
            </Empty>
          ) : (
            <Table
              label="Messages"
              columns={[
                { title: "Time", isWideOnly: true },
                "Event",
                "State",
                { title: "To", isWideOnly: true },
                { title: "Attempts", align: "end", isWideOnly: true }
              ]}
            >
              {shown.map((message) => (
                <MessageRow key={message.id} message={message} project={project} />
              ))}
            </Table>
          )
        }
      </ReadView>
    </Section>
  )
}

const MessageRow = ({ message, project }: { readonly message: WebhookMessage; readonly project: Project }) => {
  const { createdAt, deliveries, id, type } = message
  return (
    <tr>
      <td data-wide>
        <span className="ks-mono">{dateTimeOf(createdAt)}</span>
      </td>
      <th scope="row">
        <a className="ks-link ks-mono" href={projectHref(project.id, "webhooks", id)}>
          {type}
        </a>
        <span className="ks-text" data-narrow>
          {dateTimeOf(createdAt)}
        </span>
        <span className="ks-text" data-narrow>
          <Receivers deliveries={deliveries} />
        </span>
      </th>
      <td>
        <States message={message} />
      </td>
      <td data-fill data-wide title={deliveries.map(({ url }) => url).join("\n")}>
        <Receivers deliveries={deliveries} />
      </td>
      <td data-align="end" data-wide>
        <span className="ks-mono">{deliveries.reduce((sum, { attempts }) => sum + attempts, 0)}</span>
      </td>
    </tr>
  )
}

const Receivers = ({ deliveries }: Pick<WebhookMessage, "deliveries">) => {
  const [first] = deliveries
  if (first === undefined) return <span className="ks-text">No target any more</span>
  if (deliveries.length > 1) return `${deliveries.length} targets`
  return <span className="ks-mono">{first.url}</span>
}

/** One badge, or one for each state with its count. */
const States = ({ message: { deliveries } }: { readonly message: WebhookMessage }) => (
  <span className="ks-badges">
    {states.map((state) => {
      const count = deliveries.filter((delivery) => delivery.state === state).length
      if (count === 0) return null
      const words = deliveries.length === 1 ? stateWords[state] : `${count} ${stateWords[state].toLowerCase()}`
      return (
        <StateBadge key={state} state={state}>
          {words}
        </StateBadge>
      )
    })}
  </span>
)
