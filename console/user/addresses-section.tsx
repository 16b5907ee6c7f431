/** The email addresses of a user: add, verify, make primary, use for sign-in, remove. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { ContactChannel } from "../../core/schema/contact-channel.ts"
import { useContactChannelsOfUserState } from "../../react/dashboard/use-users.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { ActionForm } from "../components/action-form.tsx"
import { useAnnounce } from "../components/announcements.tsx"
import { ChangeButton } from "../components/change-button.tsx"
import { Button } from "../components/button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Check, Field } from "../components/fields.tsx"
import { Icon } from "../components/icons.tsx"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { MailDialog } from "../users/mail-dialog.tsx"
import type { UserTabProps } from "./user-tab-props.ts"

type Opened = { readonly kind: "add" } | { readonly kind: "verify"; readonly channel: ContactChannel } | null

export const AddressesSection = ({ project, user }: UserTabProps) => {
  const channels = useContactChannelsOfUserState(user.id)
  const [opened, setOpened] = useState<Opened>(null)
  return (
    <Section
      title="Addresses"
      text="The user signs in with addresses that are marked so. Mails go to the primary address."
      actions={
        <Button onClick={() => setOpened({ kind: "add" })}>
          <Icon name="plus" />
          Add address
        </Button>
      }
    >
      <ReadView state={channels}>
        {(data) =>
          data.length === 0 ? (
            <p className="ks-text">The user has no address.</p>
          ) : (
            <ul className="ks-list">
              {data.map((channel) => (
                <Row
                  key={channel.id}
                  channel={channel}
                  userId={user.id}
                  onVerify={() => setOpened({ kind: "verify", channel })}
                />
              ))}
            </ul>
          )
        }
      </ReadView>
      {opened?.kind === "add" && <AddDialog userId={user.id} onClose={() => setOpened(null)} />}
      {opened?.kind === "verify" && (
        <MailDialog
          project={project}
          title={`Send a verification mail to ${opened.channel.value}`}
          page="email-verification"
          done={`Verification mail sent to ${opened.channel.value}`}
          send={({ ofUser }, callbackUrl) =>
            ofUser(user.id).contactChannels.sendVerificationEmail(opened.channel.id, { callbackUrl })
          }
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  )
}

interface RowProps {
  readonly channel: ContactChannel
  readonly userId: string
  readonly onVerify: () => void
}

const Row = ({ channel, onVerify, userId }: RowProps) => {
  const { id, isPrimary, isVerified, usedForAuth, value } = channel
  return (
    <li>
      <div className="ks-list-row ks-list-wrap">
        <span className="ks-list-main">
          <span>{value}</span>
          <span className="ks-badges">
            {isPrimary && <span className="ks-badge">primary</span>}
            {usedForAuth && <span className="ks-badge">sign-in</span>}
            <span className="ks-badge" data-tone={isVerified ? "success" : "warning"}>
              {isVerified ? "verified" : "unverified"}
            </span>
          </span>
        </span>
        <span className="ks-actions">
          {!isVerified && (
            <Button variant="quiet" label={`Send mail to ${value}`} onClick={onVerify}>
              Send mail
            </Button>
          )}
          <ChangeButton
            word={isVerified ? "Unverify" : "Verify"}
            what={value}
            done={isVerified ? `${value} is unverified` : `${value} is verified`}
            change={({ ofUser }) => ofUser(userId).contactChannels.update(id, { isVerified: !isVerified })}
          />
          <ChangeButton
            word={usedForAuth ? "No sign-in" : "Use for sign-in"}
            what={value}
            done={usedForAuth ? `${value} is not used for sign-in` : `${value} is used for sign-in`}
            change={({ ofUser }) => ofUser(userId).contactChannels.update(id, { usedForAuth: !usedForAuth })}
          />
          {!isPrimary && (
            <ChangeButton
              word="Make primary"
              what={value}
              done={`${value} is the primary address`}
              change={({ ofUser }) => ofUser(userId).contactChannels.update(id, { isPrimary: true })}
            />
          )}
          <ChangeButton
            word="Remove"
            what={value}
            needsConfirmation
            done={`${value} was removed`}
            change={({ ofUser }) => ofUser(userId).contactChannels.remove(id)}
          />
        </span>
      </div>
    </li>
  )
}

const AddDialog = ({ onClose, userId }: { readonly userId: string; readonly onClose: () => void }) => {
  const announce = useAnnounce()
  const [value, setValue] = useState("")
  const [isVerified, setVerified] = useState(false)
  const [usedForAuth, setUsedForAuth] = useState(false)
  const add = useAdminAction(({ ofUser }) =>
    ofUser(userId).contactChannels.create({ value: value.trim(), isVerified, usedForAuth })
  )
  return (
    <Dialog title="Add an address" onClose={onClose}>
      <ActionForm
        action={add}
        submitText="Add address"
        onSubmit={() =>
          void add.run().then((exit) => {
            if (!Exit.isSuccess(exit)) return
            announce(`${value.trim()} was added`)
            onClose()
          })
        }
        onClose={onClose}
      >
        <Field label="Email" type="email" required value={value} onChange={setValue} />
        <Check label="The address is verified" checked={isVerified} onChange={setVerified} />
        <Check label="The user signs in with it" checked={usedForAuth} onChange={setUsedForAuth} />
      </ActionForm>
    </Dialog>
  )
}
