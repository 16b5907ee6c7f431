/**
 * A disk that can be filled, emptied and locked: a file system in memory that only its own processes see (Linux's
 * namespaces, which most systems let everybody make). It is gone with the process that holds it.
 */
import { Effect } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { temporaryFolder } from "../service/temporary-folder.ts"

const namespaces = ["--user", "--map-root-user", "--mount"]

/** Whether this machine lets anybody have one. */
export const hasSmallDisks = spawnSync("unshare", [...namespaces, "nsenter", "--version"]).status === 0

export interface SmallDisk {
  /** A path on it, as programs see it that run within. */
  readonly path: (name: string) => string
  /** The same from outside. */
  readonly outside: (name: string) => string
  /** What runs a program within. */
  readonly within: ReadonlyArray<string>
  /** Mounts it again with an option: `size=4m`, `ro`. */
  readonly remount: (option: string) => Effect.Effect<void>
}

const run = ([program = "", ...args]: ReadonlyArray<string>) =>
  Effect.sync(() => {
    const { status, stderr } = spawnSync(program, args, { encoding: "utf8" })
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  })

/** A disk of a size: `2m`. */
export const smallDisk = Effect.fnUntraced(function* (size: string) {
  const { folder } = yield* temporaryFolder
  // `cat` ends when nobody holds its input any more, also when the tests die.
  const script = 'mount -t tmpfs -o "size=$1" keystile "$2" && echo mounted && exec cat'
  const holder = yield* Effect.acquireRelease(
    Effect.callback<ChildProcess>((resume) => {
      const child = spawn("unshare", [...namespaces, "sh", "-c", script, "sh", size, folder], {
        stdio: ["pipe", "pipe", "inherit"]
      })
      child.stdout.once("data", () => resume(Effect.succeed(child)))
      child.once("exit", (code) => resume(Effect.die(new Error(`There is no disk: ${code}`))))
    }),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  const within = ["nsenter", `--target=${holder.pid}`, "--user", "--mount", "--preserve-credentials"]
  return {
    path: (name) => `${folder}/${name}`,
    outside: (name) => `/proc/${holder.pid}/root${folder}/${name}`,
    within,
    remount: (option) => run([...within, "mount", "-o", `remount,${option}`, folder])
  } satisfies SmallDisk as SmallDisk
})
