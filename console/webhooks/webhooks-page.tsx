/** The webhooks of a project: its targets, and its messages. */
import { useState } from "react"
import { useSubmit } from "../components/use-submit.ts"
import type { WebhookDelivery, WebhookMessage, WebhookMessages, WebhookTargets } from "../control/responses.ts"
import { Icon } from "../components/icons.tsx"
import { useLive } from "../control/use-live.ts"
import { TableSkeleton, Button, Empty, ConfirmButton, Notice, Problem } from "../components/components.tsx"
import { change } from "../control/control-api.ts"
import { projectHref } from "../route/route.ts"
import type { PageProps } from "../route/page-props.ts"
import type { Project } from "../route/project.ts"
import { actions, Table } from "../components/table.tsx"
import { agoOf, dateTimeOf, timeOf } from "../components/times.ts"
import { StateBadge, stateWords } from "./webhook-state.tsx"
import { WebhookTargetDialog } from "./webhook-target-dialog.tsx"
import { WebhookView } from "./webhook-view.tsx"

export const WebhooksPage = ({ now, project, rest: [detail = ""] }: PageProps) => {
  const [adding, setAdding] = useState(false)
  if (project !== undefined && detail !== "") return <WebhookView key={detail} id={detail} project={project} />
  return (
    <div className="ks-panel">
      <div className="ks-section-head">
        <div>
          <h1 className="ks-section-title">Webhooks</h1>
          <p className="ks-text">Events of users, teams and memberships are sent to these URLs, signed as by Svix.</p>
        </div>
        <div className="ks-row">
          {project !== undefined && (
            <Button onClick={() => setAdding(true)}>
              <Icon name="plus" />
              Add target
            </Button>
          )}
        </div>
      </div>
      {project === undefined ? <TableSkeleton /> : <Content key={project.id} project={project} now={now} />}
      {adding && project !== undefined && <WebhookTargetDialog project={project} onClose={() => setAdding(false)} />}
    </div>
  )
}

interface Props {
  readonly project: Project
  readonly now: number
}

const Content = ({ now, project }: Props) => {
  const targets = useLive<WebhookTargets>(`/projects/${project.id}/webhooks`, 4000)
  const [state, setState] = useState<"" | WebhookDelivery["state"]>("")
  const query = state === "" ? "" : `?state=${state}`
  const messages = useLive<WebhookMessages>(`/projects/${project.id}/webhook-messages${query}`, 1500)
  const problem = targets.problem ?? messages.problem
  if (problem !== null) return <Notice tone="warning">{problem}</Notice>
  if (targets.value === undefined) return <TableSkeleton />
  const listed = messages.value?.messages
  if (targets.value.targets.length === 0 && (listed === undefined || listed.length === 0) && state === "") {
    return (
      <Empty icon="send" title="No target yet">
        Add the address of the application's handler for webhooks. It may be on this machine, such as
        http://localhost:3000/webhooks.
      </Empty>
    )
  }
  return (
    <>
      <Targets project={project} targets={targets.value} now={now} />
      <div className="ks-toolbar">
        <h2 className="ks-section-title">Messages</h2>
        <select
          className="ks-select"
          aria-label="Which messages"
          value={state}
          onChange={({ target }) => setState(states.find((one) => one === target.value) ?? "")}
        >
          <option value="">All</option>
          {states.map((one) => (
            <option key={one} value={one}>
              {stateWords[one]}
            </option>
          ))}
        </select>
        {listed !== undefined && listed.length >= SHOWN && <span className="ks-toolbar-end">The last {SHOWN}</span>}
      </div>
      {listed === undefined && <TableSkeleton />}
      {listed?.length === 0 && (
        <Empty icon="send" title={state === "" ? "No message yet" : `No message is ${stateWords[state].toLowerCase()}`}>
          Create or change a user or a team. The message is then listed here.
        </Empty>
      )}
      {listed !== undefined && listed.length > 0 && <Messages project={project} messages={listed} />}
    </>
  )
}

/** The number of messages that the service lists by default. */
const SHOWN = 100

const states = ["pending", "delivered", "failed"] as const

const Targets = ({ now, project, targets: { targets } }: Props & { readonly targets: WebhookTargets }) => {
  const [asked, ask] = useState<string | null>(null)
  const remove = useSubmit(async (id: string) => {
    await change("DELETE", `/projects/${project.id}/webhooks/${id}`)
    ask(null)
  })
  if (targets.length === 0) return <Notice>These messages go nowhere any more: there is no target.</Notice>
  return (
    <>
      <Problem>{remove.problem}</Problem>
      <Table label="Targets" columns={["Target", "Added", actions]}>
        {targets.map(({ created_at, id, url }) => (
          <tr key={id}>
            <th scope="row" data-fill title={url}>
              <span className="ks-mono">{url}</span>
            </th>
            <td title={dateTimeOf(created_at)}>{agoOf(created_at, now)}</td>
            <td data-align="end">
              <ConfirmButton
                word="Remove"
                what={url}
                asked={asked === id}
                busy={remove.busy}
                onAsk={() => ask(id)}
                onConfirm={() => void remove.run(id)}
              />
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}

const Messages = ({ messages, project }: WebhookMessages & Pick<Props, "project">) => (
  <Table label="Messages" columns={["Time", "Event", "State", "To", { title: "Attempts", align: "end" }]}>
    {messages.map((message) => (
      <tr key={message.id}>
        <td title={dateTimeOf(message.created_at)}>
          <span className="ks-mono">{timeOf(message.created_at)}</span>
        </td>
        <th scope="row">
          <a className="ks-link ks-mono" href={projectHref(project.id, "webhooks", message.id)}>
            {message.type}
          </a>
        </th>
        <td>
          <States message={message} />
        </td>
        <td data-fill title={message.deliveries.map(({ url }) => url).join("\n")}>
          <span className="ks-mono">{whereOf(message)}</span>
        </td>
        <td data-align="end">
          <span className="ks-mono">{message.deliveries.reduce((sum, { attempts }) => sum + attempts, 0)}</span>
        </td>
      </tr>
    ))}
  </Table>
)

const whereOf = ({ deliveries }: WebhookMessage): string => {
  const [first] = deliveries
  if (first === undefined) return "nowhere"
  return deliveries.length === 1 ? first.url : `${deliveries.length} targets`
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
