/** The name and the image of a team. */
import { SavedField } from "../components/saved-field.tsx"
import { Section } from "../components/section.tsx"
import type { TeamTabProps } from "./team-tab-props.ts"

export const ProfileTab = ({ team }: TeamTabProps) => (
  <Section title="Profile">
    <SavedField
      label="Name"
      saved={team.displayName}
      isRequired
      save={({ allTeams }, displayName) => allTeams.update(team.id, { displayName })}
    />
    <SavedField
      label="URL of the image"
      type="url"
      saved={team.profileImageUrl ?? ""}
      save={({ allTeams }, url) => allTeams.update(team.id, { profileImageUrl: url === "" ? null : url })}
    />
  </Section>
)
