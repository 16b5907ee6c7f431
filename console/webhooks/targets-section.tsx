/** The targets of the project's webhooks. */
import { useState } from "react"
import type { WebhookTarget } from "../../core/schema/webhook.ts"
import { useWebhookTargetsState } from "../../react/dashboard/use-webhooks.ts"
import { Button } from "../components/button.tsx"
import { Empty } from "../components/empty.tsx"
import { Icon } from "../components/icons.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { Table } from "../components/table.tsx"
import { agoOf, dateTimeOf } from "../components/times.ts"
import type { Project } from "../route/project.ts"
import { projectHref } from "../route/route.ts"
import { CreateTargetDialog } from "./create-target-dialog.tsx"
import { eventTypesText, HealthBadge } from "./target-health.tsx"

interface Props {
  readonly project: Project
  readonly now: number
}

export const TargetsSection = ({ now, project }: Props) => {
  const targets = useWebhookTargetsState()
  const [adding, setAdding] = useState(false)
  return (
    <Section
      title="Targets"
      text="Events of users, teams, members and permissions are sent to these addresses, signed as by Svix."
      actions={
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" />
          Add target
        </Button>
      }
    >
      <ReadView state={targets}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="send" title="No target yet">
              Add the address of the application's handler for webhooks.
            </Empty>
          ) : (
            <Table
              label="Targets"
              columns={[
                "Target",
                { title: "Events", isWideOnly: true },
                "State",
                { title: "Failed", align: "end" },
                { title: "Added", isWideOnly: true }
              ]}
            >
              {all.map((target) => (
                <TargetRow key={target.id} target={target} project={project} now={now} />
              ))}
            </Table>
          )
        }
      </ReadView>
      {adding && <CreateTargetDialog onClose={() => setAdding(false)} />}
    </Section>
  )
}

const TargetRow = ({ now, project, target }: Props & { readonly target: WebhookTarget }) => {
  const { createdAt, description, eventTypes, failedDeliveries, id, url } = target
  return (
    <tr>
      <th scope="row" data-fill title={url}>
        <a className="ks-link ks-mono" href={projectHref(project.id, "webhooks", "targets", id)}>
          {url}
        </a>
        {description !== "" && <div className="ks-text ks-truncate">{description}</div>}
      </th>
      <td data-wide title={eventTypes?.join(", ")}>
        {eventTypesText(target)}
      </td>
      <td>
        <HealthBadge target={target} />
      </td>
      <td data-align="end">{failedDeliveries.toLocaleString()}</td>
      <td data-wide title={dateTimeOf(createdAt)}>
        {agoOf(createdAt.getTime(), now)}
      </td>
    </tr>
  )
}
