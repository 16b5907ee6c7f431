/** The questions for what the command line leaves out. */
import { cancel, select, text } from "@clack/prompts"
import type { Readable, Writable } from "node:stream"
import type { CommandLine } from "./command-line.ts"
import { nameProblem } from "./application-name.ts"
import { CreateFailed } from "./create-failed.ts"
import { templates } from "./templates.ts"

export interface Answers {
  readonly name: string
  readonly template: string
}

/** The streams of a terminal. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable & { readonly isTTY?: boolean }
}

const DEFAULT_NAME = "my-app"

/**
 * Returns the name and the template. They are asked in a terminal only; elsewhere both have to be given, unless `--yes`
 * selects the defaults. Throws {@link CreateFailed} if one is missing, and `undefined` is returned if the user cancels.
 */
export const askMissing = async (
  { name, template, yes }: Pick<CommandLine, "name" | "template" | "yes">,
  terminal: Terminal = { input: process.stdin, output: process.stdout }
): Promise<Answers | undefined> => {
  if (yes) return { name: name ?? DEFAULT_NAME, template: template ?? templates[0].id }
  if (name !== undefined && template !== undefined) return { name, template }
  if (!terminal.input.isTTY || !terminal.output.isTTY) throw new CreateFailed(missingAnswers(name, template))
  const chosenName = name ?? (await askName(terminal))
  if (chosenName === undefined) return undefined
  const chosenTemplate = template ?? (await askTemplate(terminal))
  return chosenTemplate === undefined ? undefined : { name: chosenName, template: chosenTemplate }
}

const missingAnswers = (name: string | undefined, template: string | undefined) => {
  const lacks = [...(name === undefined ? ["a name"] : []), ...(template === undefined ? ["a template"] : [])]
  return (
    `Give ${lacks.join(" and ")}, because there is no terminal to ask in: ` +
    `npm create keystile@latest ${name ?? DEFAULT_NAME} -- --template ${template ?? templates[0].id}\n` +
    "--yes selects the defaults."
  )
}

const askName = (terminal: Terminal) =>
  readAnswer(
    terminal,
    text({
      ...terminal,
      message: "What is the name of the application?",
      placeholder: DEFAULT_NAME,
      defaultValue: DEFAULT_NAME,
      // An empty answer is the default, and `.` the current folder.
      validate: (answer) => (answer === undefined || ["", "."].includes(answer) ? undefined : nameProblem(answer))
    })
  )

const askTemplate = (terminal: Terminal) =>
  readAnswer(
    terminal,
    select({
      ...terminal,
      message: "Which template?",
      options: templates.map(({ hint, id, title }) => ({ value: id, label: title, hint }))
    })
  )

/** Returns `undefined` for a question that the user canceled with Ctrl-C or Escape. */
const readAnswer = async ({ output }: Terminal, answer: Promise<string | symbol>): Promise<string | undefined> => {
  const value = await answer
  if (typeof value === "string") return value
  cancel("Nothing was created.", { output })
  return undefined
}
