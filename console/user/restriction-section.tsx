/** Restricts the user, and lifts the restriction. */
import * as Exit from "effect/Exit"
import { useState } from "react"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import { ActionForm } from "../components/action-form.tsx"
import { useAnnounce } from "../components/announcements.tsx"
import { ChangeButton } from "../components/change-button.tsx"
import { Button } from "../components/button.tsx"
import { Dialog } from "../components/dialog.tsx"
import { SavedField } from "../components/saved-field.tsx"
import { Section } from "../components/section.tsx"
import { TextArea } from "../components/text-area.tsx"
import type { UserTabProps } from "./user-tab-props.ts"

const orNull = (text: string) => (text.trim() === "" ? null : text.trim())

export const RestrictionSection = ({ user }: UserTabProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title="Restriction" text={textOf(user)}>
      {user.restrictedByAdmin === true ? (
        <>
          <SavedField
            label="Reason, for the user to read"
            saved={user.restrictedByAdminReason ?? ""}
            save={({ users }, reason) =>
              users.update(user.id, { restrictedByAdmin: true, restrictedByAdminReason: orNull(reason) })
            }
          />
          <SavedField
            label="Notes that the user cannot read"
            saved={user.restrictedByAdminPrivateDetails ?? ""}
            save={({ users }, notes) =>
              users.update(user.id, { restrictedByAdmin: true, restrictedByAdminPrivateDetails: orNull(notes) })
            }
          />
          <ChangeButton
            word="Lift the restriction"
            variant="outline"
            done="The restriction was lifted"
            change={({ users }) => users.update(user.id, { restrictedByAdmin: false })}
          />
        </>
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>Restrict user</Button>
        </div>
      )}
      {isOpen && <RestrictDialog userId={user.id} onClose={() => setOpen(false)} />}
    </Section>
  )
}

const textOf = ({ isAnonymous, isRestricted, restrictedByAdmin }: UserTabProps["user"]): string => {
  if (restrictedByAdmin === true) {
    return "An owner or the server has restricted this user, who can sign in and cannot use the application."
  }
  if (isAnonymous === true) return "The user has not signed up, and is restricted until then."
  if (isRestricted === true) return "The user cannot use the application until the primary address is verified."
  return "A restricted user can sign in, reads the reason, and cannot use the application."
}

const RestrictDialog = ({ onClose, userId }: { readonly userId: string; readonly onClose: () => void }) => {
  const announce = useAnnounce()
  const [reason, setReason] = useState("")
  const [notes, setNotes] = useState("")
  const restrict = useAdminAction(({ users }) =>
    users.update(userId, {
      restrictedByAdmin: true,
      restrictedByAdminReason: orNull(reason),
      restrictedByAdminPrivateDetails: orNull(notes)
    })
  )
  return (
    <Dialog title="Restrict the user" onClose={onClose}>
      <ActionForm
        action={restrict}
        submitText="Restrict user"
        variant="danger"
        onSubmit={() =>
          void restrict.run().then((exit) => {
            if (!Exit.isSuccess(exit)) return
            announce("The user was restricted")
            onClose()
          })
        }
        onClose={onClose}
      >
        <TextArea label="Reason, for the user to read" value={reason} onChange={setReason} />
        <TextArea label="Notes that the user cannot read" value={notes} onChange={setNotes} />
      </ActionForm>
    </Dialog>
  )
}
