/** The audit log of a user: entries with the user as subject or actor. */
import { AuditTable } from "../components/audit-table.tsx"
import { Section } from "../components/section.tsx"
import type { UserTabProps } from "./user-tab-props.ts"

export const AuditTab = ({ now, project, user }: UserTabProps) => (
  <Section title="Audit log" text="Sign-ins, changes and refused attempts that concern the user, the newest first.">
    <AuditTable projectId={project.id} filter={{ userId: user.id }} shownOn={user.id} now={now} />
  </Section>
)
