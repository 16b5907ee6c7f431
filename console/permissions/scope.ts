/** The two kinds of permissions: in a team, or in the project. */
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"

export type Scope = "team" | "project"

/** The calls about definitions of one kind, whose updates fail with the same errors. */
export const callsOf = ({ permissionDefinitions, projectPermissionDefinitions }: ProjectAdminCalls, scope: Scope) =>
  scope === "team" ? permissionDefinitions : projectPermissionDefinitions
