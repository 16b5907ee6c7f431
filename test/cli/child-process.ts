/** Runs programs as child processes. */
import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export interface StartedProcess {
  readonly process: ChildProcess
  /** Resolves when the process has exited. */
  readonly ended: Effect.Effect<ProcessEnd>
  /** Resolves with the first line on stdout that matches. */
  readonly line: (pattern: RegExp) => Effect.Effect<string>
}

/** Starts a program. The process is killed when the scope closes. */
export const startProcess = (
  [program = process.execPath, ...args]: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  folder?: string
) =>
  Effect.acquireRelease(
    Effect.sync((): StartedProcess => {
      const child = spawn(program, args, {
        cwd: folder,
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
      const exit = new Promise<ProcessEnd>((resolve) => {
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
