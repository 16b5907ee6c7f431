/** Runs the built `keystile` command as a child process. */
import { Effect, Schema } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { inject } from "vitest"

const bin = inject("command")

export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly process: ChildProcess
  /** Resolves when the process has exited. */
  readonly ended: Effect.Effect<Ended>
  /** Resolves with the first line on stdout that matches. */
  readonly line: (pattern: RegExp) => Effect.Effect<string>
}

/**
 * Starts the command. The process is killed when the scope closes. `within` is the program that runs it, with its first
 * arguments, for example `nsenter`.
 */
export const start = (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
  within: ReadonlyArray<string> = []
) =>
  Effect.acquireRelease(
    Effect.sync((): Started => {
      const [program = process.execPath, ...rest] = [...within, process.execPath, bin, ...args]
      const child = spawn(program, rest, {
        env: { PATH: process.env["PATH"], ...environment },
        stdio: ["ignore", "pipe", "pipe"]
      })
      let stdout = ""
      let stderr = ""
      const watchers = new Set<() => void>()
      child.stdout.on("data", (chunk: Buffer) => {
        stdout += chunk.toString()
        for (const check of watchers) check()
      })
      child.stderr.on("data", (chunk: Buffer) => {
        stderr += chunk.toString()
      })
      const exit = new Promise<Ended>((resolve) => {
        child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr }))
      })
      return {
        process: child,
        ended: Effect.promise(() => exit),
        line: (pattern) =>
          Effect.callback<string>((resume) => {
            const check = () => {
              const complete = stdout.split("\n").slice(0, -1)
              const found = complete.find((line) => pattern.test(line))
              if (found !== undefined) resume(Effect.succeed(found))
            }
            watchers.add(check)
            check()
            void exit.then((ended) => resume(Effect.die(new Error(`The process exited: ${JSON.stringify(ended)}`))))
          })
      }
    }),
    ({ process }) => Effect.sync(() => process.kill("SIGKILL"))
  )

const Announcement = Schema.fromJsonString(
  Schema.Struct({
    url: Schema.String,
    projects: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        publishableClientKey: Schema.String,
        secretServerKey: Schema.String,
        superSecretAdminKey: Schema.String
      })
    )
  })
)

/** Starts `keystile dev --json` on a free port, run by another program, and waits for its announcement. */
export const devWithin = Effect.fnUntraced(function* (within: ReadonlyArray<string>, ...args: ReadonlyArray<string>) {
  const started = yield* start(["dev", "--json", "--port", "0", ...args], {}, within)
  const { projects, url } = yield* Effect.flatMap(started.line(/^\{/), Schema.decodeUnknownEffect(Announcement))
  const [project] = projects
  if (project === undefined) return yield* Effect.die(new Error("The announcement contains no project"))
  return { ...started, url, projects, project }
})

/** Starts `keystile dev --json` on a free port and waits for its announcement. */
export const dev = (...args: ReadonlyArray<string>) => devWithin([], ...args)
