/**
 * A small tmpfs in its own Linux user and mount namespace, which can be filled, emptied and remounted. It is unmounted
 * when the process that holds the namespace exits.
 */
import { Effect } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { temporaryFolder } from "../service/temporary-folder.ts"

const namespaces = ["--user", "--map-root-user", "--mount"]

/** True if this machine allows unprivileged user namespaces. */
export const hasSmallDisks = spawnSync("unshare", [...namespaces, "nsenter", "--version"]).status === 0

export interface SmallDisk {
  /** Returns a path on the disk for programs inside the namespace. */
  readonly path: (name: string) => string
  /** Returns the same path for programs outside the namespace. */
  readonly outside: (name: string) => string
  /** The command that runs a program inside the namespace. */
  readonly within: ReadonlyArray<string>
  /** Remounts the disk with an option: `size=4m`, `ro`. */
  readonly remount: (option: string) => Effect.Effect<void>
}

const run = ([program = "", ...args]: ReadonlyArray<string>) =>
  Effect.sync(() => {
    const { status, stderr } = spawnSync(program, args, { encoding: "utf8" })
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  })

/** Mounts a disk of this size, for example `2m`. */
export const smallDisk = Effect.fnUntraced(function* (size: string) {
  const { folder } = yield* temporaryFolder
  // `cat` exits when its stdin is closed, which also happens when the test process is killed.
  const script = 'mount -t tmpfs -o "size=$1" keystile "$2" && echo mounted && exec cat'
  const holder = yield* Effect.acquireRelease(
    Effect.callback<ChildProcess>((resume) => {
      const child = spawn("unshare", [...namespaces, "sh", "-c", script, "sh", size, folder], {
        stdio: ["pipe", "pipe", "inherit"]
      })
      child.stdout.once("data", () => resume(Effect.succeed(child)))
      child.once("exit", (code) => resume(Effect.die(new Error(`The disk was not mounted: ${code}`))))
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
