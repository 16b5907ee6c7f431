/** Takes the snapshot of a project for an application's build. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { ConfigurationError } from "../../core/config/configuration-error.ts"
import type { ProjectNotFound } from "../../core/errors/project.ts"
import type { RequestError } from "../../core/errors/request-error.ts"
import { retrySchedule } from "../../core/http/retry.ts"
import * as Client from "../client.ts"
import { projectJson } from "./project-json.ts"
import type { Snapshot } from "./snapshot.ts"

/** The project of a build. Default the public environment variables. */
export interface BuildProject {
  readonly projectId?: string | undefined
  readonly publishableClientKey?: string | undefined
  /** The URL of the service. */
  readonly baseUrl?: string | undefined
}

/** No snapshot was taken. The message is one line, and says what to check. */
export class BuildSnapshotNotTaken extends Data.TaggedError("BuildSnapshotNotTaken")<{ readonly message: string }> {}

/** Returns how the user sets an option, for messages: a flag, or the option itself. */
export type NameOf = (option: keyof BuildProject) => string

/** Time limit of the request, in milliseconds. In an outage a build fails after it. */
const TIME_LIMIT = 20_000

/**
 * Returns a snapshot of the project's public settings, without a user. The first visit of a page that was built with it
 * shows the project's sign-in methods at once, and then those of the service.
 */
export const takeBuildSnapshot = (
  project: BuildProject,
  nameOf: NameOf
): Effect.Effect<Snapshot, BuildSnapshotNotTaken> =>
  take.pipe(
    Effect.provide(
      Client.layer({
        ...project,
        tokenStore: null,
        callTimeoutMillis: TIME_LIMIT,
        retry: Schedule.upTo(retrySchedule, { times: 1 })
      })
    ),
    Effect.mapError((error) => new BuildSnapshotNotTaken({ message: explain(error, nameOf) }))
  )

const take: Effect.Effect<Snapshot, ProjectNotFound | RequestError, Client.Client> = Effect.gen(function* () {
  const client = yield* Client.Client
  const project = yield* client.getProject
  return { version: 1, projectId: client.projectId, session: null, project: projectJson(project), revalidate: true }
})

/** Serializes a snapshot as source text. It contains no `<`: in a page, `</script>` would end a script. */
export const buildSnapshotText = (snapshot: Snapshot): string =>
  JSON.stringify(snapshot, null, 2).replaceAll("<", "\\u003c")

const isOption = (name: string): name is keyof BuildProject =>
  name === "projectId" || name === "publishableClientKey" || name === "baseUrl"

const explain = (error: ConfigurationError | ProjectNotFound | RequestError, nameOf: NameOf): string => {
  if (error._tag === "ConfigurationError") {
    const variable = error.variable === undefined ? "" : ` or set ${error.variable}`
    const option = isOption(error.option) ? nameOf(error.option) : error.option
    return `${error.problem} Pass ${option}${variable}.`
  }
  const checkProject = `Check ${nameOf("projectId")} and ${nameOf("publishableClientKey")}.`
  if (error._tag === "ProjectNotFound") return `${error.message} ${checkProject}`
  const { reason } = error
  switch (reason._tag) {
    case "Refused":
      return `The service refused the request: ${reason.error.message} ${checkProject}`
    case "NoConnection":
      return `The service cannot be reached (${reason.description}). Check that it runs, and ${nameOf("baseUrl")}.`
    case "TimedOut":
      return `The service did not respond within ${reason.millis} ms. Check that it runs, and ${nameOf("baseUrl")}.`
    case "BrokenProtocol":
    case "ResponseTooLarge":
    case "UnexpectedBody":
    case "UnexpectedStatus":
      return `The response is not that of a Keystile service. Check ${nameOf("baseUrl")}. (${error.message})`
    default:
      return error.message
  }
}
