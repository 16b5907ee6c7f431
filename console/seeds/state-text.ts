/** Texts about the state of the service. */
import type { StateSummary } from "../control/responses.ts"

const counted = (count: number, one: string, many: string) => `${count.toLocaleString()} ${count === 1 ? one : many}`

/** `2 projects, 14 users and 1 team` */
export const stateText = ({ projects, teams, users }: StateSummary): string => {
  const [ofProjects, ofUsers] = [counted(projects, "project", "projects"), counted(users, "user", "users")]
  return `${ofProjects}, ${ofUsers} and ${counted(teams, "team", "teams")}`
}
