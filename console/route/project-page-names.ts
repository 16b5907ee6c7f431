/** The pages of a project, by their names in URLs. */
export const projectPageTitles = {
  home: "Home",
  users: "Users",
  teams: "Teams",
  mail: "Mail",
  webhooks: "Webhooks",
  settings: "Settings",
  permissions: "Permissions",
  "audit-log": "Audit log"
} as const

export type ProjectPageName = keyof typeof projectPageTitles
