/** The tabs of a project's settings, without their components: **Go to** lists them on every page. */
import type { Tab } from "../components/page-tabs.tsx"
import type { AdminProject } from "../../core/schema/admin-project.ts"
import type { ProjectPageProps } from "../route/project-page-props.ts"

export const settingsTabs = [
  { name: "", title: "General", words: "name logo deletion" },
  { name: "sign-in", title: "Sign-in", words: "methods providers" },
  { name: "domains", title: "Domains", words: "trusted localhost native apps" },
  { name: "rules", title: "Sign-up and teams" },
  { name: "passwords", title: "Passwords and sessions" },
  { name: "limits", title: "Limits", words: "rate" },
  { name: "keys", title: "Keys and webhooks", words: "API" }
] as const satisfies ReadonlyArray<Tab>

export type SettingsTabName = (typeof settingsTabs)[number]["name"]

/** The props of the parts of the settings page. */
export interface SettingsTabProps extends Pick<ProjectPageProps, "now" | "project"> {
  readonly settings: AdminProject
}
