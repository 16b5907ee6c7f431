/** Defines a permission, or changes one: id, description and what it contains. */
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useState } from "react"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import { useAdminAction } from "../../react/dashboard/use-admin-action.ts"
import type { CreateDefinitionError, UpdateDefinitionError } from "../../tiers/calls/admin/permission-definitions.ts"
import { ActionForm } from "../components/action-form.tsx"
import { useAnnounce } from "../components/announcements.tsx"
import { Notice } from "../components/notice.tsx"
import { Dialog } from "../components/dialog.tsx"
import { Check, Field } from "../components/fields.tsx"
import { addableTo } from "./permission-levels.ts"
import { callsOf, type Scope } from "./scope.ts"

interface Props {
  readonly scope: Scope
  readonly definitions: ReadonlyArray<PermissionDefinition>
  /** The definition when the dialog was opened. `null` for a new one. */
  readonly edited: PermissionDefinition | null
  /** The definition now. `null` for a new one, and for one that another owner has deleted or given another id. */
  readonly saved: PermissionDefinition | null
  readonly onClose: () => void
}

export const DefinitionDialog = ({ definitions, edited, onClose, saved, scope }: Props) => {
  const announce = useAnnounce()
  const [id, setId] = useState(edited?.id ?? "")
  const [description, setDescription] = useState(edited?.description ?? "")
  const [contained, setContained] = useState(edited?.containedPermissionIds ?? [])
  const save = useAdminAction(
    (admin): Effect.Effect<PermissionDefinition, CreateDefinitionError | UpdateDefinitionError> => {
      const input = { id: id.trim(), description: description.trim(), containedPermissionIds: contained }
      const calls = callsOf(admin, scope)
      return edited === null ? calls.create(input) : calls.update(edited.id, input)
    }
  )
  const isOutdated = edited !== null && JSON.stringify(saved) !== JSON.stringify(edited) && !save.pending
  const offered = edited === null ? definitions : addableTo(definitions, edited.id)
  const shown = definitions.filter((one) => offered.includes(one) || edited?.containedPermissionIds.includes(one.id))
  return (
    <Dialog title={edited === null ? `Define a ${scope} permission` : `Change ${edited.id}`} onClose={onClose}>
      <ActionForm
        action={save}
        submitText={edited === null ? "Define permission" : "Save permission"}
        onSubmit={() =>
          void save.run().then((exit) => {
            if (!Exit.isSuccess(exit)) return
            announce(edited === null ? `${id.trim()} was defined` : `${id.trim()} was saved`)
            onClose()
          })
        }
        onClose={onClose}
      >
        <Field
          label="Id"
          required
          value={id}
          onChange={setId}
          hint="Lower-case letters, digits, : and _. A new id applies to grants and defaults, too."
        />
        <Field label="Description" value={description} onChange={setDescription} />
        {shown.length > 0 && (
          <fieldset className="ks-contents">
            <legend>Contains</legend>
            {shown.map((one) => (
              <Check
                key={one.id}
                label={one.id}
                checked={contained.includes(one.id)}
                onChange={(isChecked) =>
                  setContained(isChecked ? [...contained, one.id] : contained.filter((other) => other !== one.id))
                }
              />
            ))}
          </fieldset>
        )}
        {shown.length < definitions.length - 1 && (
          <p className="ks-hint">Permissions that contain this one are not offered: they would contain each other.</p>
        )}
        {isOutdated && (
          <Notice tone="warning" live="status">
            {saved === null
              ? `Another owner deleted ${edited.id} or changed its id meanwhile.`
              : `Another owner changed ${edited.id} meanwhile. It ${meaningOf(saved)}. Saving replaces that.`}
          </Notice>
        )}
      </ActionForm>
    </Dialog>
  )
}

/** Returns the saved contents and description as the rest of a sentence. */
const meaningOf = ({ containedPermissionIds, description }: PermissionDefinition): string => {
  const contents = containedPermissionIds.length === 0 ? "nothing" : containedPermissionIds.join(", ")
  return `contains ${contents}, and ${description ? `is described as “${description}”` : "has no description"}`
}
