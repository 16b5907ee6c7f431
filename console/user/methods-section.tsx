/** The sign-in methods of a user: password, codes by mail, second factor. */
import * as Exit from "effect/Exit"
import { type ReactNode, useState } from "react"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { ActionForm } from "../components/action-form.tsx"
import { useAnnounce } from "../components/announcements.tsx"
import { ChangeButton } from "../components/change-button.tsx"
import { Button } from "../components/button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/fields.tsx"
import { Section } from "../components/section.tsx"
import { PasswordMailDialog } from "../users/password-mail-dialog.tsx"
import type { UserTabProps } from "./user-tab-props.ts"

export const MethodsSection = ({ project, user }: UserTabProps) => {
  const [opened, setOpened] = useState<"password" | "reset" | null>(null)
  const email = user.primaryEmail
  return (
    <Section title="Sign-in methods" text="A change of the password signs the user out everywhere.">
      <ul className="ks-list">
        <Method
          name="Password"
          state={user.hasPassword ? "Set" : "None"}
          isOn={user.hasPassword}
          buttons={
            <>
              <Button variant="quiet" onClick={() => setOpened("password")}>
                Set password
              </Button>
              {email !== null && (user.hasPassword || user.primaryEmailAuthEnabled) && (
                <Button variant="quiet" onClick={() => setOpened("reset")}>
                  {user.hasPassword ? "Send reset mail" : "Send mail to set one"}
                </Button>
              )}
              {user.hasPassword && (
                <ChangeButton
                  word="Remove"
                  what="the password"
                  needsConfirmation
                  done="The password was removed"
                  change={({ users }) => users.setPassword(user.id, null)}
                />
              )}
            </>
          }
        />
        <Method
          name="Codes by mail"
          state={user.otpAuthEnabled ? "On" : "Off"}
          isOn={user.otpAuthEnabled}
          buttons={
            <ChangeButton
              word={user.otpAuthEnabled ? "Turn off" : "Turn on"}
              what="codes by mail"
              done={
                user.otpAuthEnabled
                  ? "Codes by mail no longer count as a sign-in method; a verified email still gets them"
                  : "Codes by mail were turned on"
              }
              change={({ users }) => users.update(user.id, { otpAuthEnabled: !user.otpAuthEnabled })}
            />
          }
        />
        <Method
          name="Second factor"
          state={user.isMultiFactorRequired ? "Required at each sign-in" : "None"}
          isOn={user.isMultiFactorRequired}
          buttons={
            user.isMultiFactorRequired && (
              <ChangeButton
                word="Reset"
                what="the second factor"
                needsConfirmation
                done="The second factor and its recovery codes were removed"
                change={({ users }) => users.update(user.id, { totpMultiFactorSecret: null })}
              />
            )
          }
        />
      </ul>
      {opened === "password" && <PasswordDialog userId={user.id} onClose={() => setOpened(null)} />}
      {opened === "reset" && email !== null && (
        <PasswordMailDialog
          project={project}
          email={email}
          hasPassword={user.hasPassword}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  )
}

interface MethodProps {
  readonly name: string
  readonly state: string
  readonly isOn: boolean
  readonly buttons?: ReactNode
}

const Method = ({ buttons, isOn, name, state }: MethodProps) => (
  <li>
    <div className="ks-list-row ks-list-wrap">
      <div className="ks-list-main">
        <span className="ks-strong">{name}</span>
        <span className={isOn ? undefined : "ks-text"}>{state}</span>
      </div>
      <span className="ks-actions">{buttons}</span>
    </div>
  </li>
)

const PasswordDialog = ({ onClose, userId }: { readonly userId: string; readonly onClose: () => void }) => {
  const announce = useAnnounce()
  const [password, setPassword] = useState("")
  const set = useAdminAction(({ users }) => users.setPassword(userId, password))
  return (
    <Dialog title="Set a password" onClose={onClose}>
      <ActionForm
        action={set}
        submitText="Set password"
        onSubmit={() =>
          void set.run().then((exit) => {
            if (!Exit.isSuccess(exit)) return
            announce("The password was set, and all sessions have ended")
            onClose()
          })
        }
        onClose={onClose}
      >
        <Field
          label="New password"
          type="password"
          required
          value={password}
          onChange={setPassword}
          hint="All sessions of the user end. Tell them the password on a safe channel."
        />
      </ActionForm>
    </Dialog>
  )
}
