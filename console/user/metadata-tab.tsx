/** The metadata of a user: three JSON values, by who may read and write them. */
import { JsonEditor } from "../components/json-editor.tsx"
import { Section } from "../components/section.tsx"
import type { UserTabProps } from "./user-tab-props.ts"

export const MetadataTab = ({ user }: UserTabProps) => (
  <Section title="Metadata" text="JSON that the application keeps with the user. An empty text removes it.">
    <JsonEditor
      label="Client metadata"
      hint="The user can read and write it."
      saved={user.clientMetadata}
      save={({ users }, clientMetadata) => users.update(user.id, { clientMetadata })}
    />
    <JsonEditor
      label="Client read-only metadata"
      hint="The user can read it. Only the application's server and owners write it."
      saved={user.clientReadOnlyMetadata}
      save={({ users }, clientReadOnlyMetadata) => users.update(user.id, { clientReadOnlyMetadata })}
    />
    <JsonEditor
      label="Server metadata"
      hint="Only the application's server and owners can read and write it."
      saved={user.serverMetadata}
      save={({ users }, serverMetadata) => users.update(user.id, { serverMetadata })}
    />
  </Section>
)
