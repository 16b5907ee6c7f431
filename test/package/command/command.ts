/** Starts the packed `keystile dev` on a runtime. */
import { Schema } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"

/** A program that runs JavaScript, with the arguments before the file: `deno run -A`. */
export type Runtime = readonly [program: string, ...args: ReadonlyArray<string>]

export interface Service {
  readonly url: string
  readonly project: { readonly id: string; readonly publishableClientKey: string }
  /** Returns stderr without Node 22's warning that `node:sqlite` is experimental. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

const Announcement = Schema.fromJsonString(
  Schema.Struct({
    url: Schema.String,
    projects: Schema.NonEmptyArray(Schema.Struct({ id: Schema.String, publishableClientKey: Schema.String }))
  })
)
const readAnnouncement = Schema.decodeUnknownSync(Announcement)

const SQLITE_WARNING = /^\(node:\d+\) ExperimentalWarning: SQLite .*\n\(Use .*--trace-warnings.*\)\n/m

/** Starts `keystile dev` with these arguments in the folder. */
export const startService = async (
  [program, ...before]: Runtime,
  bin: string,
  folder: string,
  args: ReadonlyArray<string>
): Promise<Service> => {
  // Vite builds pages in the same process and sets NODE_ENV to production, in which `keystile dev` refuses to start.
  const { NODE_ENV: _, ...env } = process.env
  const child = spawn(program, [...before, bin, "dev", "--json", "--port", "0", ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const ended = once(child, "close")
  let log = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text))
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
  }
  const failed = ended.then(([code]) => {
    throw new Error(`keystile dev exited with ${code}: ${log}`)
  })
  try {
    const [line] = await Promise.race([once(createInterface(child.stdout), "line"), failed])
    failed.catch(() => {})
    const {
      projects: [project],
      url
    } = readAnnouncement(line)
    return { url, project, log: () => log.replace(SQLITE_WARNING, ""), stop }
  } catch (failure) {
    await stop()
    throw failure
  }
}
