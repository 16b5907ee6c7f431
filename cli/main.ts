/** The `keystile` command. `bin.mjs` starts it. */
import { Cause, Effect, Exit } from "effect"
import { CliConfig, Command, GlobalFlag } from "effect/cli"
import { runMain } from "@effect/platform-node/NodeRuntime"
import { layer as nodeServices } from "@effect/platform-node/NodeServices"
import { dev } from "./dev.ts"
import { layerMisuse } from "./misuse.ts"
import { version } from "./version.ts"

const keystile = Command.make("keystile").pipe(
  Command.withDescription("Sign-in for TypeScript: the service to develop and test against."),
  Command.withSubcommands([dev])
)

Command.run(keystile, { version: version() }).pipe(
  Effect.provide([CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version] }), layerMisuse]),
  Effect.provide(nodeServices),
  (program) =>
    runMain(program, {
      disableErrorReporting: true,
      // Being told to stop is how this command ends.
      teardown: (exit, end) => end(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
    })
)
