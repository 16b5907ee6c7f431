/** Runs the built `keystile` command as a child process. */
import { Effect, Schema } from "effect"
import { inject } from "vitest"
import { startProcess } from "./child-process.ts"

const bin = inject("command")

/** Environment variables by their names. */
export type Environment = Readonly<Record<string, string>>

/**
 * Starts the command. The process is killed when the scope closes. `within` is the program that runs it, with its first
 * arguments, for example `nsenter`.
 */
export const start = (args: ReadonlyArray<string>, environment: Environment = {}, within: ReadonlyArray<string> = []) =>
  startProcess([...within, process.execPath, bin, ...args], environment)

/** Runs the command until it exits. */
export const run = (...options: Parameters<typeof start>) =>
  Effect.scoped(Effect.flatMap(start(...options), ({ ended }) => ended))

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
