/** The command line of `create-keystile`. */
import { parseArgs } from "node:util"
import { CreateFailed } from "./create-failed.ts"
import { templates } from "./templates.ts"

export interface CommandLine {
  readonly name: string | undefined
  readonly template: string | undefined
  /** Asks no questions, and uses defaults. */
  readonly yes: boolean
  readonly install: boolean
  readonly help: boolean
  readonly version: boolean
}

const widest = Math.max(...templates.map(({ id }) => id.length))

export const help = `Creates an application with sign-in.

  npm create keystile@latest [NAME] [-- FLAGS]

NAME is the name of the application and of its new folder; . is the current folder. What is not given is asked.

Flags
  --template, -t ID    one of the templates below
  --yes, -y            ask nothing: the name is my-app and the template is ${templates[0].id} unless given
  --no-install         do not install the packages
  --help, -h           show this text
  --version, -v        show the version

Templates
${templates.map(({ id, hint, title }) => `  ${id.padEnd(widest)}    ${title}: ${hint}`).join("\n")}

Examples
  npm create keystile@latest my-app -- --template ${templates[0].id}
  pnpm create keystile my-app --template ${templates[0].id} --no-install
`

/** Parses arguments. Throws {@link CreateFailed} if they are invalid. */
export const parseCommandLine = (args: ReadonlyArray<string>): CommandLine => {
  const { positionals, values } = parse(args)
  if (positionals.length > 1)
    throw new CreateFailed(`Name one application, not ${positionals.length}: ${positionals.join(" ").slice(0, 100)}.`)
  return {
    name: positionals[0],
    template: values.template,
    yes: values.yes,
    install: !values["no-install"],
    help: values.help,
    version: values.version
  }
}

const parse = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: "string", short: "t" },
        yes: { type: "boolean", short: "y", default: false },
        "no-install": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
        version: { type: "boolean", short: "v", default: false }
      }
    })
  } catch (failure) {
    const problem = failure instanceof Error ? failure.message : String(failure)
    throw new CreateFailed(`${problem}\nRun create-keystile --help for usage.`, { cause: failure })
  }
}
