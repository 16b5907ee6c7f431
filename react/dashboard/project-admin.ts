/** The calls by which a dashboard reads and changes a project, as the service of its queries. */
import * as Context from "effect/Context"
import type { ProjectAdminCalls } from "../../tiers/project-admin.ts"

/** The calls for the project of a `DashboardProvider`. They act by the session of an owner. */
export class ProjectAdmin extends Context.Service<ProjectAdmin, ProjectAdminCalls>()("keystile/ProjectAdmin") {}
