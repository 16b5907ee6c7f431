/** Deletes a team after its name was entered, and the time in which that can be undone. */
import { useState } from "react"
import type { ServerTeam } from "../../core/schema/server-team.ts"
import { ActionForm } from "../components/action-form.tsx"
import { Problem } from "../components/problem.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Field } from "../components/fields.tsx"
import { useDeleteLater } from "../deletions/use-delete-later.ts"
import { teamNameOf } from "../teams/team-name.ts"

interface Props {
  readonly team: ServerTeam
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** The request is sent later. */
const idle = { error: null, pending: false }

/** The text to enter: a browser's field has no line breaks, and shows several spaces like one. */
const plain = (text: string) => text.trim().replaceAll(/\s+/g, " ")

export const DeleteTeamDialog = ({ onClose, onDeleted, team }: Props) => {
  const [typed, setTyped] = useState("")
  const [differs, setDiffers] = useState(false)
  const name = plain(teamNameOf(team))
  const deleteLater = useDeleteLater("team")

  const submit = () => {
    if (plain(typed) !== name) return setDiffers(true)
    deleteLater([{ id: team.id, name }])
    onDeleted()
  }

  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <ActionForm action={idle} submitText="Delete team" variant="danger" onSubmit={submit} onClose={onClose}>
        <p className="ks-text">
          Its memberships, invitations, API keys and metadata are deleted. The users remain. You can undo it for 10
          seconds.
        </p>
        <Field
          label="Enter the team's name to confirm"
          required
          value={typed}
          placeholder={name}
          onChange={(text) => {
            setTyped(text)
            setDiffers(false)
          }}
        />
        <Problem>{differs ? `This is not the team's name. Enter “${name}”.` : null}</Problem>
      </ActionForm>
    </Dialog>
  )
}
