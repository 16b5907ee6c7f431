/** The output of `keystile dev`: its banner, its line of JSON and its request log. */
import { variables } from "../../../core/environment/variables.ts"
import { INTERNAL_PROJECT_ID } from "../../../service/sql/records/project-record.ts"
import type { ConnectableProject } from "../../../service/resources/api-keys/project-keys.ts"
import type { LogEntry } from "../../../service/http/log-entry.ts"
import { nameOfDatabase } from "../../../service/sql/postgres-database.ts"
import { printable, style } from "../../output/terminal-text.ts"

/** Returns the URL and the keys of every project as one line of JSON, for scripts. */
export const jsonLine = (url: string, projects: ReadonlyArray<ConnectableProject>): string =>
  JSON.stringify({
    url,
    projects: projects.map(({ id, publishableClientKey, secretServerKey, superSecretAdminKey }) => ({
      id,
      publishableClientKey,
      secretServerKey,
      superSecretAdminKey
    }))
  })

export interface Banner {
  readonly url: string
  readonly projects: ReadonlyArray<ConnectableProject>
  readonly database: string
  readonly millis: number
}

const bold = (text: string) => style("bold", text)
const dim = (text: string) => style("dim", text)
const accent = (text: string) => style("cyan", text)

/** Returns the text that `keystile dev` prints: its addresses, and the environment variables of each project. */
export const banner = ({ database, millis, projects, url }: Banner): string => {
  // Applications do not connect to the internal project.
  const own = projects.filter(({ id }) => id !== INTERNAL_PROJECT_ID)
  return [
    "",
    `  ${bold("keystile")} ${dim(`for development · ready in ${Math.round(millis)} ms`)}`,
    "",
    `  ${dim("Address ")}  ${accent(url)}`,
    `  ${dim("Database")}  ${
      database === ":memory:"
        ? `in memory ${dim("· lost when this stops; --db FILE keeps it")}`
        : printable(nameOfDatabase(database))
    }`,
    `  ${dim("Console ")}  ${accent(url)} ${dim("· mails, users, requests, faults")}`,
    `  ${dim("API     ")}  ${accent(`${url}/openapi`)}`,
    ...own.flatMap((project) => projectLines(url, project)),
    "",
    dim("  Ctrl+C stops it."),
    ""
  ].join("\n")
}

const projectLines = (url: string, project: ConnectableProject): ReadonlyArray<string> => [
  "",
  `  ${bold(printable(project.displayName))}`,
  "",
  ...environment(url, project).map(([name, value]) => `${name}=${value}`)
]

const environment = (url: string, project: ConnectableProject): ReadonlyArray<readonly [string, string]> => [
  [variables.baseUrl, url],
  [variables.projectId, project.id],
  [variables.publishableClientKey, project.publishableClientKey],
  [variables.secretServerKey, project.secretServerKey],
  [variables.superSecretAdminKey, project.superSecretAdminKey]
]

/** Returns the line of the request log for one request. */
export const logLine = ({ at, code, durationMillis, method, route, status }: LogEntry): string => {
  const time = at.toISOString().slice(11, 23)
  const outcome = code === null ? String(status) : `${status} ${code}`
  return `${time}  ${printable(`${method} ${route}`)}  ${outcome}  ${durationMillis} ms`
}
