/** Reads a project from its service, and writes its public settings into a file. */
import { Data, Effect, Option, Schedule } from "effect"
import { renameSync, rmSync, writeFileSync } from "node:fs"
import type { ConfigurationError } from "../core/config/configuration-error.ts"
import type { ProjectNotFound } from "../core/errors/project.ts"
import type { RequestError } from "../core/errors/request-error.ts"
import { retrySchedule } from "../core/http/retry.ts"
import * as Client from "../tiers/client.ts"
import { takeBuildSnapshot } from "../tiers/snapshot/build.ts"
import type { Snapshot } from "../tiers/snapshot/snapshot.ts"

export interface SnapshotOptions {
  /** Its extension determines the format. */
  readonly file: string
  readonly projectId: Option.Option<string>
  readonly publishableClientKey: Option.Option<string>
  readonly baseUrl: Option.Option<string>
}

/** The snapshot is not written, and the file is unchanged. The message is one line. */
export class SnapshotNotWritten extends Data.TaggedError("SnapshotNotWritten")<{ readonly message: string }> {}

/** Time limit of the command's request, in milliseconds. In an outage a build fails after it. */
const TIME_LIMIT = 20_000

/** Returns the line to print. */
export const writeSnapshot = ({ file, ...given }: SnapshotOptions): Effect.Effect<string, SnapshotNotWritten> =>
  takeBuildSnapshot.pipe(
    Effect.provide(
      Client.layer({
        projectId: Option.getOrUndefined(given.projectId),
        publishableClientKey: Option.getOrUndefined(given.publishableClientKey),
        baseUrl: Option.getOrUndefined(given.baseUrl),
        tokenStore: null,
        callTimeoutMillis: TIME_LIMIT,
        retry: Schedule.upTo(retrySchedule, { times: 1 })
      })
    ),
    Effect.mapError((error) => new SnapshotNotWritten({ message: explain(error) })),
    Effect.tap((snapshot) => replaceFile(file, contentOf(file, snapshot))),
    Effect.map(({ projectId }) => `Wrote the settings of the project ${projectId} to ${file}.`)
  )

/** Writes to a file beside it first, so that a failure leaves the present file as it is. */
const replaceFile = (file: string, content: string) =>
  Effect.try({
    try: () => {
      const beside = `${file}.${process.pid}.tmp`
      try {
        writeFileSync(beside, content)
        renameSync(beside, file)
      } catch (error) {
        rmSync(beside, { force: true })
        throw error
      }
    },
    catch: (error) =>
      new SnapshotNotWritten({
        message: `${file} cannot be written (${codeOf(error)}). Check that its folder exists, and the permissions.`
      })
  })

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : String(error)

const contentOf = (file: string, snapshot: Snapshot): string => {
  // A bundler may put the text into a page, where `</script>` would end a script.
  const json = JSON.stringify(snapshot, null, 2).replaceAll("<", "\\u003c")
  if (file.endsWith(".json")) return `${json}\n`
  const header = "// Written by `keystile snapshot`: the public settings of the project at the time of the build.\n"
  return file.endsWith("ts")
    ? `${header}import type { Snapshot } from "keystile/react"\n\nexport const snapshot: Snapshot = ${json}\n`
    : `${header}export const snapshot = ${json}\n`
}

/** The flags of the options that the service or the configuration can refuse. */
const flagOf: Readonly<Record<string, string>> = {
  projectId: "--project-id",
  publishableClientKey: "--publishable-client-key",
  baseUrl: "--base-url"
}

const CHECK_PROJECT = "Check --project-id and --publishable-client-key."
const CHECK_URL = "Check --base-url."

const explain = (error: ConfigurationError | ProjectNotFound | RequestError): string => {
  if (error._tag === "ConfigurationError") {
    const variable = error.variable === undefined ? "" : ` or set ${error.variable}`
    return `${error.problem} Pass ${flagOf[error.option] ?? error.option}${variable}.`
  }
  if (error._tag === "ProjectNotFound") return `${error.message} ${CHECK_PROJECT}`
  const { reason } = error
  switch (reason._tag) {
    case "Refused":
      return `The service refused the request: ${reason.error.message} ${CHECK_PROJECT}`
    case "NoConnection":
      return `The service cannot be reached (${reason.description}). Check that it runs, and --base-url.`
    case "TimedOut":
      return `The service did not answer within ${reason.millis} ms. Check that it runs, and --base-url.`
    case "BrokenProtocol":
    case "ResponseTooLarge":
    case "UnexpectedBody":
    case "UnexpectedStatus":
      return `The answer is not that of a Keystile service. ${CHECK_URL} (${error.message})`
    default:
      return error.message
  }
}
