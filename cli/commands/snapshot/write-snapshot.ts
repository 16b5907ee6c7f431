/** Reads a project from its service, and writes its public settings into a file. */
import { Data, Effect, Option } from "effect"
import { renameSync, rmSync, writeFileSync } from "node:fs"
import {
  type BuildSnapshotNotTaken,
  buildSnapshotText,
  type NameOf,
  takeBuildSnapshot
} from "../../../tiers/snapshot/build.ts"
import type { Snapshot } from "../../../tiers/snapshot/snapshot.ts"
import { errorCode } from "../../../service/process/error-code.ts"

export interface SnapshotFileOptions {
  /** Its extension determines the format. */
  readonly file: string
  readonly projectId: Option.Option<string>
  readonly publishableClientKey: Option.Option<string>
  readonly baseUrl: Option.Option<string>
}

/** The snapshot is not written, and the file is unchanged. The message is one line. */
export class SnapshotNotWritten extends Data.TaggedError("SnapshotNotWritten")<{ readonly message: string }> {}

/** Returns the line to print. */
export const writeSnapshot = ({
  file,
  ...given
}: SnapshotFileOptions): Effect.Effect<string, BuildSnapshotNotTaken | SnapshotNotWritten> =>
  takeBuildSnapshot(
    {
      projectId: Option.getOrUndefined(given.projectId),
      publishableClientKey: Option.getOrUndefined(given.publishableClientKey),
      baseUrl: Option.getOrUndefined(given.baseUrl)
    },
    flagOf
  ).pipe(
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
        message: `${file} cannot be written (${errorCode(error) ?? String(error)}). Check that its folder exists, and the permissions.`
      })
  })

const contentOf = (file: string, snapshot: Snapshot): string => {
  const json = buildSnapshotText(snapshot)
  if (file.endsWith(".json")) return `${json}\n`
  const header = "// Written by `keystile snapshot`: the public settings of the project at the time of the build.\n"
  return file.endsWith("ts")
    ? `${header}import type { Snapshot } from "keystile/react"\n\nexport const snapshot: Snapshot = ${json}\n`
    : `${header}export const snapshot = ${json}\n`
}

const flags = {
  projectId: "--project-id",
  publishableClientKey: "--publishable-client-key",
  baseUrl: "--base-url"
} as const

const flagOf: NameOf = (option) => flags[option]
