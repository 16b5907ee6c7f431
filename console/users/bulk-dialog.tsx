/** The confirmation of a change of several users, with its progress and its failures. */
import { useState } from "react"
import type { ServerUser } from "../../core/schema/server-user.ts"
import { counted } from "../components/counted.ts"
import { Button } from "../components/button.tsx"
import { Notice } from "../components/notice.tsx"
import { Dialog } from "../components/dialog.tsx"
import type { BulkAction } from "./bulk-actions.ts"
import { useBulk } from "./use-bulk.ts"
import { nameOf } from "./user-name.ts"

interface Props {
  readonly action: BulkAction
  readonly users: ReadonlyArray<ServerUser>
  /** Called with the users that were changed. */
  readonly onClose: (changed: ReadonlyArray<ServerUser>) => void
}

export const BulkDialog = ({ action, onClose, users: given }: Props) => {
  // The list may lose users meanwhile, such as those that are deleted here.
  const [users] = useState(given)
  const { cancel, count, failures, phase, run } = useBulk(action, users)
  const changed = users.slice(0, count).filter((user) => failures.every((failure) => failure.user !== user))
  const close = () => {
    cancel()
    if (phase !== "running") onClose(changed)
  }
  return (
    <Dialog title={action.title(counted(users.length, "user"))} onClose={close}>
      {phase === "ready" ? (
        <p className="ks-text">{action.text}</p>
      ) : (
        <>
          <progress
            className="ks-progress"
            aria-label="Progress"
            value={phase === "done" ? users.length : count}
            max={users.length}
          />
          <p role="status" className="ks-text">
            {phase === "running"
              ? `${count.toLocaleString()} of ${counted(users.length, "user")}`
              : `${counted(changed.length, "user")} ${changed.length === 1 ? "is" : "are"} ${action.done}.`}
            {phase === "done" && count < users.length && ` ${counted(users.length - count, "user")} left unchanged.`}
          </p>
          {failures.length > 0 && (
            <>
              <Notice tone="warning">{counted(failures.length, "user")} failed:</Notice>
              <ul className="ks-failures">
                {failures.map(({ text, user }) => (
                  <li key={user.id}>
                    <strong className="ks-strong">{nameOf(user)}</strong>: {text}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      <div className="ks-dialog-actions">
        <Button onClick={close}>{phase === "done" ? "Close" : "Cancel"}</Button>
        {phase !== "done" && (
          <Button
            variant={action.isDangerous ? "danger" : "primary"}
            busy={phase === "running"}
            onClick={() => void (phase === "ready" && run())}
          >
            {action.word}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
