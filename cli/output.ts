/** What the command prints. */
import { stripVTControlCharacters, styleText } from "node:util"
import { variables } from "../core/environment/variables.ts"
import { INTERNAL_PROJECT_ID } from "../service/sql/records/project-record.ts"
import type { ConnectableProject } from "../service/resources/api-keys/project-keys.ts"
import type { LogEntry } from "../service/http/request-log.ts"
import { nameOfDatabase } from "../service/sql/postgres-database.ts"

/** For scripts: everything that a program needs to connect, in one line. */
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

// styleText leaves the colours out where the stream is no terminal, and with NO_COLOR.
const style = (format: Parameters<typeof styleText>[0], text: string) =>
  styleText(format, text, { stream: process.stdout })
const bold = (text: string) => style("bold", text)
const dim = (text: string) => style("dim", text)
const accent = (text: string) => style("cyan", text)

/** For people: where it is, and the lines to paste. */
export const banner = ({ database, millis, projects, url }: Banner): string => {
  // The service's own project is not one to build an application on.
  const own = projects.filter(({ id }) => id !== INTERNAL_PROJECT_ID)
  return [
    "",
    `  ${bold("keystile")} ${dim(`for development · ready in ${Math.round(millis)} ms`)}`,
    "",
    `  ${dim("Address ")}  ${accent(url)}`,
    `  ${dim("Database")}  ${
      database === ":memory:"
        ? `in memory ${dim("· gone when this stops; --db FILE keeps it")}`
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

/** Texts from files may hold anything, but the terminal only shows them. */
export const printable = (text: string): string => stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, " ")

/** One request. */
export const logLine = ({ at, code, durationMillis, method, route, status }: LogEntry): string => {
  const time = at.toISOString().slice(11, 23)
  const outcome = code === null ? String(status) : `${status} ${code}`
  return `${time}  ${printable(`${method} ${route}`)}  ${outcome}  ${durationMillis} ms`
}
