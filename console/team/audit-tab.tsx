/** The audit log of a team. */
import { AuditTable } from "../components/audit-table.tsx"
import { Section } from "../components/section.tsx"
import type { TeamTabProps } from "./team-tab-props.ts"

export const AuditTab = ({ now, project, team }: TeamTabProps) => (
  <Section title="Audit log" text="Changes and refused attempts that concern the team, the newest first.">
    <AuditTable projectId={project.id} filter={{ teamId: team.id }} shownOn={team.id} now={now} />
  </Section>
)
