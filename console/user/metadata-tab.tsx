/** The metadata of a user. */
import { MetadataSection } from "../components/metadata-section.tsx"
import type { UserTabProps } from "./user-tab-props.ts"

export const MetadataTab = ({ user }: UserTabProps) => (
  <MetadataSection
    of="the user"
    readers="The user"
    saved={user}
    save={({ users }, change) => users.update(user.id, change)}
  />
)
