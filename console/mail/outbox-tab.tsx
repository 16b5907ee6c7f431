/**
 * The mails to the project's mail server: their state, the problem of the last attempt, and sending failed ones again.
 */
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { OutgoingMail, OutgoingMailState } from "../../core/schema/outgoing-mail.ts"
import { useOutgoingMailsState } from "../../react/dashboard/use-project-settings.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Empty } from "../components/empty.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Select } from "../components/select.tsx"
import { actions, Table } from "../components/table.tsx"
import { agoOf, dateTimeOf, spanOf } from "../components/times.ts"
import { useQuickRefresh } from "../components/use-quick-refresh.ts"
import { useHost } from "../route/host.ts"
import type { Project } from "../route/project.ts"
import { projectHref, setSearch } from "../route/route.ts"

interface Props {
  readonly settings: AdminProject
  readonly project: Project
  readonly now: number
  /** The query of the URL, which has the filter. */
  readonly search: URLSearchParams
}

const LIMIT = 100

const words: Readonly<Record<OutgoingMailState, string>> = {
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Failed"
}
const tones = { pending: "warning", delivered: "success", failed: "danger" } as const

const states = ["pending", "failed", "delivered"] as const
const options = [["", "All mails"], ...states.map((state) => [state, words[state]] as const)] as const

export const OutboxTab = ({ now, project, search, settings }: Props) => {
  const state = states.find((one) => one === search.get("state")) ?? ""
  const mails = useOutgoingMailsState({ limit: LIMIT, ...(state !== "" && { state }) })
  const { isDevelopment } = useHost()
  useQuickRefresh(mails.data?.some((mail) => isUnderWay(mail, now)) === true)
  return (
    <>
      <div className="ks-toolbar">
        <Select
          label="Which mails"
          value={state}
          options={options}
          onChange={(chosen) => setSearch({ state: chosen })}
        />
        <span className="ks-toolbar-end">The last {LIMIT}, without their content</span>
      </div>
      <ReadView state={mails}>
        {(items) =>
          items.length === 0 ? (
            <Empty
              icon="mail"
              title={state === "" ? "No mail was sent yet" : `No mail is in the state “${words[state]}”`}
            >
              {settings.config.emailConfig.type === "shared" ? (
                <>
                  The project has no mail server of its own.{" "}
                  <a className="ks-link" href={projectHref(project.id, "mail", "server")}>
                    Set one up
                  </a>
                  .{" "}
                  {!isDevelopment ? (
                    "Until then, the service sends its mails."
                  ) : (
                    <>
                      Until then, mails are in the{" "}
                      <a className="ks-link" href="#/mailbox">
                        mailbox
                      </a>{" "}
                      only, unless the service has a mail server.
                    </>
                  )}
                </>
              ) : (
                "Mails to the mail server are listed here, with the problem of the last attempt."
              )}
            </Empty>
          ) : (
            <Table
              label="Outbox"
              columns={[
                "To",
                { title: "Template", isWideOnly: true },
                "State",
                { title: "Attempts", isWideOnly: true },
                { title: "Problem", isWideOnly: true },
                { title: "Created", isWideOnly: true },
                actions
              ]}
            >
              {items.map((mail) => (
                <MailRow key={mail.id} mail={mail} now={now} />
              ))}
            </Table>
          )
        }
      </ReadView>
    </>
  )
}

/** The time before an attempt from which the page is read often, in milliseconds. */
const SOON = 10_000

/** Returns whether an attempt is under way or begins soon. */
const isUnderWay = ({ nextAttemptAt, state }: OutgoingMail, now: number): boolean =>
  state === "pending" && (nextAttemptAt === null || nextAttemptAt.getTime() < now + SOON)

const MailRow = ({ mail, now }: Pick<Props, "now"> & { readonly mail: OutgoingMail }) => {
  const { attempts, createdAt, id, nextAttemptAt, problem, recipient, state, type } = mail
  const wait = nextAttemptAt === null ? 0 : nextAttemptAt.getTime() - now
  return (
    <tr>
      <th scope="row" className="ks-recipient" title={recipient}>
        {recipient}
        <span className="ks-text" data-narrow>
          {type}, {agoOf(createdAt.getTime(), now)}
        </span>
        {problem !== null && (
          <span className="ks-text" data-narrow>
            {problem}
          </span>
        )}
      </th>
      <td data-wide>
        <span className="ks-mono">{type}</span>
      </td>
      <td>
        <span
          className="ks-badge"
          data-tone={tones[state]}
          title={wait > 0 ? `Next attempt in ${spanOf(wait)}` : undefined}
        >
          {words[state]}
        </span>
      </td>
      <td data-wide>{attempts}</td>
      <td data-fill data-wide title={problem ?? undefined}>
        {problem}
      </td>
      <td data-wide title={dateTimeOf(createdAt)}>
        {agoOf(createdAt.getTime(), now)}
      </td>
      <td data-align="end">
        <span className="ks-actions">
          {state === "failed" && (
            <ChangeButton
              word="Send again"
              what={`to ${recipient}`}
              done={`The mail to ${recipient} is sent again`}
              change={({ sendMailAgain }) => sendMailAgain(id)}
            />
          )}
        </span>
      </td>
    </tr>
  )
}
