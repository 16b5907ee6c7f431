/** The metadata of a team. */
import { MetadataSection } from "../components/metadata-section.tsx"
import type { TeamTabProps } from "./team-tab-props.ts"

export const MetadataTab = ({ team }: TeamTabProps) => (
  <MetadataSection
    of="the team"
    readers="Members"
    saved={team}
    save={({ allTeams }, change) => allTeams.update(team.id, change)}
  />
)
