/** The permissions of one kind: a graph of what contains what, and a table to define, change and delete them. */
import { useState } from "react"
import { isSystemPermission } from "../../core/schema/fields/permission-id.ts"
import type { PermissionDefinition } from "../../core/schema/permission.ts"
import type { ReadState } from "../../react/runtime/use-query-state.ts"
import { ChangeButton } from "../components/change-button.tsx"
import { Button } from "../components/button.tsx"
import { Icon } from "../components/icons.tsx"
import type { CallFailure } from "../components/problem-text.ts"
import { ReadView } from "../components/read-view.tsx"
import { Section } from "../components/section.tsx"
import { actions, Table } from "../components/table.tsx"
import { ContainmentGraph } from "./containment-graph.tsx"
import { DefinitionDialog } from "./definition-dialog.tsx"
import { callsOf, type Scope } from "./scope.ts"

interface Props {
  readonly scope: Scope
  readonly title: string
  readonly text: string
  readonly state: ReadState<ReadonlyArray<PermissionDefinition>, CallFailure>
}

export const DefinitionsSection = ({ scope, state, text, title }: Props) => {
  const [dialog, setDialog] = useState<{ readonly edited: PermissionDefinition | null } | null>(null)
  return (
    <Section
      title={title}
      text={text}
      actions={
        <Button onClick={() => setDialog({ edited: null })}>
          <Icon name="plus" />
          Define a {scope} permission
        </Button>
      }
    >
      <ReadView state={state}>
        {(definitions) => (
          <>
            {definitions.length === 0 ? (
              <p className="ks-text">The project defines no {scope} permission.</p>
            ) : (
              <>
                <ContainmentGraph label={title} definitions={definitions} />
                <Table label={title} columns={["Id", "Contains", "Description", actions]}>
                  {definitions.map((one) => (
                    <Row key={one.id} definition={one} scope={scope} onEdit={() => setDialog({ edited: one })} />
                  ))}
                </Table>
              </>
            )}
            {dialog !== null && (
              <DefinitionDialog
                scope={scope}
                definitions={definitions}
                edited={dialog.edited}
                saved={definitions.find(({ id }) => id === dialog.edited?.id) ?? null}
                onClose={() => setDialog(null)}
              />
            )}
          </>
        )}
      </ReadView>
    </Section>
  )
}

interface RowProps {
  readonly definition: PermissionDefinition
  readonly scope: Scope
  readonly onEdit: () => void
}

const Row = ({ definition: { containedPermissionIds, description, id }, onEdit, scope }: RowProps) => (
  <tr>
    <th scope="row">
      <span className="ks-mono ks-contained" title={id}>
        {id}
      </span>
    </th>
    <td title={containedPermissionIds.join(", ")}>
      <span className="ks-mono ks-contained">{containedPermissionIds.join(", ")}</span>
    </td>
    <td data-fill title={description}>
      {description}
    </td>
    <td data-align="end">
      <span className="ks-actions">
        {isSystemPermission(id) ? (
          <span className="ks-text">of the system</span>
        ) : (
          <>
            <Button variant="quiet" label={`Edit ${id}`} onClick={onEdit}>
              Edit
            </Button>
            <ChangeButton
              word="Delete"
              what={id}
              needsConfirmation
              done={`${id} was deleted`}
              change={(admin) => callsOf(admin, scope).remove(id)}
            />
          </>
        )}
      </span>
    </td>
  </tr>
)
