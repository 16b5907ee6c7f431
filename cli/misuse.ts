/** What the command says when it is called with something that it does not know: one line, where errors go. */
import { Console, Option } from "effect"
import { type CliError, CliOutput, type HelpDoc } from "effect/cli"
import { printable } from "./output.ts"

/** Help and version as Effect prints them; a wrong call without the whole help, which would hide what is wrong. */
export const layerMisuse = CliOutput.layerPresenter({
  present: (event) => {
    if (event._tag !== "InvalidInvocation") return CliOutput.defaultPresenter.present(event)
    const problems = event.errors.map((error) => explain(error, event.helpDoc))
    const help = `${event.commandPath.join(" ")} --help`
    return Console.error(printable(`keystile: ${problems.join(" ")} What there is: ${help}`))
  }
})

const explain = (error: CliError.NonShowHelpErrors, help: HelpDoc.HelpDoc): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      // What stands after the sign may be a password.
      return `There is no flag ${error.option.replace(/=[^]*$/, "")}.${guess(error.suggestions)}`
    case "UnknownSubcommand":
      return `There is no command "${error.subcommand}".${guess(error.suggestions)}`
    case "UnexpectedArgument":
      return `No flag stands before ${error.arguments.map((argument) => JSON.stringify(argument)).join(", ")}.`
    case "InvalidValue": {
      // Effect tells so in place of the value.
      const times = /^(\d+) occurrences$/.exec(error.value)?.[1]
      if (times !== undefined) return `--${error.option} is given ${times} times.`
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

/** The flag's line in the help, as a sentence. */
const meaningOf = (name: string, help: HelpDoc.HelpDoc): string => {
  const flag = help.flags.find((each) => each.name === name)
  return flag === undefined ? "" : Option.match(flag.description, { onNone: () => "", onSome: (text) => `${text}.` })
}
