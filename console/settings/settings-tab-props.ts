import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { ProjectPageProps } from "../route/project-page-props.ts"

/** The props of the parts of the settings page. */
export interface SettingsTabProps extends Pick<ProjectPageProps, "now" | "project"> {
  readonly settings: AdminProject
}
