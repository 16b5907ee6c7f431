/** The error of a configuration that is incomplete or invalid. */
import * as Data from "effect/Data"
import { checkOption } from "../environment/variables.ts"

/** An option is missing or invalid. */
export class ConfigurationError extends Data.TaggedError("ConfigurationError")<{
  /** The option's name, e.g. `projectId`. */
  readonly option: string
  /** The environment variable that sets it too, if there is one. */
  readonly variable: string | undefined
  readonly problem: string
}> {
  override get message(): string {
    return `${this.problem} ${checkOption(this.option, this.variable)}`
  }

  /** Prints name, message and stack in Node, where Effect's errors print their fields alone. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.stack ?? String(this)
  }
}
