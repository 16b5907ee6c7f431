/** The commands that read or change the installation of a service in production: each has a task and the same flags. */
import type { Option } from "effect"
import { Flag } from "effect/cli"
import { type CommandModule, runCommand } from "./load-command.ts"
import { type ConfigurationFlags, configurationFlags, givenFlags } from "../flags/configuration-flags.ts"

/** The flags of `keystile serve`, and the form of the output. */
export const taskFlags = {
  ...configurationFlags,
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false))
}

interface TaskFlagOptions {
  readonly file: Option.Option<string>
  readonly settings: Readonly<Record<string, Option.Option<string>>>
  readonly json: boolean
}

/** A task with the configuration of the service and the form of the output. */
export interface TaskInput<Task> extends ConfigurationFlags {
  readonly task: Task
  readonly json: boolean
}

/** Returns a function that loads the code of a command and runs a task with the given flags. */
export const taskRunner =
  <Task, A, E, R>(load: () => Promise<CommandModule<TaskInput<Task>, A, E, R>>) =>
  ({ json, ...given }: TaskFlagOptions, task: Task) =>
    runCommand(load, { json, task, ...givenFlags(given) })
