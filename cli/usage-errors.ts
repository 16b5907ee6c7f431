/** Prints usage errors of the command on stderr, in one line each. */
import { Console, Option } from "effect"
import { type CliError, CliOutput, type HelpDoc } from "effect/cli"
import { printable } from "./output/terminal-text.ts"

/** Formats help and version as Effect does. A usage error is printed without the whole help, which would hide it. */
export const layerUsageErrors = CliOutput.layerPresenter({
  present: (event) => {
    if (event._tag !== "InvalidInvocation") return CliOutput.defaultPresenter.present(event)
    const problems = event.errors.map((error) => explain(error, event.helpDoc))
    const help = `${event.commandPath.join(" ")} --help`
    return Console.error(printable(`keystile: ${problems.join(" ")} Run \`${help}\` for usage.`))
  }
})

const explain = (error: CliError.NonShowHelpErrors, help: HelpDoc.HelpDoc): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      // The value after `=` may be a password.
      return `Unknown flag ${error.option.replace(/=[^]*$/, "")}.${guess(error.suggestions)}`
    case "UnknownSubcommand":
      return `Unknown command "${error.subcommand}".${guess(error.suggestions)}`
    case "MissingArgument":
      return `The argument ${error.argument} is missing.`
    case "UnexpectedArgument": {
      const given = error.arguments.map((argument) => JSON.stringify(argument)).join(", ")
      return `Unexpected argument ${given}: a flag is missing before it.`
    }
    case "InvalidValue": {
      // For a repeated flag Effect reports the number of occurrences as the value.
      const times = /^(\d+) occurrences$/.exec(error.value)?.[1]
      if (times !== undefined) return `--${error.option} is given ${times} times. Pass it once.`
      const meaning = meaningOf(error.option, help)
      if (error.value === "") return `--${error.option} needs a value. ${meaning}`
      return `--${error.option} cannot be ${JSON.stringify(error.value)}. ${meaning}`
    }
    default:
      return error.message
  }
}

const guess = (suggestions: ReadonlyArray<string>): string =>
  suggestions.length === 0 ? "" : ` Did you mean ${suggestions.join(" or ")}?`

/** Returns the flag's description in the help as a sentence. */
const meaningOf = (name: string, help: HelpDoc.HelpDoc): string => {
  const flag = help.flags.find((each) => each.name === name)
  return flag === undefined ? "" : Option.match(flag.description, { onNone: () => "", onSome: (text) => `${text}.` })
}
