/** The `keystile` command. `bin.mjs` starts it. */
import { Cause, Effect, Exit, Layer } from "effect"
import { CliConfig, Command, GlobalFlag } from "effect/cli"
import { ChildProcessSpawner } from "effect/process"
import { layer as files } from "@effect/platform-node/NodeFileSystem"
import { layer as paths } from "@effect/platform-node/NodePath"
import { runMain } from "@effect/platform-node/NodeRuntime"
import { layer as stdio } from "@effect/platform-node/NodeStdio"
import { layer as terminal } from "@effect/platform-node/NodeTerminal"
import { audit } from "./audit.ts"
import { backup } from "./backup.ts"
import { dev } from "./dev.ts"
import { exportCommand } from "./export.ts"
import { importCommand } from "./import.ts"
import { keys } from "./keys.ts"
import { mails } from "./mails.ts"
import { owner } from "./owner.ts"
import { project } from "./project.ts"
import { restore } from "./restore.ts"
import { secrets } from "./secrets.ts"
import { seed } from "./seed.ts"
import { serve } from "./serve.ts"
import { snapshot } from "./snapshot.ts"
import { layerUsageErrors } from "./usage-errors.ts"
import { version } from "./version.ts"
import { webhooks } from "./webhooks.ts"

const keystile = Command.make("keystile").pipe(
  Command.withDescription(
    "Sign-in for TypeScript: the service for development and for production, and what a build needs."
  ),
  Command.withSubcommands([
    dev,
    seed,
    serve,
    owner,
    project,
    mails,
    webhooks,
    audit,
    exportCommand,
    importCommand,
    backup,
    restore,
    secrets,
    keys,
    snapshot
  ])
)

/** The layers of `NodeServices` but the one that starts processes: no command does, and it takes 8 ms to load. */
const nodeServices = Layer.mergeAll(
  files,
  paths,
  stdio,
  terminal,
  Layer.succeed(
    ChildProcessSpawner.ChildProcessSpawner,
    ChildProcessSpawner.make(() => Effect.die("A command of keystile starts no process"))
  )
)

Command.run(keystile, { version: version() }).pipe(
  Effect.provide([CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version] }), layerUsageErrors]),
  Effect.provide(nodeServices),
  (program) =>
    runMain(program, {
      disableErrorReporting: true,
      // An interrupt (Ctrl+C, SIGTERM) is the normal end of this command.
      teardown: (exit, end) => end(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
    })
)
