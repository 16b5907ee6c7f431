/** The `keystile` command. `bin.mjs` starts it. */
import { Effect, Layer, Logger } from "effect"
import { CliConfig, Command, GlobalFlag } from "effect/cli"
import { ChildProcessSpawner } from "effect/process"
import { layer as files } from "@effect/platform-node/NodeFileSystem"
import { layer as paths } from "@effect/platform-node/NodePath"
import { runMain } from "@effect/platform-node/NodeRuntime"
import { layer as stdio } from "@effect/platform-node/NodeStdio"
import { layer as terminal } from "@effect/platform-node/NodeTerminal"
import { commandsFor } from "./commands.ts"
import { makeTeardown } from "./run/make-teardown.ts"
import { layerUsageErrors } from "./usage-errors.ts"
import { version } from "./version.ts"

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

const keystile = Effect.map(commandsFor(process.argv[2]), (commands) =>
  Command.make("keystile").pipe(
    Command.withDescription(
      "Sign-in for TypeScript: the service for development and for production, and what a build needs."
    ),
    Command.withSubcommands(commands)
  )
)

Effect.flatMap(keystile, Command.run({ version: version() })).pipe(
  Effect.provide([CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version] }), layerUsageErrors]),
  Effect.provide(nodeServices),
  // stdout has only the output of the command, which scripts read. `serve` has a logger of its own.
  Effect.provideService(Logger.LogToStderr, true),
  (program) =>
    runMain(program, {
      disableErrorReporting: true,
      teardown: makeTeardown()
    })
)
